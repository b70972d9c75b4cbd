import t from 'tap';
import type { Country } from '../../../schemas/index.ts';
import { readPostedDate } from '../../../src/jobs/readers/posted-date.ts';
import { sharedJson } from '../../support/shared.ts';
import { checkTable } from '../../support/text-table.ts';

t.test('SPEC §12: dates', async (t) => {
  checkTable(t, new URL('posted-date.tsv', import.meta.url), (country = '', text = '', day = '-', now = '') => [
    readPostedDate(text, country as Country, Date.parse(now)),
    day === '-' ? '' : day,
  ]);
});

/** SPEC §12 gives "" for the day of a change or of a last sign of life; four rows were labelled before it did. */
const SETTLED_SINCE = /^(?:active|updated|actualis|mise? à jour)/i;
const cases = ['cases', 'cases/2']
  .flatMap(
    (set) =>
      sharedJson<{ country: Country; text: string; now: string; posted_date: string }[]>(`${set}/posted-dates.json`) ??
      [],
  )
  .filter(({ text }) => !SETTLED_SINCE.test(text));
t.test('labelled cases', { skip: cases.length > 0 ? false : 'no labelled cases here' }, async (t) => {
  const wrong = cases.filter((row) => readPostedDate(row.text, row.country, Date.parse(row.now)) !== row.posted_date);
  t.ok(wrong.length / cases.length <= 0.015, wrong.map(({ text }) => text).join('\n'));
  const first = new Set((sharedJson<{ text: string }[]>('cases/posted-dates.json') ?? []).map(({ text }) => text));
  t.notOk(
    wrong.some(({ text }) => first.has(text)),
    'the first set is read wholly',
  );
});
