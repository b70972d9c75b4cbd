import { setImmediate as breathe } from 'node:timers/promises';

const SLICE_MS = 2;

/** Maps the items in order, and lets other work run about every 2 ms. `elapsed` returns milliseconds. */
export async function mapInSlices<Item, Mapped>(
  items: readonly Item[],
  map: (item: Item) => Mapped,
  elapsed: () => number = () => performance.now(),
): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  let begunAt = elapsed();
  for (const item of items) {
    if (elapsed() - begunAt >= SLICE_MS) {
      await breathe();
      begunAt = elapsed();
    }
    mapped.push(map(item));
  }
  return mapped;
}
