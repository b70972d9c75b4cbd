import type { Database } from 'better-sqlite3';
import { DAY_MS } from '../../lib/clock.ts';
import type { CallFilter, CallStart, LedgerEntry, UsageStore } from '../types.ts';
import { toEntry, type LedgerRow } from '../rows.ts';
import type { SqliteWriter } from './writer.ts';

/** Terms and what is bound to them; values are never written into SQL. */
class Where {
  readonly #terms: string[] = [];
  readonly values: (string | number)[] = [];

  add(term: string, ...values: readonly (string | number | undefined)[]): void {
    const given = values.filter((value) => value !== undefined);
    if (given.length < values.length) return;
    this.#terms.push(term);
    this.values.push(...given);
  }

  get sql(): string {
    return this.#terms.join(' AND ');
  }
}

/** What the log and the sums by day have in common. */
function whereOf(filter: CallFilter): Where {
  const where = new Where();
  where.add('account_id = ?', filter.accountId);
  where.add('period = ?', filter.period);
  where.add('tool = ?', filter.tool);
  where.add('outcome = ?', filter.outcome);
  where.add('key_id = ?', filter.keyId);
  return where;
}

export function createUsageStore(db: Database, writer: SqliteWriter): UsageStore {
  const summary = db.prepare<
    [string, number],
    { day: number; tool: string; keyId: string | null; outcome: LedgerEntry['outcome']; calls: number; cost: number }
  >(
    `SELECT day, tool, nullif(key_id, '') AS keyId, outcome, sum(calls) AS calls, sum(cost) AS cost
     FROM usage_day WHERE account_id = ? AND period = ? AND calls > 0
     GROUP BY day, tool, key_id, outcome ORDER BY day, tool, outcome`,
  );
  const totals = db.prepare<[number], { accountId: string; calls: number; cost: number; lastAt: number }>(
    `SELECT account_id AS accountId, sum(calls) AS calls, sum(cost) AS cost, max(last_at) AS lastAt
     FROM usage_day WHERE day >= ? AND calls > 0 GROUP BY 1`,
  );
  return {
    summary: async (accountId, period) => {
      writer.flush();
      return summary.all(accountId, period);
    },
    byAccount: async (fromDay) => {
      writer.flush();
      return totals.all(fromDay);
    },
    calls: async (filter, limit, start: CallStart = { offset: 0 }): Promise<LedgerEntry[]> => {
      writer.flush();
      const where = whereOf(filter);
      where.add('created_at >= ?', filter.fromDay === undefined ? undefined : filter.fromDay * DAY_MS);
      where.add('created_at < ?', filter.toDay === undefined ? undefined : (filter.toDay + 1) * DAY_MS);
      if ('after' in start) {
        where.add('(created_at, receipt_id) < (?, ?)', start.after.createdAt, start.after.receiptId);
      }
      return db
        .prepare<(string | number)[], LedgerRow>(
          `SELECT * FROM ledger WHERE ${where.sql} ORDER BY created_at DESC, receipt_id DESC LIMIT ? OFFSET ?`,
        )
        .all(...where.values, limit, 'offset' in start ? start.offset : 0)
        .map(toEntry);
    },
    count: async (filter) => {
      writer.flush();
      const where = whereOf(filter);
      where.add('day >= ?', filter.fromDay);
      where.add('day <= ?', filter.toDay);
      const all = db
        .prepare<(string | number)[], { calls: number; cost: number }>(
          `SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(cost), 0) AS cost FROM usage_day WHERE ${where.sql}`,
        )
        .get(...where.values) as { calls: number; cost: number };
      const inSums = db
        .prepare<(string | number)[], number>(`SELECT coalesce(sum(calls), 0) FROM free_call_sum WHERE ${where.sql}`)
        .pluck()
        .get(...where.values) as number;
      return { ...all, inSums };
    },
  };
}
