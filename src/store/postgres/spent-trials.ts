import type { SpentTrialStore } from '../types.ts';
import type { Connections } from './connection.ts';
import { inSlices, slice } from './slices.ts';
import type { Writer } from './writer.ts';

export function createSpentTrialStore({ pool }: Connections, writer: Writer): SpentTrialStore {
  return {
    salt: async () => {
      const { rows } = await pool.query<{ value: string }>("SELECT value FROM salt WHERE name = 'spent_trial'");
      return (rows[0] as { value: string }).value;
    },
    note: (hash, at) =>
      writer.commit(async (tx) => {
        await tx.query(
          `INSERT INTO spent_trial (hash, at) VALUES ($1, $2)
           ON CONFLICT (hash) DO UPDATE SET at = greatest(spent_trial.at, excluded.at)`,
          [hash, at],
        );
      }),
    hasAny: async (since) =>
      (await pool.query('SELECT 1 FROM spent_trial WHERE at >= $1 LIMIT 1', [since])).rowCount > 0,
    has: async (hash, since) =>
      (await pool.query('SELECT 1 FROM spent_trial WHERE hash = $1 AND at >= $2', [hash, since])).rowCount > 0,
    purge: (before, signal) =>
      inSlices(
        writer,
        slice('DELETE FROM spent_trial WHERE hash IN (SELECT hash FROM spent_trial WHERE at < $1 LIMIT 1000)', before),
        signal,
      ),
  };
}
