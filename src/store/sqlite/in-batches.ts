import type { SqliteWriter } from './writer.ts';

/** How long one batch of background work may block the thread. */
const SLICE_MS = 8;

/**
 * Work on many rows, in transactions of a few milliseconds: callers' steps
 * come between them. `work` does a little and says how many rows that was; 0
 * when nothing is left. Once `signal` is aborted, no further slice is begun.
 */
export async function inBatches(writer: SqliteWriter, work: () => number, signal?: AbortSignal): Promise<number> {
  let rows = 0;
  for (let left = true; left && !signal?.aborted;) {
    rows += await writer.commit(() => {
      const endsAt = performance.now() + SLICE_MS;
      let done = 0;
      do {
        const now = work();
        done += now;
        left = now > 0;
      } while (left && performance.now() < endsAt);
      return done;
    });
  }
  return rows;
}
