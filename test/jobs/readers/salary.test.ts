import t from 'tap';
import type { Country } from '../../../schemas/index.ts';
import { readSalary } from '../../../src/jobs/readers/salary.ts';
import { readStated } from '../../../src/jobs/readers/yearly-pay.ts';
import { sharedJson } from '../../support/shared.ts';
import { checkTable, figure } from '../../support/text-table.ts';

t.test('SPEC §3, §12: salaries', async (t) => {
  checkTable(t, new URL('salary.tsv', import.meta.url), (country = '', text = '', low, high) => {
    const { min, max, unlisted } = readSalary(text, country as Country);
    return [
      { min, max, unlisted },
      { min: figure(low), max: figure(high), unlisted: low === '-' && high === '-' },
    ];
  });
});

t.test('the evidence beside the figures', async (t) => {
  t.match(readSalary('£14.20 an hour', 'GB'), { period: 'hour', currency: 'GBP' });
  t.match(readSalary('€48,000 per annum', 'GB'), { unlisted: true, currency: 'EUR' });
  t.match(readSalary('31 000 € par an', 'FR'), { period: 'year', currency: 'EUR' });
});

t.test('figures that a source gives as numbers', async (t) => {
  t.match(readStated({ min: 40000, max: 30000, period: null, currency: 'GBP' }, 'GB'), { min: 30000, max: 40000 });
  t.match(readStated({ min: 0, max: 12.5, period: null, currency: null }, 'GB'), { min: null, max: 24375 });
  t.match(readStated({ min: 50000, max: null, period: 'year', currency: 'USD' }, 'FR'), {
    unlisted: true,
    currency: 'USD',
  });
  t.match(readStated({ min: 3000, max: 3500, period: 'month', currency: 'EUR' }, 'FR'), { min: 36000, max: 42000 });
  t.match(readStated({ min: Number.NaN, max: Number.POSITIVE_INFINITY, period: 'year', currency: null }, 'FR'), {
    unlisted: true,
  });
});

t.test('hostile texts end at once', async (t) => {
  for (const text of [
    '£'.repeat(50_000),
    '1 '.repeat(50_000),
    `£${'9'.repeat(50_000)}`,
    '1-'.repeat(50_000),
    'per hour '.repeat(20_000),
  ]) {
    t.type(readSalary(text, 'GB').unlisted, 'boolean');
    t.type(readSalary(text, 'FR').unlisted, 'boolean');
  }
});

type Case = { country: Country; text: string; min: number | null; max: number | null; unlisted: boolean };

function isRight({ country, text, min, max, unlisted }: Case): boolean {
  const near = (a: number | null, b: number | null) => a === b || (a !== null && b !== null && Math.abs(a - b) <= 1);
  const reading = readSalary(text, country);
  return near(reading.min, min) && near(reading.max, max) && reading.unlisted === unlisted;
}

const cases = ['cases', 'cases/2'].flatMap((set) => sharedJson<Case[]>(`${set}/salaries.json`) ?? []);
t.test('labelled cases', { skip: cases.length > 0 ? false : 'no labelled cases here' }, async (t) => {
  const wrong = cases.filter((row) => !isRight(row));
  t.ok(wrong.length / cases.length <= 0.03, wrong.map(({ text }) => text).join('\n'));
  const first = new Set((sharedJson<{ text: string }[]>('cases/salaries.json') ?? []).map(({ text }) => text));
  t.notOk(
    wrong.some(({ text }) => first.has(text)),
    'the first set is read wholly',
  );
});
