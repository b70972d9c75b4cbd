import type { Database } from 'better-sqlite3';
import type { SpentTrialStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

export function createSpentTrialStore(db: Database, writer: Writer): SpentTrialStore {
  const salt = db.prepare<[], string>("SELECT value FROM salt WHERE name = 'spent_trial'").pluck();
  const note = db.prepare<[string, number]>(
    'INSERT INTO spent_trial (hash, at) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET at = max(at, excluded.at)',
  );
  const any = db.prepare<[number]>('SELECT 1 FROM spent_trial WHERE at >= ? LIMIT 1');
  const one = db.prepare<[string, number]>('SELECT 1 FROM spent_trial WHERE hash = ? AND at >= ?');
  const purge = db.prepare<[number]>(
    'DELETE FROM spent_trial WHERE hash IN (SELECT hash FROM spent_trial WHERE at < ? LIMIT 100)',
  );
  return {
    salt: async () => salt.get() as string,
    note: (hash, at) =>
      writer.commit(() => {
        note.run(hash, at);
      }),
    hasAny: async (since) => any.get(since) !== undefined,
    has: async (hash, since) => one.get(hash, since) !== undefined,
    purge: (before, signal) => inSlices(writer, () => purge.run(before).changes, signal),
  };
}
