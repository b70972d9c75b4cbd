import { DAY_MS } from '../../lib/clock.ts';
import { toEntry, type LedgerRow } from '../rows.ts';
import type { CallFilter, UsageStore } from '../types.ts';
import { find, findAll, type StepRunner, type Value } from './step.ts';

type Answer<Name extends keyof UsageStore> = Awaited<ReturnType<UsageStore[Name]>>;

class Where {
  readonly #terms: string[] = [];
  readonly values: Value[] = [];

  add(term: string, ...values: readonly (Value | undefined)[]): void {
    const given = values.filter((value) => value !== undefined);
    if (given.length < values.length) return;
    this.#terms.push(term);
    this.values.push(...given);
  }

  get sql(): string {
    return this.#terms.join(' AND ');
  }
}

function whereOf(filter: CallFilter): Where {
  const where = new Where();
  where.add('account_id = ?', filter.accountId);
  where.add('period = ?', filter.period);
  where.add('tool = ?', filter.tool);
  where.add('outcome = ?', filter.outcome);
  where.add('key_id = ?', filter.keyId);
  return where;
}

export function createUsageStore(steps: StepRunner): UsageStore {
  return {
    summary: async (accountId, period) => {
      await steps.flush();
      return steps.read(
        findAll<Answer<'summary'>[number]>(
          `SELECT day, tool, nullif(key_id, '') AS "keyId", outcome, sum(calls) AS calls, sum(cost) AS cost
           FROM usage_day WHERE account_id = ? AND period = ? AND calls > 0
           GROUP BY day, tool, key_id, outcome ORDER BY day, tool, outcome`,
          accountId,
          period,
        ),
      );
    },
    days: async (accountId, fromDay) => {
      await steps.flush();
      return steps.read(
        findAll<Answer<'days'>[number]>(
          `SELECT day, period, outcome, sum(calls) AS calls, sum(cost) AS cost
           FROM usage_day WHERE account_id = ? AND day >= ? AND calls > 0
           GROUP BY day, period, outcome ORDER BY day, period, outcome`,
          accountId,
          fromDay,
        ),
      );
    },
    byAccount: async (fromDay) => {
      await steps.flush();
      return steps.read(
        findAll<Answer<'byAccount'>[number]>(
          `SELECT account_id AS "accountId", sum(calls) AS calls, sum(cost) AS cost, max(last_at) AS "lastAt"
           FROM usage_day WHERE day >= ? AND calls > 0 GROUP BY account_id ORDER BY account_id`,
          fromDay,
        ),
      );
    },
    calls: async (filter, limit, start = { offset: 0 }) => {
      await steps.flush();
      const where = whereOf(filter);
      where.add('receipt_id = ?', filter.receiptId);
      where.add('created_at >= ?', filter.fromDay === undefined ? undefined : filter.fromDay * DAY_MS);
      where.add('created_at < ?', filter.toDay === undefined ? undefined : (filter.toDay + 1) * DAY_MS);
      if ('after' in start) {
        where.add('(created_at, receipt_id) < (?, ?)', start.after.createdAt, start.after.receiptId);
      }
      const rows = await steps.read(
        findAll<LedgerRow>(
          `SELECT * FROM ledger WHERE ${where.sql} ORDER BY created_at DESC, receipt_id DESC LIMIT ? OFFSET ?`,
          ...where.values,
          limit,
          'offset' in start ? start.offset : 0,
        ),
      );
      return rows.map(toEntry);
    },
    count: async (filter) => {
      await steps.flush();
      const where = whereOf(filter);
      where.add('day >= ?', filter.fromDay);
      where.add('day <= ?', filter.toDay);
      const row = await steps.read(
        find<Answer<'count'>>(
          `SELECT calls, cost, "inSums" FROM
             (SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(cost), 0) AS cost
              FROM usage_day WHERE ${where.sql}) AS all_calls,
             (SELECT coalesce(sum(calls), 0) AS "inSums" FROM free_call_sum WHERE ${where.sql}) AS in_sums`,
          ...where.values,
          ...where.values,
        ),
      );
      return row as Answer<'count'>;
    },
  };
}
