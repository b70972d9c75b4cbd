import { readFileSync } from 'node:fs';

/** The rows of a table file: one per line, with fields separated by tabs. Lines that start with `#` are comments. */
export function readTable(file: URL): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}
