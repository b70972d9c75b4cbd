import { rollForward } from '../../credits/renewal.ts';
import type { Month, RolledForward } from '../../credits/types.ts';
import { toRecord, type AccountRow } from '../rows.ts';
import type { AccountRecord, StoreOptions } from '../types.ts';
import { SEAL_ACCOUNT, SEAL_MONTH } from './digests.ts';
import { change, findAll, type Step, type Value } from './step.ts';

export type TermsOf = NonNullable<StoreOptions['termsOf']>;

export const ACCOUNT_BY_ID = 'SELECT * FROM account WHERE id = ? AND deleted_at IS NULL';
const IN_PERIODS = 'WHERE account_id = ? AND period BETWEEN ? AND ?';

export function* findAccount(
  id: string,
  now: number,
  termsOf: TermsOf,
  lock?: 'lock',
): Step<RolledForward<AccountRecord> | undefined> {
  const statement = { sql: ACCOUNT_BY_ID, values: [id] };
  const { rows } = yield lock ? { ...statement, lockClause: 'FOR NO KEY UPDATE' } : statement;
  const row = rows[0] as AccountRow | undefined;
  return row && (yield* rollAccount(toRecord(row), now, termsOf));
}

/**
 * Moves an account to its month at `now`, without writing it. Reads other months only if the account is not in that
 * month yet.
 */
export function* rollAccount(record: AccountRecord, now: number, termsOf: TermsOf): Step<RolledForward<AccountRecord>> {
  const asked: number[] = [];
  const rolled = rollForward(record, now, { termsOf, monthOf: (period) => void asked.push(period) });
  if (asked.length === 0) return rolled;
  const periods = [Math.min(...asked), Math.max(...asked)];
  const known = new Map<number, Pick<Month, 'allowance' | 'used'>>();
  // The credits used in a month without a row in account_month are in the daily sums.
  const sums = yield* findAll<{ period: number; used: number }>(
    `SELECT period, sum(cost) AS used FROM usage_day ${IN_PERIODS} GROUP BY period HAVING sum(cost) > 0`,
    record.id,
    ...periods,
  );
  for (const { period, used } of sums) known.set(period, { allowance: record.allowance, used });
  const months = yield* findAll<Pick<Month, 'period' | 'allowance' | 'used'>>(
    `SELECT period, allowance, used FROM account_month ${IN_PERIODS}`,
    record.id,
    ...periods,
  );
  for (const month of months) known.set(month.period, month);
  return rollForward(record, now, { termsOf, monthOf: (period) => known.get(period) });
}

export const WRITE_ACCOUNT = `
  UPDATE account SET plan = ?, anchor_at = ?, period = ?, period_ends_at = ?, allowance = ?, balance = ?,
    overage_used = ?, overage_limit = ? WHERE id = ?`;

export function accountValues(account: AccountRecord): Value[] {
  return [
    account.plan,
    account.anchorAt,
    account.period,
    account.periodEndsAt,
    account.allowance,
    account.balance,
    account.overageUsed,
    account.overageLimit,
    account.id,
  ];
}

export function* writeAccount({ account, ended }: RolledForward<AccountRecord>): Step<void> {
  const { id } = account;
  for (const month of ended) {
    yield* change(
      `INSERT INTO account_month (account_id, period, plan, starts_at, ends_at, allowance, used, overage_rate, ended_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (account_id, period) DO UPDATE SET plan = excluded.plan, starts_at = excluded.starts_at,
         ends_at = excluded.ends_at, allowance = excluded.allowance, used = excluded.used,
         overage_rate = excluded.overage_rate, ended_by = excluded.ended_by`,
      id,
      month.period,
      month.plan,
      month.startsAt,
      month.endsAt,
      month.allowance,
      month.used,
      month.overageRate,
      month.endedBy,
    );
    yield* change(SEAL_MONTH, id, month.period);
  }
  yield* change(WRITE_ACCOUNT, ...accountValues(account));
  if (ended.length > 0) yield* change(SEAL_ACCOUNT, id);
}
