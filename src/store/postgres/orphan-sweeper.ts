import { giveBack, release } from '../../credits/calls.ts';
import type { AccountRecord } from '../types.ts';
import { toEntry, toRecord, type AccountRow, type LedgerRow } from '../rows.ts';
import { giveBackTo } from './account-rows.ts';
import type { Queryable } from './connection.ts';
import { DATABASE_NOW } from './database-clock.ts';
import { CLOSE_ENTRIES, closeValues, moneyValues, WRITE_MONEY } from './ledger-rows.ts';

/**
 * Releases the reservations of a replica, deletes the idempotency keys that its calls have claimed, and ends its lease.
 * With `ifExpired`, does nothing unless the lease has expired. Returns the number of released reservations.
 */
export async function reclaim(tx: Queryable, id: string, ifExpired?: 'ifExpired'): Promise<number> {
  const { rowCount } = await tx.query(
    ifExpired
      ? 'SELECT 1 FROM replica WHERE id = $1 AND lease_until < clock_timestamp() FOR UPDATE SKIP LOCKED'
      : 'SELECT 1 FROM replica WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (rowCount === 0) return 0;
  await tx.query(
    `DELETE FROM replay USING (
       SELECT account_id, key FROM replay WHERE holder = $1 AND result IS NULL ORDER BY account_id, key FOR UPDATE) AS dropped
     WHERE replay.account_id = dropped.account_id AND replay.key = dropped.key`,
    [id],
  );
  const released = await releaseHolds(
    tx,
    `SELECT ledger.*, ${DATABASE_NOW} AS now FROM ledger
     WHERE holder = $1 AND state = 'reserved' ORDER BY receipt_id FOR UPDATE`,
    [id],
  );
  await tx.query('DELETE FROM replica WHERE id = $1', [id]);
  return released;
}

/** Releases the selected reservations. Each account stays in the month in which it was last written. */
async function releaseHolds(tx: Queryable, select: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await tx.query<LedgerRow & { now: number }>(select, values);
  if (rows.length === 0) return 0;
  const ids = [...new Set(rows.map(({ account_id: id }) => id))];
  const found = await tx.query<AccountRow>('SELECT * FROM account WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
    ids,
  ]);
  const accounts = new Map<string, AccountRecord>(found.rows.map((row) => [row.id, toRecord(row)]));
  const past: [string, number, number][] = [];
  const closed = rows.map((row) => {
    const { entry, givenBack } = release(toEntry(row), 'abandoned', Math.max(0, row.now - row.created_at));
    const account = accounts.get(entry.accountId);
    if (account?.period === entry.period) accounts.set(account.id, giveBack(account, givenBack));
    else if (givenBack > 0) past.push([entry.accountId, entry.period, givenBack]);
    return entry;
  });
  await tx.query(WRITE_MONEY, moneyValues([...accounts.values()]));
  await giveBackTo(tx, past);
  await tx.query(CLOSE_ENTRIES, closeValues(closed));
  return closed.length;
}
