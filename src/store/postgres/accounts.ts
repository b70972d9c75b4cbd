import { renewalAfter } from '../../credits/billing-period.ts';
import { changePlan } from '../../credits/plan-change.ts';
import type { AccountRecord, AccountStore, AddressHolder } from '../types.ts';
import { addressTaken, noSuchAccount, passwordChanged } from '../refusals.ts';
import { toMonth, type MonthRow } from '../rows.ts';
import type { PostgresAccountRows } from './account-rows.ts';
import type { PostgresConnections, Queryable } from './connection.ts';
import { codeOf } from './fault-codes.ts';
import { lockAccount } from './locks.ts';
import { inBatches, batchStatement } from './in-batches.ts';
import type { TransactionWork, PostgresWriter } from './writer.ts';

const UNIQUE_VIOLATION = '23505';

/** What an account leaves behind, in slices. What is left then is little, and goes with it. */
const PARTS = [
  'DELETE FROM ledger WHERE receipt_id IN (SELECT receipt_id FROM ledger WHERE account_id = $1 LIMIT 500)',
  'DELETE FROM replay WHERE account_id = $1 AND key IN (SELECT key FROM replay WHERE account_id = $1 LIMIT 50)',
  'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE account_id = $1 LIMIT 500)',
  'DELETE FROM free_call_sum WHERE account_id = $1',
  'DELETE FROM account WHERE id = $1',
];

export function createAccountStore(
  { pool }: PostgresConnections,
  writer: PostgresWriter,
  rows: PostgresAccountRows,
): AccountStore {
  async function holderOf(tx: Queryable, email: string): Promise<AddressHolder | undefined> {
    const found = await tx.query<AddressHolder>(
      `SELECT id, email, password_hash AS "passwordHash" FROM account
       WHERE lower(email) = lower($1 COLLATE "C") AND deleted_at IS NULL`,
      [email],
    );
    return found.rows[0];
  }
  function commit<T>(step: TransactionWork<T>, after?: 'notes'): Promise<T> {
    return writer.commit((tx, changed) => {
      changed();
      return step(tx, changed);
    }, after);
  }
  function update(set: string): (id: string, value: unknown) => Promise<void> {
    return (id, value) =>
      commit(async (tx) => {
        const { rowCount } = await tx.query(`UPDATE account SET ${set} = $1 WHERE id = $2 AND deleted_at IS NULL`, [
          value,
          id,
        ]);
        if (rowCount === 0) throw noSuchAccount(id);
      });
  }
  async function purge(signal?: AbortSignal): Promise<number> {
    const hidden = await pool.query<{ id: string }>('SELECT id FROM account WHERE deleted_at IS NOT NULL');
    let gone = 0;
    for (const { id } of hidden.rows) {
      for (const part of PARTS) await inBatches(writer, batchStatement(part, id), signal);
      if (signal?.aborted) return gone;
      gone += 1;
    }
    return gone;
  }

  return {
    create: (account) =>
      commit(async (tx) => {
        if (await holderOf(tx, account.email)) throw addressTaken(account.email);
        await unlessTaken(account.email, () =>
          tx.query(
            `INSERT INTO account (id, email, plan, subscription_id, created_at, trial_ends_at, anchor_at, period,
               period_ends_at, allowance, balance, operator, password_hash)
             VALUES ($1, $2, $3, $4, $5, $6, $5, 0, $7, $8, $8, $9, $10)`,
            [
              account.id,
              account.email,
              account.plan,
              account.subscriptionId,
              account.createdAt,
              account.trialEndsAt,
              renewalAfter(account.createdAt, 1),
              account.allowance,
              account.operator,
              account.passwordHash ?? null,
            ],
          ),
        );
        return (await rows.find(tx, account.id, account.createdAt, { lock: false }))?.account as AccountRecord;
      }),
    findById: (id, now) => rows.read(id, now),
    findHolder: (email) => holderOf(pool, email),
    list: async (now) => {
      const records: AccountRecord[] = [];
      for (const record of await rows.all()) records.push((await rows.turn(pool, record, now)).account);
      return records;
    },
    setPlan: (id, { plan, terms, subscriptionId, trialEndsAt, at }) =>
      commit(async (tx) => {
        const found = await rows.find(tx, id, at, { lock: true });
        if (!found) throw noSuchAccount(id);
        const { rows: last } = await tx.query<{ period: number | null }>(
          'SELECT max(period) AS period FROM account_month WHERE account_id = $1',
          [id],
        );
        const change = { plan, terms, at, lastPeriod: last[0]?.period ?? 0 };
        await rows.write(tx, changePlan(found, change, await rows.calendarOf(tx, found.account)));
        await tx.query('UPDATE account SET subscription_id = $1, trial_ends_at = $2 WHERE id = $3', [
          subscriptionId,
          trialEndsAt,
          id,
        ]);
        // Calls that are to be noted were made under the plan of before.
      }, 'notes'),
    setOverage: update('overage_limit'),
    setPassword: (id, passwordHash, before) =>
      commit(async (tx) => {
        const { rows: present } = await tx.query<{ hash: string | null }>(
          'SELECT password_hash AS hash FROM account WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
          [id],
        );
        if (!present[0]) throw noSuchAccount(id);
        if (before !== undefined && before !== present[0].hash) {
          throw passwordChanged();
        }
        await tx.query('UPDATE account SET password_hash = $1 WHERE id = $2', [passwordHash, id]);
      }),
    setEmail: (id, email) =>
      commit(async (tx) => {
        const holder = await holderOf(tx, email);
        if (holder && holder.id !== id) throw addressTaken(email);
        const { rowCount } = await unlessTaken(email, () =>
          tx.query('UPDATE account SET email = $1 WHERE id = $2 AND deleted_at IS NULL', [email, id]),
        );
        if (rowCount === 0) throw noSuchAccount(id);
      }),
    setOperator: update('operator'),
    months: async (id, now) => {
      const lines = await pool.query<MonthRow>('SELECT * FROM account_month WHERE account_id = $1', [id]);
      const known = new Map(lines.rows.map((row) => [row.period, toMonth(row)]));
      const found = await rows.find(pool, id, now, { lock: false });
      for (const month of found?.ended ?? []) known.set(month.period, month);
      return [...known.values()].sort((one, other) => one.period - other.period);
    },
    delete: async (id) => {
      const deleted = await commit(async (tx) => {
        if (!(await lockAccount(tx, id, 'living'))) return false;
        await tx.query('DELETE FROM api_key WHERE account_id = $1', [id]);
        // The address is free again at once.
        await tx.query('UPDATE account SET deleted_at = $1, email = id WHERE id = $2', [Date.now(), id]);
        return true;
      });
      if (deleted) await purge();
      return deleted;
    },
    purge,
  };
}

/** Another transaction may take an address between the look and the write. */
async function unlessTaken<T>(email: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { constraint } = error as { constraint?: unknown };
    throw codeOf(error) === UNIQUE_VIOLATION && constraint === 'account_email' ? addressTaken(email) : error;
  }
}
