import type { BudgetStore } from '../types.ts';
import { change, find, lockName, type StepRunner } from './step.ts';

/** The time of every call is stored, so that a limit holds in any window of its length. */
export function createBudgetStore(steps: StepRunner): BudgetStore {
  return {
    take: (name, limits, now) =>
      steps.write(function* () {
        yield* lockName(`budget ${name}`);
        yield* change('UPDATE api_call SET at = ? WHERE budget = ? AND at > ?', now, name, now);
        const freeAt: number[] = [];
        for (const { calls, windowMs } of limits) {
          const nthLast = yield* find<{ at: number }>(
            'SELECT at FROM api_call WHERE budget = ? ORDER BY at DESC LIMIT 1 OFFSET ?',
            name,
            calls - 1,
          );
          const at = (nthLast?.at ?? Number.NEGATIVE_INFINITY) + windowMs;
          if (at > now) freeAt.push(at);
        }
        if (freeAt.length > 0) return Math.max(...freeAt);
        const oldest = now - Math.max(0, ...limits.map(({ windowMs }) => windowMs));
        yield* change('DELETE FROM api_call WHERE budget = ? AND at <= ?', name, oldest);
        yield* change('INSERT INTO api_call (budget, at) VALUES (?, ?)', name, now);
        return undefined;
      }),
  };
}
