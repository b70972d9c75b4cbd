import t from 'tap';
import { readPostingPay } from '../../src/reading/posting-pay.ts';

const none = { words: '', min: null, max: null, currency: null, period: null };
const inside = (value: unknown): unknown => ({ currency: 'EUR', value });

const CASES: readonly (readonly [stated: unknown, expected: object | undefined])[] = [
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  [0, undefined],
  ['Competitive', { ...none, words: 'Competitive' }],
  ['£24,000 &amp; bonus', { ...none, words: '£24,000 & bonus' }],
  [12.5, { ...none, min: 12.5, max: 12.5 }],
  ['30.000', { ...none, min: 30_000, max: 30_000 }],
  ['30,000', { ...none, min: 30_000, max: 30_000 }],
  ['30 000', { ...none, min: 30_000, max: 30_000 }],
  ['30\u202f000', { ...none, min: 30_000, max: 30_000 }],
  ['30’000', { ...none, min: 30_000, max: 30_000 }],
  ['12,50', { ...none, min: 12.5, max: 12.5 }],
  ['1.234.567,89', { ...none, min: 1_234_567.89, max: 1_234_567.89 }],
  [inside(41_000), { ...none, min: 41_000, max: 41_000, currency: 'EUR' }],
  [inside({ minValue: '0', maxValue: 41_000 }), { ...none, max: 41_000, currency: 'EUR' }],
  [inside({ maxValue: 41_000, unitText: 'ANNUAL' }), { ...none, max: 41_000, currency: 'EUR', period: 'year' }],
  [
    inside({ minValue: 100, maxValue: 200, unitText: 'Day' }),
    { ...none, min: 100, max: 200, currency: 'EUR', period: 'day' },
  ],
  [
    inside({ value: '30.000', unitText: 'YEAR' }),
    { ...none, min: 30_000, max: 30_000, currency: 'EUR', period: 'year' },
  ],
  [
    inside({ value: 'À négocier', unitText: 'MONTH' }),
    { ...none, words: 'À négocier', currency: 'EUR', period: 'month' },
  ],
  [inside({ value: 0, unitText: 'YEAR' }), undefined],
  [inside({ value: 30, unitText: 'FORTNIGHT' }), { ...none, min: 30, max: 30, currency: 'EUR' }],
  // Bounds and unit are beside the value instead of in it.
  [
    { minValue: 20, maxValue: 25, unitText: 'HOUR', currency: 'GBP' },
    { ...none, min: 20, max: 25, currency: 'GBP', period: 'hour' },
  ],
  [[inside(1_900), inside(9)], { ...none, min: 1_900, max: 1_900, currency: 'EUR' }],
  [{ __proto__: { value: 9 } }, undefined],
];

t.test('the pay that a posting states', async (t) => {
  for (const [baseSalary, expected] of CASES)
    t.strictSame(readPostingPay({ baseSalary }), expected, JSON.stringify(baseSalary) ?? 'nothing');
  t.strictSame(readPostingPay({ estimatedSalary: [20_000], salaryCurrency: 'GBP' }), {
    ...none,
    min: 20_000,
    max: 20_000,
    currency: 'GBP',
  });
});
