import type { Database } from 'better-sqlite3';
import { renewalAfter } from '../../credits/billing-period.ts';
import { changePlan } from '../../credits/plan-change.ts';
import type { AccountRecord, AccountStore, AddressHolder } from '../types.ts';
import { addressTaken, noSuchAccount, passwordChanged } from '../refusals.ts';
import { toMonth, type MonthRow } from '../rows.ts';
import { SEAL_ACCOUNT } from '../steps/digests.ts';
import type { SqliteAccountRows } from './account-rows.ts';
import type { Revision } from './revision.ts';
import { inBatches } from './in-batches.ts';
import type { SqliteWriter } from './writer.ts';

export function createAccountStore(
  db: Database,
  writer: SqliteWriter,
  rows: SqliteAccountRows,
  revision: Revision,
): AccountStore {
  const insert = db.prepare(
    `INSERT INTO account (id, email, plan, subscription_id, created_at, trial_ends_at, anchor_at, period, period_ends_at, allowance, balance, operator, password_hash)
     VALUES (@id, @email, @plan, @subscriptionId, @createdAt, @trialEndsAt, @createdAt, 0, @periodEndsAt, @allowance, @allowance, @operator, @passwordHash)`,
  );
  const seal = db.prepare<[string]>(SEAL_ACCOUNT);
  const holderOf = db.prepare<[string], AddressHolder>(
    'SELECT id, email, password_hash AS passwordHash FROM account WHERE email = ? AND deleted_at IS NULL',
  );
  const setEmail = db.prepare<[string, string]>('UPDATE account SET email = ? WHERE id = ? AND deleted_at IS NULL');
  const passwordOf = db
    .prepare<[string], string | null>('SELECT password_hash FROM account WHERE id = ? AND deleted_at IS NULL')
    .pluck();
  const setPassword = db.prepare<[string, string]>('UPDATE account SET password_hash = ? WHERE id = ?');
  const setTrial = db.prepare('UPDATE account SET subscription_id = ?, trial_ends_at = ? WHERE id = ?');
  const lastPeriod = db
    .prepare<[string], number | null>('SELECT max(period) FROM account_month WHERE account_id = ?')
    .pluck();
  const months = db.prepare<[string], MonthRow>('SELECT * FROM account_month WHERE account_id = ? ORDER BY period');
  // The address is free again at once.
  const hide = db.prepare<[number, string]>(
    'UPDATE account SET deleted_at = ?, email = id WHERE id = ? AND deleted_at IS NULL',
  );
  const dropKeys = db.prepare<[string]>('DELETE FROM api_key WHERE account_id = ?');
  const hidden = db.prepare<[], string>('SELECT id FROM account WHERE deleted_at IS NOT NULL').pluck();
  const parts = [
    `DELETE FROM ledger WHERE receipt_id IN (SELECT receipt_id FROM ledger WHERE account_id = ? LIMIT 50)`,
    `DELETE FROM replay WHERE rowid IN (SELECT rowid FROM replay WHERE account_id = ? LIMIT 20)`,
    `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE account_id = ? LIMIT 50)`,
    'DELETE FROM free_call_sum WHERE account_id = ?',
    // What is left is little, and goes with it.
    'DELETE FROM account WHERE id = ?',
  ].map((sql) => db.prepare<[string]>(sql));

  function commit<T>(step: () => T): Promise<T> {
    return writer.commit(() => {
      const value = step();
      revision.bump();
      return value;
    });
  }
  function update(sql: string): (id: string, value: unknown) => Promise<void> {
    const statement = db.prepare(`${sql} WHERE id = ? AND deleted_at IS NULL`);
    return (id, value) =>
      commit(() => {
        rows.drop(id);
        if (statement.run(value, id).changes === 0) throw noSuchAccount(id);
      });
  }
  async function purge(signal?: AbortSignal): Promise<number> {
    let gone = 0;
    for (const id of hidden.all()) {
      for (const part of parts) await inBatches(writer, () => part.run(id).changes, signal);
      if (signal?.aborted) return gone;
      gone += 1;
    }
    return gone;
  }
  const setOperator = update('UPDATE account SET operator = ?');

  return {
    create: (account) =>
      commit(() => {
        if (holderOf.get(account.email)) {
          throw addressTaken(account.email);
        }
        insert.run({
          ...account,
          operator: account.operator ? 1 : 0,
          passwordHash: account.passwordHash ?? null,
          periodEndsAt: renewalAfter(account.createdAt, 1),
        });
        seal.run(account.id);
        return rows.find(account.id, account.createdAt)?.account as AccountRecord;
      }),
    findById: (id, now) => rows.read(id, now),
    findHolder: async (email) => holderOf.get(email),
    list: async (now) => rows.all().map((record) => rows.turn(record, now).account),
    setPlan: (id, { plan, terms, subscriptionId, trialEndsAt, at }) =>
      commit(() => {
        const found = rows.find(id, at);
        if (!found) throw noSuchAccount(id);
        const change = { plan, terms, at, lastPeriod: lastPeriod.get(id) ?? 0 };
        rows.write(changePlan(found, change, rows.calendarOf(id)));
        setTrial.run(subscriptionId, trialEndsAt, id);
      }),
    setOverage: update('UPDATE account SET overage_limit = ?'),
    setPassword: (id, passwordHash, before) =>
      commit(() => {
        const present = passwordOf.get(id);
        if (present === undefined) throw noSuchAccount(id);
        if (before !== undefined && before !== present) {
          throw passwordChanged();
        }
        rows.drop(id);
        setPassword.run(passwordHash, id);
      }),
    setEmail: (id, email) =>
      commit(() => {
        const holder = holderOf.get(email);
        if (holder && holder.id !== id) throw addressTaken(email);
        rows.drop(id);
        if (setEmail.run(email, id).changes === 0) throw noSuchAccount(id);
      }),
    setOperator: (id, operator) => setOperator(id, operator ? 1 : 0),
    months: async (id, now) => {
      const known = new Map(months.all(id).map((row) => [row.period, toMonth(row)]));
      for (const month of rows.find(id, now)?.ended ?? []) known.set(month.period, month);
      return [...known.values()].sort((one, other) => one.period - other.period);
    },
    delete: async (id) => {
      const deleted = await commit(() => {
        rows.drop(id);
        dropKeys.run(id);
        return hide.run(Date.now(), id).changes > 0;
      });
      if (deleted) await purge();
      return deleted;
    },
    purge,
  };
}
