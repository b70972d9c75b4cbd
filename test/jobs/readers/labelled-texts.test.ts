import { readFileSync } from 'node:fs';
import tap from 'tap';
import type { Country } from '../../../schemas/index.ts';
import { readSalary } from '../../../src/jobs/readers/salary.ts';
import { readWorkMode } from '../../../src/jobs/readers/work-mode.ts';

/** Rows of a labelled table: `#` begins a comment, "\n" stands for a line break. */
function rowsOf(name: string): string[][] {
  return readFileSync(`test/jobs/readers/${name}.tsv`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').map((cell) => cell.replaceAll('\\n', '\n')));
}

tap.test('the work mode of labelled texts', async (t) => {
  const rows = rowsOf('work-mode');
  t.ok(rows.length > 50, 'the table is read');
  const misses = rows.flatMap(([text = '', expected, why]) => {
    const found = readWorkMode(text);
    return found === expected ? [] : [{ text, expected, found, why }];
  });
  t.same(misses, []);
});

tap.test('the pay of labelled texts', async (t) => {
  const rows = rowsOf('salary');
  t.ok(rows.length > 50, 'the table is read');
  const figure = (cell = '-'): number | null => (cell === '-' ? null : Number(cell));
  const misses = rows.flatMap(([country, text = '', low, high, why]) => {
    const { min, max, unlisted } = readSalary(text, country as Country);
    const expected = { min: figure(low), max: figure(high), unlisted: low === '-' && high === '-' };
    const isRight = min === expected.min && max === expected.max && unlisted === expected.unlisted;
    return isRight ? [] : [{ text, expected, found: { min, max, unlisted }, why }];
  });
  t.same(misses, []);
});
