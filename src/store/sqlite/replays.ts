import type { Database } from 'better-sqlite3';
import { REPLAY_BUDGET_BYTES, REPLAY_LEAST_BYTES } from '../limits.ts';
import type { NewReplay, Replay, ReplayStore, StoreLoad } from '../types.ts';
import { inBatches } from './in-batches.ts';
import type { SqliteWriter } from './writer.ts';

interface ReplayRow {
  tool: string;
  arguments_hash: string;
  result: string;
  expires_at: number;
}

/** The store, and the plain write for a step that is already inside a transaction. */
export function createReplayStore(
  db: Database,
  writer: SqliteWriter,
): {
  replays: ReplayStore;
  saveReplay: (replay: NewReplay) => void;
  held: () => Pick<StoreLoad, 'replayBytes' | 'mostReplayBytes' | 'replayBudgetBytes'>;
} {
  const find = db.prepare<[string, string, number], ReplayRow>(
    'SELECT tool, arguments_hash, result, expires_at FROM replay WHERE account_id = ? AND key = ? AND expires_at > ?',
  );
  const save = db.prepare(
    `INSERT INTO replay (account_id, key, tool, arguments_hash, result, expires_at, bytes)
     VALUES (@accountId, @key, @tool, @argumentsHash, @result, @expiresAt, @bytes)
     ON CONFLICT (account_id, key) DO UPDATE SET tool = excluded.tool, arguments_hash = excluded.arguments_hash,
       result = excluded.result, expires_at = excluded.expires_at, bytes = excluded.bytes`,
  );
  const held = db.prepare<[string], number>('SELECT bytes FROM replay_sum WHERE account_id = ?').pluck();
  const dropOldest = db.prepare<[string]>(
    `DELETE FROM replay WHERE rowid = (
       SELECT rowid FROM replay WHERE account_id = ? ORDER BY expires_at, rowid LIMIT 1)`,
  );
  const purge = db.prepare(
    'DELETE FROM replay WHERE rowid IN (SELECT rowid FROM replay WHERE expires_at <= ? LIMIT 20)',
  );
  const saveReplay = (replay: NewReplay): void => {
    const bytes = Math.max(REPLAY_LEAST_BYTES, Buffer.byteLength(replay.result));
    // One that does not fit would push out all others and then itself.
    if (bytes > REPLAY_BUDGET_BYTES) return;
    save.run({ ...replay, bytes });
    while ((held.get(replay.accountId) ?? 0) > REPLAY_BUDGET_BYTES && dropOldest.run(replay.accountId).changes > 0);
  };
  const sums = db.prepare<[], { all_bytes: number; most: number }>(
    'SELECT coalesce(sum(bytes), 0) AS all_bytes, coalesce(max(bytes), 0) AS most FROM replay_sum',
  );
  return {
    saveReplay,
    held: () => {
      const { all_bytes: replayBytes, most: mostReplayBytes } = sums.get() as { all_bytes: number; most: number };
      return { replayBytes, mostReplayBytes, replayBudgetBytes: REPLAY_BUDGET_BYTES };
    },
    replays: {
      find: async (accountId, key, now): Promise<Replay | undefined> => {
        const row = find.get(accountId, key, now);
        return (
          row && { tool: row.tool, argumentsHash: row.arguments_hash, result: row.result, expiresAt: row.expires_at }
        );
      },
      save: (replay) => writer.commit(() => saveReplay(replay)),
      purge: (now, signal) => inBatches(writer, () => purge.run(now).changes, signal),
    },
  };
}
