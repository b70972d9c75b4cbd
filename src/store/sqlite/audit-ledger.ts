import type { Database } from 'better-sqlite3';
import { auditMonth, auditPresentMonth } from '../../credits/audit.ts';
import { isoTime } from '../../lib/clock.ts';
import type { AccountRows } from './account-rows.ts';

const DAY_MS = 86_400_000;

/** Sentences about accounts whose figures do not add up: a whole read of the ledger. */
export function auditLedger(db: Database, rows: AccountRows): string[] {
  const sums = db.prepare<[], { account_id: string; period: number; amount: number }>(
    'SELECT account_id, period, sum(amount) AS amount FROM ledger GROUP BY 1, 2',
  );
  const months = db.prepare<[string, number], { period: number; starts_at: number; used: number }>(
    'SELECT period, starts_at, used FROM account_month WHERE account_id = ? AND period <> ? AND calls_purged = 0',
  );
  const miscounted = db.prepare<[], { account_id: string; day: number }>(
    `SELECT DISTINCT account_id, day FROM (
       SELECT account_id, period, day, tool, key_id, outcome, calls, cost FROM usage_day WHERE calls > 0
       UNION ALL
       SELECT account_id, period, day, tool, key_id, outcome, sum(calls), sum(cost) FROM (
         SELECT account_id, period, created_at / ${DAY_MS} AS day, tool, coalesce(key_id, '') AS key_id, outcome,
           count(*) AS calls, sum(amount) AS cost
         FROM ledger GROUP BY 1, 2, 3, 4, 5, 6
         UNION ALL
         SELECT account_id, period, day, tool, key_id, outcome, calls, 0 FROM free_call_sum
       ) GROUP BY 1, 2, 3, 4, 5, 6
     ) WHERE account_id NOT IN (SELECT id FROM account WHERE deleted_at IS NOT NULL)
     GROUP BY account_id, period, day, tool, key_id, outcome, calls, cost HAVING count(*) <> 2`,
  );
  const problems: string[] = [];
  // One moment for all of it: another process may write meanwhile.
  db.transaction(() => {
    const used = new Map(sums.all().map((row) => [`${row.account_id} ${row.period}`, row.amount]));
    for (const account of rows.all()) {
      problems.push(...auditPresentMonth(account.id, account, used.get(`${account.id} ${account.period}`) ?? 0));
      for (const month of months.all(account.id, account.period)) {
        const line = { startsAt: month.starts_at, used: month.used };
        problems.push(...auditMonth(account.id, line, used.get(`${account.id} ${month.period}`) ?? 0));
      }
    }
    for (const { account_id: id, day } of miscounted.all()) {
      const date = isoTime(day * DAY_MS).slice(0, 10);
      problems.push(`Account ${id}: the sums of ${date} are not those of that day's calls.`);
    }
  })();
  return problems;
}
