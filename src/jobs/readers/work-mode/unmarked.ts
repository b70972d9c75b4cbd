/** Words in bold, as Markdown writes them. */
const BOLD = /\*\*([^*\n]{1,200})\*\*(?=(.?)(.?))/g;

/**
 * Removes marks that would split a sentence: "be in **our Leeds office** for **3 days**" is one sentence, and
 * "**Location:** Remote" is one field. A heading in bold stays a separate line.
 */
export function withoutMarks(text: string): string {
  return text
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\\(?=[-*&+_.#])/g, '')
    .replace(BOLD, (whole, words: string, next: string, second: string) => {
      if (words.trimEnd().endsWith(':')) return `\n${words}`;
      const goesOn = next === ' ' ? /[^\p{Lu}*]/u.test(second) : /[^\n\s\p{Lu}]/u.test(next);
      return goesOn || /^\p{Ll}/u.test(words) ? words : whole;
    });
}
