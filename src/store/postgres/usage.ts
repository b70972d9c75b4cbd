import { DAY_MS } from '../../lib/clock.ts';
import type { CallFilter, CallStart, LedgerEntry, UsageStore } from '../types.ts';
import type { PostgresConnections } from './connection.ts';
import type { PostgresWriter } from './writer.ts';

const ENTRY = `receipt_id AS "receiptId", account_id AS "accountId", key_id AS "keyId", tool, state, outcome, period,
  amount, cached, created_at AS "createdAt", duration_ms AS "durationMs"`;

/** Terms and what is bound to them; values are never written into SQL. */
class Where {
  readonly #terms: string[] = [];
  readonly values: (string | number)[] = [];

  /** Each `?` of the term is the next of the values. */
  add(term: string, ...values: readonly (string | number | undefined)[]): void {
    const given = values.filter((value) => value !== undefined);
    if (given.length < values.length) return;
    let place = this.values.length;
    this.#terms.push(term.replaceAll('?', () => `$${(place += 1)}`));
    this.values.push(...given);
  }

  /** Gives the place of a value that is part of no term. */
  bind(value: string | number): string {
    return `$${this.values.push(value)}`;
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

export function createUsageStore({ pool }: PostgresConnections, writer: PostgresWriter): UsageStore {
  return {
    summary: async (accountId, period) => {
      await writer.flush();
      const { rows } = await pool.query<Awaited<ReturnType<UsageStore['summary']>>[number]>(
        `SELECT day, tool, nullif(key_id, '') AS "keyId", outcome, sum(calls)::bigint AS calls, sum(cost)::bigint AS cost
         FROM usage_day WHERE account_id = $1 AND period = $2 AND calls > 0
         GROUP BY day, tool, key_id, outcome ORDER BY day, tool, outcome`,
        [accountId, period],
      );
      return rows;
    },
    byAccount: async (fromDay) => {
      await writer.flush();
      const { rows } = await pool.query<Awaited<ReturnType<UsageStore['byAccount']>>[number]>(
        `SELECT account_id AS "accountId", sum(calls)::bigint AS calls, sum(cost)::bigint AS cost, max(last_at) AS "lastAt"
         FROM usage_day WHERE day >= $1 AND calls > 0 GROUP BY account_id ORDER BY account_id`,
        [fromDay],
      );
      return rows;
    },
    calls: async (filter, limit, start: CallStart = { offset: 0 }): Promise<LedgerEntry[]> => {
      await writer.flush();
      const where = whereOf(filter);
      where.add('created_at >= ?', filter.fromDay === undefined ? undefined : filter.fromDay * DAY_MS);
      where.add('created_at < ?', filter.toDay === undefined ? undefined : (filter.toDay + 1) * DAY_MS);
      if ('after' in start) {
        where.add('(created_at, receipt_id) < (?, ?)', start.after.createdAt, start.after.receiptId);
      }
      const most = where.bind(limit);
      const from = where.bind('offset' in start ? start.offset : 0);
      const { rows } = await pool.query<LedgerEntry>(
        `SELECT ${ENTRY} FROM ledger WHERE ${where.sql} ORDER BY created_at DESC, receipt_id DESC LIMIT ${most} OFFSET ${from}`,
        where.values,
      );
      return rows;
    },
    count: async (filter) => {
      await writer.flush();
      const where = whereOf(filter);
      where.add('day >= ?', filter.fromDay);
      where.add('day <= ?', filter.toDay);
      const { rows } = await pool.query<Awaited<ReturnType<UsageStore['count']>>>(
        `SELECT calls, cost, "inSums" FROM
           (SELECT coalesce(sum(calls), 0)::bigint AS calls, coalesce(sum(cost), 0)::bigint AS cost
            FROM usage_day WHERE ${where.sql}) AS all_calls,
           (SELECT coalesce(sum(calls), 0)::bigint AS "inSums" FROM free_call_sum WHERE ${where.sql}) AS in_sums`,
        where.values,
      );
      return rows[0] as Awaited<ReturnType<UsageStore['count']>>;
    },
  };
}
