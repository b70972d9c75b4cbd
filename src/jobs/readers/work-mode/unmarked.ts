/** Words in bold, as Markdown writes them. */
const BOLD = /\*\*([^*\n]{1,200})\*\*(?=(.?)(.?))/g;

/**
 * The text without marks that cut its sentences: "be in **our Leeds office**
 * for **3 days**" is one sentence, "**Location:** Remote" is one field, and a
 * heading in bold stays a line of its own.
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
