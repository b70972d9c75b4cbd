import type { SpentTrialStore } from '../types.ts';
import { change, find, type StepRunner } from './step.ts';

export function createSpentTrialStore(steps: StepRunner): SpentTrialStore {
  return {
    salt: async () => {
      const row = await steps.read(find<{ value: string }>("SELECT value FROM salt WHERE name = 'spent_trial'"));
      return (row as { value: string }).value;
    },
    note: (hash, at) =>
      steps.write(() =>
        change(
          `INSERT INTO spent_trial (hash, at) VALUES (?, ?)
           ON CONFLICT (hash) DO UPDATE SET at = greatest(spent_trial.at, excluded.at)`,
          hash,
          at,
        ),
      ),
    hasAny: async (since) =>
      (await steps.read(find('SELECT 1 FROM spent_trial WHERE at >= ? LIMIT 1', since))) !== undefined,
    has: async (hash, since) =>
      (await steps.read(find('SELECT 1 FROM spent_trial WHERE hash = ? AND at >= ?', hash, since))) !== undefined,
    purge: (before, signal) =>
      steps.repeat(
        'DELETE FROM spent_trial WHERE hash IN (SELECT hash FROM spent_trial WHERE at < ? LIMIT ?)',
        [before],
        signal,
      ),
  };
}
