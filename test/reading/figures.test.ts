import t from 'tap';
import { readCount } from '../../src/reading/count.ts';
import { readDay } from '../../src/reading/day.ts';
import { readRating } from '../../src/reading/rating.ts';

t.test('counts as sites write them', async (t) => {
  for (const text of ['1204', '1,204', '1 204', '1.204', '1\u202f204', '1\u00a0204', '1,204+', ' 1204 '])
    t.strictSame(readCount(text), { value: 1204, rounded: false }, text);
  t.strictSame(readCount('1,01,182'), { value: 101_182, rounded: false });
  t.strictSame(readCount('2.3K'), { value: 2300, rounded: true });
  t.strictSame(readCount('2,3 k'), { value: 2300, rounded: true });
  t.strictSame(readCount('1.2M'), { value: 1_200_000, rounded: true });
  t.strictSame(readCount(0), { value: 0, rounded: false });
  for (const value of ['', '3.9', '1,2', '-4', '12 reviews', 3.5, -1, Number.NaN, 1e9, null, undefined, {}])
    t.equal(readCount(value), null, String(value));
});

t.test('ratings on the scale of 1 to 5', async (t) => {
  t.equal(readRating('3,9'), 3.9);
  t.equal(readRating(3.75), 3.8, 'half up');
  t.equal(readRating(5), 5);
  t.equal(readRating(91, 100), 4.6, 'rescaled');
  for (const value of [0, 0.9, 5.1, '', 'good', null, undefined, Number.NaN])
    t.equal(readRating(value), null, String(value));
  t.equal(readRating(4, 0), null);
});

t.test('days as review sites write them', async (t) => {
  for (const text of [
    '2024-09-29',
    '2024-09-29T10:00:00Z',
    '29 September 2024',
    'September 29, 2024',
    'Sep 29, 2024',
    '29 septembre 2024',
  ])
    t.equal(readDay(text), '2024-09-29', text);
  t.equal(readDay('1er août 2023'), '2023-08-01');
  for (const value of ['', '31 February 2024', '2024-13-01', 'yesterday', '29 brumaire 2024', 20_240_929, null])
    t.equal(readDay(value), '', String(value));
});
