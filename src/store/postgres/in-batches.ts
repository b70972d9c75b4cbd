import type { Queryable } from './connection.ts';
import type { PostgresWriter } from './writer.ts';

/**
 * Runs work on many rows in short transactions. `work` handles one batch and returns its number of rows, 0 when none
 * are left. After `signal` is aborted, no further batch is started.
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

export function batchStatement(sql: string, ...values: readonly unknown[]): (tx: Queryable) => Promise<number> {
  return async (tx) => (await tx.query(sql, values)).rowCount;
}
