import type { Database } from 'better-sqlite3';
import type { CallFilter, LedgerEntry, UsageStore } from '../types.ts';
import { toEntry, type LedgerRow } from './ledger.ts';
import type { Writer } from './writer.ts';

/** The filter as SQL; values are bound, never written into it. */
function whereOf(filter: CallFilter): { sql: string; values: (string | number)[] } {
  const terms = ['account_id = ?'];
  const values: (string | number)[] = [filter.accountId];
  const add = (term: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    terms.push(term);
    values.push(value);
  };
  add('period = ?', filter.period);
  add('created_at >= ?', filter.from);
  add('created_at < ?', filter.until);
  add('tool = ?', filter.tool);
  add('outcome = ?', filter.outcome);
  add('key_id = ?', filter.keyId);
  return { sql: terms.join(' AND '), values };
}

export function createUsageStore(db: Database, writer: Writer): UsageStore {
  const summary = db.prepare<
    [string, number],
    { day: number; tool: string; keyId: string | null; calls: number; cost: number }
  >(
    `SELECT created_at / 86400000 AS day, tool, key_id AS keyId, count(*) AS calls, sum(from_allowance + from_overage) AS cost
     FROM ledger WHERE account_id = ? AND period = ? GROUP BY 1, 2, 3 ORDER BY 1, 2`,
  );
  const totals = db.prepare<[number], { accountId: string; calls: number; cost: number; lastAt: number }>(
    `SELECT account_id AS accountId, count(*) AS calls, sum(from_allowance + from_overage) AS cost, max(created_at) AS lastAt
     FROM ledger WHERE created_at >= ? GROUP BY 1`,
  );
  return {
    summary: async (accountId, period) => {
      writer.flush();
      return summary.all(accountId, period);
    },
    byAccount: async (since) => totals.all(since),
    calls: async (filter, limit, offset): Promise<LedgerEntry[]> => {
      writer.flush();
      const { sql, values } = whereOf(filter);
      return db
        .prepare<(string | number)[], LedgerRow>(
          `SELECT * FROM ledger WHERE ${sql} ORDER BY created_at DESC, receipt_id DESC LIMIT ? OFFSET ?`,
        )
        .all(...values, limit, offset)
        .map(toEntry);
    },
    count: async (filter) => {
      const { sql, values } = whereOf(filter);
      return db
        .prepare<(string | number)[], { calls: number; cost: number }>(
          `SELECT count(*) AS calls, coalesce(sum(from_allowance + from_overage), 0) AS cost FROM ledger WHERE ${sql}`,
        )
        .get(...values) as { calls: number; cost: number };
    },
  };
}
