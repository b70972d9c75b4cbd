import type { SqliteWriter } from './writer.ts';

const SLICE_MS = 8;

/**
 * Runs work on many rows in transactions of a few milliseconds, so that writes of calls can run in between. `work`
 * handles some rows and returns their number, 0 when none are left. After `signal` is aborted, no further batch is
 * started.
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
