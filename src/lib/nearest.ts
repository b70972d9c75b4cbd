import { foldWords } from './text.ts';

const MAXIMUM_LENGTH = 40;

/**
 * Returns the name with the same words in another spelling or order, or else the most similar name with at most two
 * typos (fewer in a short name). Returns undefined if there is no such name, if two names fit equally well, or if
 * `typed` is too long.
 */
export function nearestOf(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > MAXIMUM_LENGTH) return undefined;
  const same = names.filter((name) => isSameName(typed, name));
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const measured = names
    .map((name) => ({ name, edits: editsBetween(compact(typed), compact(name)) }))
    .filter(({ name, edits }) => edits <= Math.min(2, Math.floor(compact(name).length / 3)))
    .sort((a, b) => a.edits - b.edits);
  const [first, second] = measured;
  return first && first.edits !== second?.edits ? first.name : undefined;
}

/**
 * True if both names have the same words, whatever their order, case, separators and plural endings. False if `typed`
 * is too long.
 */
export function isSameName(typed: string, name: string): boolean {
  if (typed.length > MAXIMUM_LENGTH) return false;
  return wordsOf(name) === wordsOf(typed) || compact(name) === compact(typed);
}

/** "minSalary", "salary-min" and "min_salary" all give "min salary". */
function wordsOf(name: string): string {
  return singularWords(name).sort().join(' ');
}

/** "scrapeJobs" and "scrape_job" both give ["scrape", "job"]. */
export function singularWords(name: string): string[] {
  const spaced = name.replace(/(?<=[a-z\d])(?=[A-Z])/gu, ' ').replace(/[_-]+/gu, ' ');
  return foldWords(spaced)
    .split(' ')
    .map((word) => word.replace(/(?<=..)s$/u, ''));
}

function compact(name: string): string {
  return foldWords(name.replace(/[_-]+/gu, ' ')).replaceAll(' ', '');
}

function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
