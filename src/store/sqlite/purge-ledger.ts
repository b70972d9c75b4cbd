import type { Database } from 'better-sqlite3';
import { DAY_MS } from '../../lib/clock.ts';
import { RESEAL_MONTHS, UNSEAL } from '../steps/digests.ts';
import type { LedgerStore } from '../types.ts';
import { inBatches } from './in-batches.ts';
import type { SqliteWriter } from './writer.ts';

const ROWS = 50;

export function createLedgerPurge(db: Database, writer: SqliteWriter): LedgerStore['purge'] {
  const accounts = db.prepare<[string], { id: string; period: number }>(
    'SELECT id, period FROM account WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT 1',
  );
  // Handles one account at a time, so that the index finds the rows to delete and no others are read.
  const dropCalls = db
    .prepare<[string, number, number], number>(
      `DELETE FROM ledger WHERE receipt_id IN (
         SELECT receipt_id FROM ledger WHERE account_id = ? AND created_at < ? AND period < ? AND state <> 'reserved'
         LIMIT ${ROWS}) RETURNING period`,
    )
    .pluck();
  const dropSums = db.prepare<[string, number, number]>(
    'DELETE FROM free_call_sum WHERE account_id = ? AND day < ? AND period < ?',
  );
  const mark = db.prepare<[string, number]>(
    `UPDATE account_month SET calls_purged = 1, ${UNSEAL} WHERE account_id = ? AND period = ?`,
  );
  const reseal = db.prepare<[string]>(RESEAL_MONTHS);
  return async (before, signal) => {
    let last = '';
    let rows = 0;
    await inBatches(
      writer,
      () => {
        const account = accounts.get(last);
        if (!account) return 0;
        const periods = dropCalls.all(account.id, before, account.period);
        for (const period of new Set(periods)) mark.run(account.id, period);
        if (periods.length > 0) reseal.run(account.id);
        rows += periods.length;
        if (periods.length < ROWS) {
          rows += dropSums.run(account.id, Math.floor(before / DAY_MS), account.period).changes;
          last = account.id;
        }
        return 1;
      },
      signal,
    );
    return rows;
  };
}
