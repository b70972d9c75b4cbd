import { auditMonth, auditPresentMonth } from '../../credits/audit.ts';
import { isoTime } from '../../lib/clock.ts';
import type { AccountRows } from './account-rows.ts';
import type { Connections } from './connection.ts';

const DAY_MS = 86_400_000;

/** Sentences about accounts whose figures do not add up: a whole read of the ledger, at one moment. */
export function auditLedger(connections: Connections, rows: AccountRows): Promise<string[]> {
  return connections.longTransaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const sums = await tx.query<{ account_id: string; period: number; amount: number }>(
      'SELECT account_id, period, sum(amount) AS amount FROM ledger GROUP BY 1, 2',
    );
    const used = new Map(sums.rows.map((row) => [`${row.account_id} ${row.period}`, row.amount]));
    const lines = await tx.query<{ account_id: string; period: number; starts_at: number; used: number }>(
      `SELECT account_id, period, starts_at, used FROM account_month WHERE NOT calls_purged ORDER BY account_id, period`,
    );
    const monthsOf = new Map<string, (typeof lines.rows)[number][]>();
    for (const line of lines.rows) {
      const months = monthsOf.get(line.account_id);
      if (months) months.push(line);
      else monthsOf.set(line.account_id, [line]);
    }
    const problems: string[] = [];
    for (const account of await rows.all(tx)) {
      problems.push(...auditPresentMonth(account.id, account, used.get(`${account.id} ${account.period}`) ?? 0));
      for (const month of monthsOf.get(account.id) ?? []) {
        if (month.period === account.period) continue;
        const line = { startsAt: month.starts_at, used: month.used };
        problems.push(...auditMonth(account.id, line, used.get(`${account.id} ${month.period}`) ?? 0));
      }
    }
    const miscounted = await tx.query<{ account_id: string; day: number }>(MISCOUNTED);
    for (const { account_id: id, day } of miscounted.rows) {
      const date = isoTime(day * DAY_MS).slice(0, 10);
      problems.push(`Account ${id}: the sums of ${date} are not those of that day's calls.`);
    }
    return problems;
  });
}

const MISCOUNTED = `
  SELECT DISTINCT account_id, day FROM (
    SELECT account_id, period, day, tool, key_id, outcome, calls, cost FROM usage_day WHERE calls > 0
    UNION ALL
    SELECT account_id, period, day, tool, key_id, outcome, sum(calls)::bigint, sum(cost)::bigint FROM (
      SELECT account_id, period, created_at / ${DAY_MS} AS day, tool, coalesce(key_id, '') AS key_id, outcome,
        count(*) AS calls, sum(amount)::bigint AS cost
      FROM ledger GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT account_id, period, day, tool, key_id, outcome, calls, 0 FROM free_call_sum
    ) AS calls GROUP BY 1, 2, 3, 4, 5, 6
  ) AS both_sides
  WHERE NOT EXISTS (SELECT 1 FROM account WHERE id = account_id AND deleted_at IS NOT NULL)
  GROUP BY account_id, period, day, tool, key_id, outcome, calls, cost HAVING count(*) <> 2
  ORDER BY account_id, day`;
