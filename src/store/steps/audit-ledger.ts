import {
  auditMonth,
  auditPresentMonth,
  monthChanged,
  monthsMissing,
  presentMonthChanged,
} from '../../credits/audit.ts';
import { DAY_MS, isoTime } from '../../lib/clock.ts';
import { toRecord, type AccountRow } from '../rows.ts';
import { ACCOUNT_DIGEST, MONTH_DIGEST, UNPURGED_MONTH_DIGEST } from './digests.ts';
import { findAll, type Step } from './step.ts';

const CALLS_BY_DAY = `
  SELECT account_id, period, created_at / ${DAY_MS} AS day, tool, coalesce(key_id, '') AS key_id, outcome,
    count(*) AS calls, CAST(sum(amount) AS BIGINT) AS cost
  FROM ledger GROUP BY 1, 2, 3, 4, 5, 6
  UNION ALL
  SELECT account_id, period, day, tool, key_id, outcome, calls, 0 FROM free_call_sum`;

const MISCOUNTED = `
  SELECT DISTINCT account_id AS "accountId", day FROM (
    SELECT account_id, period, day, tool, key_id, outcome, calls, cost FROM usage_day WHERE calls > 0
    UNION ALL
    SELECT account_id, period, day, tool, key_id, outcome, CAST(sum(calls) AS BIGINT), CAST(sum(cost) AS BIGINT)
    FROM (${CALLS_BY_DAY}) AS calls_by_day GROUP BY 1, 2, 3, 4, 5, 6
  ) AS both_sides
  WHERE NOT EXISTS (SELECT 1 FROM account WHERE id = account_id AND deleted_at IS NOT NULL)
  GROUP BY account_id, period, day, tool, key_id, outcome, calls, cost HAVING count(*) <> 2
  ORDER BY account_id, day`;

export function* auditLedger(): Step<string[]> {
  const sums = yield* findAll<{ accountId: string; period: number; amount: number }>(
    'SELECT account_id AS "accountId", period, sum(amount) AS amount FROM ledger GROUP BY 1, 2',
  );
  const used = new Map(sums.map(({ accountId, period, amount }) => [`${accountId} ${period}`, amount]));
  const lines = yield* findAll<ClosedMonth>(
    `SELECT account_id AS "accountId", period, starts_at AS "startsAt", used, calls_purged AS "callsPurged",
       digest IN (${MONTH_DIGEST}, ${UNPURGED_MONTH_DIGEST}) AS sealed
     FROM account_month ORDER BY account_id, period`,
  );
  const monthsOf = new Map<string, ClosedMonth[]>();
  for (const line of lines) {
    const months = monthsOf.get(line.accountId);
    if (months) months.push(line);
    else monthsOf.set(line.accountId, [line]);
  }
  const problems: string[] = [];
  const accounts = yield* findAll<AccountRow & { sealed: unknown }>(
    `SELECT account.*, digest = ${ACCOUNT_DIGEST} AS sealed FROM account
     WHERE deleted_at IS NULL ORDER BY created_at, id`,
  );
  for (const { sealed, ...row } of accounts) {
    const account = toRecord(row);
    const { id, period } = account;
    const usedIn = (month: number): number => used.get(`${id} ${month}`) ?? 0;
    problems.push(...auditPresentMonth(id, account, usedIn(period)));
    if (!sealed) problems.push(presentMonthChanged(id));
    const months = monthsOf.get(id) ?? [];
    // Months are numbered from 0, and each ended month has a row.
    const missing = period - months.filter((month) => month.period < period).length;
    if (missing > 0) problems.push(monthsMissing(id, missing));
    for (const month of months) {
      // The month is current again because the clock was set back, so it is not closed.
      if (month.period === period) continue;
      if (!month.callsPurged) problems.push(...auditMonth(id, month, usedIn(month.period)));
      if (!month.sealed) problems.push(monthChanged(id, month));
    }
  }
  for (const { accountId, day } of yield* findAll<{ accountId: string; day: number }>(MISCOUNTED)) {
    const date = isoTime(day * DAY_MS).slice(0, 10);
    problems.push(`Account ${accountId}: the sums of ${date} are not those of that day's calls.`);
  }
  return problems;
}

interface ClosedMonth {
  accountId: string;
  period: number;
  startsAt: number;
  used: number;
  callsPurged: unknown;
  sealed: unknown;
}
