export function escapeInline(text: string): string {
  if (!/[\\`*_[\]<&~]/.test(text)) return text;
  return text
    .replace(/[\\`*[\]]|~(?=~)|(?<=~)~/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w{1,31};)/g, '&amp;')
    .replace(/<(?=[a-z/!?])/gi, '&lt;');
}

const BLOCK_START = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|(?:[-=]\s*){2,}$|:(?=\s))/;

/** Escapes the start of a line that would begin another block. For example, "1." becomes "1\.". */
export function escapeLineStart(line: string): string {
  if (BLOCK_START.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

export function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (let index = 0; index < text.length; index += 1) {
    run = text[index] === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
