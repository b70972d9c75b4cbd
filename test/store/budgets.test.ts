import { onEngines } from '../support/engines.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const LIMITS = [
  { calls: 3, windowMs: 1_000 },
  { calls: 5, windowMs: 10_000 },
];

await onEngines('budgets', async (t, place) => {
  const { budgets } = await place.open();
  const take = (at: number, name = 'a'): Promise<number | undefined> => budgets.take(name, LIMITS, NOW + at);
  t.strictSame(
    (await Promise.all([take(0), take(0), take(0), take(0)])).sort(),
    [NOW + 1_000, undefined, undefined, undefined],
    'at once',
  );
  t.equal(await take(0, 'b'), undefined, 'budgets stand apart');
  t.equal(await take(999), NOW + 1_000, 'what is refused is not counted');
  t.equal(await take(1_000), undefined);
  t.equal(await take(1_500), undefined);
  t.equal(await take(1_600), NOW + 10_000, 'the longest wait counts');
  t.equal(await take(10_000), undefined, 'a window moves with the clock');
  t.equal(await budgets.take('c', [], NOW), undefined, 'no limit');
});
