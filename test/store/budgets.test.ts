import t from 'tap';
import { openStore } from '../../src/store/open.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const LIMITS = [
  { calls: 3, windowMs: 1_000 },
  { calls: 5, windowMs: 10_000 },
];

/** Run on every engine. */
t.test('budgets: contract', async (t) => {
  const { budgets, close } = await openStore({ file: ':memory:' });
  const take = (at: number, name = 'a'): Promise<number | undefined> => budgets.take(name, LIMITS, NOW + at);
  t.strictSame(
    await Promise.all([take(0), take(0), take(0), take(0)]),
    [undefined, undefined, undefined, NOW + 1_000],
    'at once',
  );
  t.equal(await take(0, 'b'), undefined, 'budgets stand apart');
  t.equal(await take(999), NOW + 1_000, 'what is refused is not counted');
  t.equal(await take(1_000), undefined);
  t.equal(await take(1_500), undefined);
  t.equal(await take(1_600), NOW + 10_000, 'the longest wait counts');
  t.equal(await take(10_000), undefined, 'a window moves with the clock');
  t.equal(await budgets.take('c', [], NOW), undefined, 'no limit');
  await close();
});
