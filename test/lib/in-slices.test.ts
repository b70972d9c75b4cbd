import t from 'tap';
import { mapInSlices } from '../../src/lib/in-slices.ts';

/** Counts how often other work ran until the work is done. */
async function turnsBeside(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const look = (): void => {
    turns += 1;
    if (!isDone) setImmediate(look);
  };
  const first = setImmediate(look);
  await work;
  isDone = true;
  if (turns === 0) clearImmediate(first);
  return turns;
}

t.test('long work lets other work run every two milliseconds and keeps the order of items', async (t) => {
  let now = 0;
  const map = (item: number): number => {
    now += 1;
    return item * 2;
  };
  const work = mapInSlices([1, 2, 3, 4, 5, 6, 7], map, () => now);
  t.ok((await turnsBeside(work)) >= 2, 'between its slices');
  t.strictSame(await work, [2, 4, 6, 8, 10, 12, 14]);
});

t.test('short work runs without a pause; an error in a step ends it', async (t) => {
  const work = mapInSlices([1, 2, 3], String, () => 0);
  t.equal(await turnsBeside(work), 0);
  t.strictSame(await work, ['1', '2', '3']);
  await t.rejects(
    mapInSlices([1], () => {
      throw new Error('no such thing');
    }),
    /no such thing/,
  );
});
