import { setImmediate as breathe } from 'node:timers/promises';

/** How long work may keep everybody else waiting at a time. */
const SLICE_MS = 2;

/** Maps in order; after about 2 ms of work whatever else waits has its turn. `elapsed`: in milliseconds. */
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
