import { DAY_MS } from '../../lib/clock.ts';
import { RESEAL_MONTHS, UNSEAL } from '../steps/digests.ts';
import type { LedgerStore } from '../types.ts';
import type { PostgresConnections, Queryable } from './connection.ts';
import type { PostgresWriter } from './writer.ts';

/** A transaction keeps the account locked, so it deletes at most this many entries. */
const ROWS = 500;

const NEXT = `
  SELECT id FROM account WHERE id > $1 AND deleted_at IS NULL AND (
      EXISTS (SELECT 1 FROM ledger WHERE account_id = account.id AND created_at < $2 AND ledger.period < account.period
        AND state <> 'reserved')
      OR EXISTS (SELECT 1 FROM free_call_sum WHERE account_id = account.id AND day < $3
        AND free_call_sum.period < account.period))
    ORDER BY id LIMIT 1`;

/**
 * Deletes ledger entries and sums of free calls that are older than `before` and belong to ended months. The rows of
 * the months stay; those whose ledger entries were deleted are marked as purged.
 */
export function createLedgerPurge({ pool }: PostgresConnections, writer: PostgresWriter): LedgerStore['purge'] {
  return async (before, signal) => {
    const beforeDay = Math.floor(before / DAY_MS);
    let last = '';
    let dropped = 0;
    while (!signal?.aborted) {
      const { rows } = await pool.query<{ id: string }>(NEXT, [last, before, beforeDay]);
      const id = rows[0]?.id;
      if (id === undefined) break;
      const { calls, sums } = await writer.commit((tx) => dropSome(tx, id, before, beforeDay));
      dropped += calls + sums;
      if (calls < ROWS) last = id;
    }
    return dropped;
  };
}

async function dropSome(
  tx: Queryable,
  id: string,
  before: number,
  beforeDay: number,
): Promise<{ calls: number; sums: number }> {
  const { rows } = await tx.query<{ period: number }>(
    'SELECT period FROM account WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [id],
  );
  const period = rows[0]?.period;
  if (period === undefined) return { calls: 0, sums: 0 };
  const gone = await tx.query<{ period: number }>(
    `DELETE FROM ledger WHERE receipt_id IN (
       SELECT receipt_id FROM ledger WHERE account_id = $1 AND created_at < $2 AND period < $3 AND state <> 'reserved'
       ORDER BY receipt_id LIMIT ${ROWS}) RETURNING period`,
    [id, before, period],
  );
  await tx.query(`UPDATE account_month SET calls_purged = true, ${UNSEAL} WHERE account_id = $1 AND period = ANY($2)`, [
    id,
    [...new Set(gone.rows.map((row) => row.period))],
  ]);
  await tx.query(RESEAL_MONTHS.replace('?', '$1'), [id]);
  if (gone.rowCount === ROWS) return { calls: ROWS, sums: 0 };
  const sums = await tx.query('DELETE FROM free_call_sum WHERE account_id = $1 AND day < $2 AND period < $3', [
    id,
    beforeDay,
    period,
  ]);
  return { calls: gone.rowCount, sums: sums.rowCount };
}
