import type { Queryable } from './connection.ts';
import type { PostgresWriter } from './writer.ts';

/**
 * Work on many rows, in short transactions. `work` does a little and says how
 * many rows that was; 0 when nothing is left. Once `signal` is aborted, no
 * further slice is begun.
 */
export async function inBatches(
  writer: PostgresWriter,
  work: (tx: Queryable) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let rows = 0;
  while (!signal?.aborted) {
    const done = await writer.commit((tx) => work(tx));
    if (done === 0) break;
    rows += done;
  }
  return rows;
}

/** A statement that does a slice, as such work. */
export function batchStatement(sql: string, ...values: readonly unknown[]): (tx: Queryable) => Promise<number> {
  return async (tx) => (await tx.query(sql, values)).rowCount;
}
