import t from 'tap';
import type { Country } from '../../../schemas/index.ts';
import { readSalary } from '../../../src/jobs/readers/salary.ts';
import { readStated } from '../../../src/jobs/readers/yearly-pay.ts';
import { sharedJson } from '../../support/shared.ts';
import { FRESH_SALARY_TEXTS } from '../../support/salary-texts-fresh.ts';
import { SALARY_KINDS } from '../../support/salary-texts-kinds.ts';
import { SALARY_NEIGHBOURS } from '../../support/salary-texts-neighbours.ts';
import { SALARY_TEXTS, type SalaryRow } from '../../support/salary-texts.ts';

/** A row a kind of trap; null and null is unlisted. */
const ROWS: SalaryRow[] = [
  // ranges, thousands, k
  ['GB', '£27,500 - £31,250 per annum', 27500, 31250],
  ['GB', '£41k-46k', 41000, 46000],
  ['GB', '£52-58K', 52000, 58000],
  ['GB', '22850-23990', 22850, 23990],
  ['GB', 'GBP 61,000 to 64,000', 61000, 64000],
  ['GB', 'Leeds £31,000, London £36,500', 31000, 36500],
  ['GB', '£0.00 - £70000 per annum + + Gym', null, 70000],
  // bounds
  ['GB', 'Up to £72,000 + bonus', null, 72000],
  ['GB', 'From £33,000 a year', 33000, null],
  ['GB', 'From £24,100 to £25,900', 24100, 25900],
  ['GB', '£42,000+', 42000, null],
  ['GB', 'circa £55k', 55000, 55000],
  ['GB', 'minimum £29k', 29000, null],
  // periods
  ['GB', '£14.20 an hour', 27690, 27690],
  ['GB', '£12.05ph', 23498, 23498],
  ['GB', '£19.75 p/h', 38513, 38513],
  ['GB', '£410 pd Outside IR35', 106600, 106600],
  ['GB', '£2,750 per month', 33000, 33000],
  ['GB', '£480 to £520 per week', 24960, 27040],
  ['GB', '£13.75 per hour, 40 hours per week', 26813, 26813],
  ['GB', '£27,300 per annum (£14.00 per hour)', 27300, 27300],
  // a period that the figure contradicts
  ['GB', '£21,000 to £34,000 per week', 21000, 34000],
  ['GB', '£330 - £370/annum', null, null],
  ['GB', '£13.10 per annum', 25545, 25545],
  // no money, or not the pay
  ['GB', 'NHS Band 6 £37,000 - £44,000', 37000, 44000],
  ['GB', 'Band 7', null, null],
  ['GB', 'Competitive + £750 welcome bonus', null, null],
  ['GB', '28 days holiday, 37.5 hours', null, null],
  ['GB', '', null, null],
  // extras end what is read
  ['GB', '£31k basic, OTE £52k', 31000, 31000],
  ['GB', '£26k basic £41k OTE', 26000, 26000],
  ['GB', 'OTE £65k', null, 65000],
  ['GB', '£30,500 + commission (OTE £47,000)', 30500, 30500],
  ['GB', '£27k FTE (£16,200 actual)', 27000, 27000],
  ['GB', '£18,400 actual (FTE £30,000)', 30000, 30000],
  ['GB', '£23,500 pro rata', 23500, 23500],
  // another currency
  ['GB', '€48,000', null, null],
  ['GB', '$120k', null, null],
  ['FR', '£45,000', null, null],
  // French forms
  ['FR', '41 - 47 k€ brut annuel', 41000, 47000],
  ['FR', 'A partir de 38 k€ brut annuel', 38000, null],
  ['FR', 'Annuel de 31000.0 Euros à 35000.0 Euros sur 13.0 mois', 31000, 35000],
  ['FR', 'Mensuel de 2100.0 Euros à 2600.0 Euros sur 13.0 mois', 27300, 33800],
  ['FR', 'Mensuel de 1990.0 Euros sur 6.0 mois', 23880, 23880],
  ['FR', 'Mensuel de 28000.0 Euros à 33000.0 Euros sur 12.0 mois', 28000, 33000],
  ['FR', 'Horaire de 1901.5 Euros sur 12.0 mois', 22818, 22818],
  ['FR', 'Horaire de 13.2 Euros à 14.0 Euros', 24024, 25480],
  ['FR', '1 950,50 € / mois', 23406, 23406],
  ['FR', 'Entre 2 250€ et 2 400€ * 13 mois', 29250, 31200],
  ['FR', '31 000 € à 34 000 € par an sur 13 mois', 31000, 34000],
  ['FR', '460 € / jour', 100280, 100280],
  ['FR', 'TJM 500-550 €', 109000, 119900],
  ['FR', 'À partir de 12,10 € par an', 22022, null],
  ['FR', 'jusqu’à 2900 € par mois', null, 34800],
  ['FR', 'entre 33 et 37 K€', 33000, 37000],
  ['FR', '14-18 €', 25480, 32760],
  ['FR', '450€-480€', null, null],
  ['FR', '1850 euros net', null, null],
  ['FR', '2600€ brut (2030€ net)', 31200, 31200],
  ['FR', 'SMIC', 21876, 21876],
  ['FR', '65% du SMIC selon âge', null, null],
  ['FR', 'Cachet de 180 Euros', null, null],
  ['FR', 'CCN51', null, null],
  ['FR', '13e mois', null, null],
  ['FR', '+ prime annuelle 900 €', null, null],
  ['FR', 'Tickets restaurant 10 €', null, null],
  ['FR', 'Selon profil', null, null],
];

t.test('SPEC §3, §12: salaries', async (t) => {
  const rows = [...ROWS, ...SALARY_TEXTS, ...FRESH_SALARY_TEXTS, ...SALARY_KINDS, ...SALARY_NEIGHBOURS];
  for (const [country, text, min, max] of rows) {
    const reading = readSalary(text, country);
    t.strictSame([reading.min, reading.max], [min, max], `${country} ${text}`);
    t.equal(reading.unlisted, min === null && max === null);
  }
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
