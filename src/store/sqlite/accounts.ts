import type { Database } from 'better-sqlite3';
import { ServiceError } from '../../errors.ts';
import { periodAt, renewalAfter } from '../../lib/billing-period.ts';
import type { AccountRecord, AccountStore } from '../types.ts';
import type { Writer } from './writer.ts';

export interface AccountRow {
  id: string;
  email: string;
  plan: string;
  subscription_id: string | null;
  created_at: number;
  trial_ends_at: number | null;
  anchor_at: number;
  period: number;
  period_ends_at: number;
  allowance: number;
  balance: number;
  overage_used: number;
  overage_limit: number | null;
  operator: number;
  password_hash: string | null;
}

/** The row as it stands at `now`: renewed when its month has passed (SPEC §7). */
export function renewed(row: Readonly<AccountRow>, now: number): Readonly<AccountRow> {
  if (now < row.period_ends_at) return row;
  const from = periodAt(row.anchor_at, row.period_ends_at - 1);
  const to = periodAt(row.anchor_at, now);
  return {
    ...row,
    period: row.period + (to.index - from.index),
    period_ends_at: to.endsAt,
    balance: row.allowance,
    overage_used: 0,
  };
}

function toRecord(row: Readonly<AccountRow>): AccountRecord {
  return {
    id: row.id,
    email: row.email,
    plan: row.plan,
    subscriptionId: row.subscription_id,
    createdAt: row.created_at,
    trialEndsAt: row.trial_ends_at,
    anchorAt: row.anchor_at,
    period: row.period,
    periodEndsAt: row.period_ends_at,
    allowance: row.allowance,
    balance: row.balance,
    overageUsed: row.overage_used,
    overageLimit: row.overage_limit,
    operator: row.operator === 1,
    passwordHash: row.password_hash,
  };
}

export function createAccountStore(db: Database, writer: Writer, changed: () => void): AccountStore {
  const insert = db.prepare(
    `INSERT INTO account (id, email, plan, subscription_id, created_at, trial_ends_at, anchor_at, period, period_ends_at, allowance, balance, operator)
     VALUES (@id, @email, @plan, @subscriptionId, @createdAt, @trialEndsAt, @createdAt, 0, @periodEndsAt, @allowance, @allowance, @operator)`,
  );
  const byId = db.prepare<[string], AccountRow>('SELECT * FROM account WHERE id = ?');
  const byEmail = db.prepare<[string], AccountRow>('SELECT * FROM account WHERE email = ?');
  const all = db.prepare<[], AccountRow>('SELECT * FROM account ORDER BY created_at, id');
  const setPlan = db.prepare(
    `UPDATE account SET plan = @plan, subscription_id = @subscriptionId, trial_ends_at = @trialEndsAt, anchor_at = @at,
       period = period + 1, period_ends_at = @periodEndsAt, allowance = @allowance, balance = @allowance, overage_used = 0
     WHERE id = @id`,
  );
  const remove = db.prepare('DELETE FROM account WHERE id = ?');

  function commit<T>(step: () => T): Promise<T> {
    return writer.commit(() => {
      const value = step();
      changed();
      return value;
    });
  }
  function update(sql: string): (id: string, value: unknown) => Promise<void> {
    const statement = db.prepare(sql);
    return (id, value) =>
      commit(() => {
        if (statement.run(value, id).changes === 0) throw noSuchAccount(id);
      });
  }
  const setOverage = update('UPDATE account SET overage_limit = ? WHERE id = ?');
  const setPassword = update('UPDATE account SET password_hash = ? WHERE id = ?');
  const setOperator = update('UPDATE account SET operator = ? WHERE id = ?');

  return {
    create: (account) =>
      commit(() => {
        if (byEmail.get(account.email)) {
          throw new ServiceError('validation', `An account with the e-mail address ${account.email} exists already.`);
        }
        insert.run({
          ...account,
          operator: account.operator ? 1 : 0,
          periodEndsAt: renewalAfter(account.createdAt, 1),
        });
        return toRecord(byId.get(account.id) as AccountRow);
      }),
    findById: async (id, now) => {
      const row = byId.get(id);
      return row && toRecord(renewed(row, now));
    },
    findByEmail: async (email, now) => {
      const row = byEmail.get(email);
      return row && toRecord(renewed(row, now));
    },
    list: async (now) => all.all().map((row) => toRecord(renewed(row, now))),
    setPlan: (id, change) =>
      commit(() => {
        const row = byId.get(id);
        if (!row) throw noSuchAccount(id);
        // The months that passed unseen are counted first, so that no two months share a number.
        db.prepare('UPDATE account SET period = ? WHERE id = ?').run(renewed(row, change.at).period, id);
        setPlan.run({ ...change, id, periodEndsAt: renewalAfter(change.at, 1) });
      }),
    setOverage,
    setPassword,
    setOperator: (id, operator) => setOperator(id, operator ? 1 : 0),
    delete: (id) => commit(() => remove.run(id).changes > 0),
  };
}

function noSuchAccount(id: string): ServiceError {
  return new ServiceError('validation', `There is no account ${id}.`);
}
