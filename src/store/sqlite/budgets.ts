import type { Database } from 'better-sqlite3';
import type { BudgetStore } from '../types.ts';
import type { Writer } from './writer.ts';

/**
 * Every call is kept with its time, so that a limit holds over any window of
 * its length, wherever the API's own days and weeks begin.
 */
export function createBudgetStore(db: Database, writer: Writer): BudgetStore {
  const forget = db.prepare<[string, number]>('DELETE FROM api_call WHERE budget = ? AND at <= ?');
  /** Calls that a clock since set back made in its future count as made now. */
  const recall = db.prepare<[number, string, number]>('UPDATE api_call SET at = ? WHERE budget = ? AND at > ?');
  const insert = db.prepare<[string, number]>('INSERT INTO api_call (budget, at) VALUES (?, ?)');
  /** The time of the n-th last call. */
  const nthLast = db
    .prepare<[string, number], number>('SELECT at FROM api_call WHERE budget = ? ORDER BY at DESC LIMIT 1 OFFSET ?')
    .pluck();
  return {
    take: (name, limits, now) =>
      writer.commit(() => {
        recall.run(now, name, now);
        const freeAt = limits
          .map(({ calls, windowMs }) => (nthLast.get(name, calls - 1) ?? Number.NEGATIVE_INFINITY) + windowMs)
          .filter((at) => at > now);
        if (freeAt.length > 0) return Math.max(...freeAt);
        forget.run(name, now - Math.max(0, ...limits.map(({ windowMs }) => windowMs)));
        insert.run(name, now);
        return undefined;
      }),
  };
}
