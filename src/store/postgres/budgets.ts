import type { BudgetStore } from '../types.ts';
import { lockName } from './locks.ts';
import type { Writer } from './writer.ts';

/**
 * Every call is kept with its time, so that a limit holds over any window of
 * its length, wherever the API's own days and weeks begin.
 */
export function createBudgetStore(writer: Writer): BudgetStore {
  return {
    take: (name, limits, now) =>
      writer.commit(async (tx) => {
        await lockName(tx, `budget ${name}`);
        /** Calls that a clock since set back made in its future count as made now. */
        await tx.query('UPDATE api_call SET at = $1 WHERE budget = $2 AND at > $1', [now, name]);
        const freeAt: number[] = [];
        for (const { calls, windowMs } of limits) {
          const { rows } = await tx.query<{ at: number }>(
            'SELECT at FROM api_call WHERE budget = $1 ORDER BY at DESC LIMIT 1 OFFSET $2',
            [name, calls - 1],
          );
          const at = (rows[0]?.at ?? Number.NEGATIVE_INFINITY) + windowMs;
          if (at > now) freeAt.push(at);
        }
        if (freeAt.length > 0) return Math.max(...freeAt);
        const oldest = now - Math.max(0, ...limits.map(({ windowMs }) => windowMs));
        await tx.query('DELETE FROM api_call WHERE budget = $1 AND at <= $2', [name, oldest]);
        await tx.query('INSERT INTO api_call (budget, at) VALUES ($1, $2)', [name, now]);
        return undefined;
      }),
  };
}
