import { renewalAfter } from '../../credits/billing-period.ts';
import { changePlan } from '../../credits/plan-change.ts';
import type { Month } from '../../credits/types.ts';
import { addressTaken, noSuchAccount, passwordChanged } from '../refusals.ts';
import { toRecord, type AccountRow } from '../rows.ts';
import type { AccountRecord, AccountStore, AddressHolder } from '../types.ts';
import { findAccount, rollAccount, writeAccount, type TermsOf } from './account-rows.ts';
import { SEAL_ACCOUNT } from './digests.ts';
import { change, find, findAll, lockAccount, run, type Step, type StepRunner, type Value } from './step.ts';

/**
 * Tables with many rows per account, which are deleted in batches. The batches are smaller where a row can be large.
 */
const MANY = [
  'DELETE FROM ledger WHERE receipt_id IN (SELECT receipt_id FROM ledger WHERE account_id = ? LIMIT ?)',
  `DELETE FROM replay WHERE (account_id, key) IN (SELECT account_id, key FROM replay WHERE account_id = ? LIMIT ? / 10)`,
  'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE account_id = ? LIMIT ?)',
  `DELETE FROM saved_search_seen WHERE (search_id, hash) IN (SELECT search_id, hash FROM saved_search_seen
     WHERE search_id IN (SELECT id FROM saved_search WHERE account_id = ?) LIMIT ?)`,
  `DELETE FROM saved_delivery WHERE id IN (SELECT saved_delivery.id FROM saved_delivery
     WHERE search_id IN (SELECT id FROM saved_search WHERE account_id = ?) LIMIT ? / 10)`,
];

interface EngineParts {
  addressIs: string;
  read: AccountStore['findById'];
  termsOf: TermsOf;
}

export function createAccountStore(steps: StepRunner, { addressIs, read, termsOf }: EngineParts): AccountStore {
  const findHolder = (email: string): Step<AddressHolder | undefined> =>
    find(
      `SELECT id, email, password_hash AS "passwordHash" FROM account WHERE ${addressIs} AND deleted_at IS NULL`,
      email,
    );

  function commit<T>(begin: () => Step<T>, after?: 'notes'): Promise<T> {
    return steps.write((changed) => {
      changed();
      return begin();
    }, after);
  }
  function* set(column: string, value: Value, id: string): Step<void> {
    const written = yield* run(`UPDATE account SET ${column} = ? WHERE id = ? AND deleted_at IS NULL`, value, id);
    if (written === 0) throw noSuchAccount(id);
  }
  async function purge(signal?: AbortSignal): Promise<number> {
    const hidden = await steps.read(findAll<{ id: string }>('SELECT id FROM account WHERE deleted_at IS NOT NULL'));
    let gone = 0;
    for (const { id } of hidden) {
      for (const part of MANY) await steps.repeat(part, [id], signal);
      if (signal?.aborted) return gone;
      await steps.write(() => change('DELETE FROM free_call_sum WHERE account_id = ?', id));
      // The remaining rows, which are few, are deleted by foreign keys together with the account.
      await steps.write(() => change('DELETE FROM account WHERE id = ?', id));
      gone += 1;
    }
    return gone;
  }

  return {
    create: (account) =>
      commit(function* () {
        const { id, email, createdAt, allowance } = account;
        if (yield* findHolder(email)) throw addressTaken(email);
        yield* unlessTaken(
          email,
          run(
            `INSERT INTO account (id, email, plan, subscription_id, created_at, trial_ends_at, anchor_at, period,
               period_ends_at, allowance, balance, operator, password_hash)
             VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)`,
            id,
            email,
            account.plan,
            account.subscriptionId,
            createdAt,
            account.trialEndsAt,
            createdAt,
            renewalAfter(createdAt, 1),
            allowance,
            allowance,
            account.operator,
            account.passwordHash ?? null,
          ),
        );
        yield* change(SEAL_ACCOUNT, id);
        return (yield* findAccount(id, createdAt, termsOf))?.account as AccountRecord;
      }),
    findById: read,
    findHolder: (email) => steps.read(findHolder(email)),
    list: (now) =>
      steps.read(
        (function* () {
          const rows = yield* findAll<AccountRow>(
            'SELECT * FROM account WHERE deleted_at IS NULL ORDER BY created_at, id',
          );
          const records: AccountRecord[] = [];
          for (const row of rows) records.push((yield* rollAccount(toRecord(row), now, termsOf)).account);
          return records;
        })(),
      ),
    setPlan: (id, { plan, terms, subscriptionId, trialEndsAt, at }) =>
      commit(function* () {
        const found = yield* findAccount(id, at, termsOf, 'lock');
        if (!found) throw noSuchAccount(id);
        const last = yield* find<{ period: number | null }>(
          'SELECT max(period) AS period FROM account_month WHERE account_id = ?',
          id,
        );
        yield* writeAccount(changePlan(found, { plan, terms, at, lastPeriod: last?.period ?? 0 }, { termsOf }));
        yield* change(
          'UPDATE account SET subscription_id = ?, trial_ends_at = ? WHERE id = ?',
          subscriptionId,
          trialEndsAt,
          id,
        );
        // The change begins a new month, so searches that had reached their monthly limit run again. A search with a
        // run in progress is not rescheduled, but its row is locked, so that the run cannot stop at the limit of the
        // old month afterwards.
        yield* change(
          `UPDATE saved_search SET next_run_at = CASE WHEN run_key IS NULL THEN ? ELSE next_run_at END
           WHERE account_id = ? AND (state = 'limit' OR run_key IS NOT NULL)`,
          at,
          id,
        );
        // With `notes`, calls that were noted before this change are written first, because they belong to the old
        // plan.
      }, 'notes'),
    setOverage: (id, limit) => commit(() => set('overage_limit', limit, id)),
    setPassword: (id, passwordHash, before) =>
      commit(function* () {
        yield* lockAccount(id);
        const present = yield* find<{ hash: string | null }>(
          'SELECT password_hash AS hash FROM account WHERE id = ? AND deleted_at IS NULL',
          id,
        );
        if (!present) throw noSuchAccount(id);
        if (before !== undefined && before !== present.hash) throw passwordChanged();
        yield* set('password_hash', passwordHash, id);
      }),
    setEmail: (id, email) =>
      commit(function* () {
        const holder = yield* findHolder(email);
        if (holder && holder.id !== id) throw addressTaken(email);
        yield* unlessTaken(email, set('email', email, id));
      }),
    setOperator: (id, operator) => commit(() => set('operator', operator, id)),
    months: (id, now) =>
      steps.read(
        (function* () {
          const recorded = yield* findAll<Month>(
            `SELECT period, plan, starts_at AS "startsAt", ends_at AS "endsAt", allowance, used,
               overage_rate AS "overageRate", ended_by AS "endedBy" FROM account_month WHERE account_id = ?`,
            id,
          );
          const ended = (yield* findAccount(id, now, termsOf))?.ended ?? [];
          const months = new Map([...recorded, ...ended].map((month) => [month.period, month]));
          return [...months.values()].sort((one, other) => one.period - other.period);
        })(),
      ),
    delete: async (id) => {
      const deleted = await commit(function* () {
        const hidden = yield* run(
          'UPDATE account SET deleted_at = ?, email = id WHERE id = ? AND deleted_at IS NULL',
          Date.now(),
          id,
        );
        yield* change('DELETE FROM api_key WHERE account_id = ?', id);
        return hidden > 0;
      });
      if (deleted) await purge();
      return deleted;
    },
    purge,
  };
}

/**
 * Another transaction can take the address after the check. The error of the unique index is then replaced by
 * `addressTaken`.
 */
function* unlessTaken<T>(email: string, write: Step<T>): Step<T> {
  try {
    return yield* write;
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    throw code === '23505' && constraint === 'account_email' ? addressTaken(email) : error;
  }
}
