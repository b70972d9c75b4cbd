import { readFileSync } from 'node:fs';

export function readTable(file: URL): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/** Returns the words of all rows of one kind. The columns are the kind and the words, which spaces separate. */
export function wordsOfKind(rows: readonly (readonly string[])[], wanted: string): string[] {
  return rows.flatMap(([kind, words = '']) => (kind === wanted ? words.split(' ') : []));
}
