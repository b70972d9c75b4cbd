import type { Database } from 'better-sqlite3';
import type { NewReplay, Replay, ReplayStore } from '../types.ts';
import { inSlices } from './slices.ts';
import type { Writer } from './writer.ts';

interface ReplayRow {
  tool: string;
  arguments_hash: string;
  result: string;
  expires_at: number;
}

/** The store, and the plain write for a step that is already inside a transaction. */
export function createReplayStore(
  db: Database,
  writer: Writer,
): { replays: ReplayStore; saveReplay: (replay: NewReplay) => void } {
  const find = db.prepare<[string, string, number], ReplayRow>(
    'SELECT tool, arguments_hash, result, expires_at FROM replay WHERE account_id = ? AND key = ? AND expires_at > ?',
  );
  const save = db.prepare(
    `INSERT INTO replay (account_id, key, tool, arguments_hash, result, expires_at)
     VALUES (@accountId, @key, @tool, @argumentsHash, @result, @expiresAt)
     ON CONFLICT (account_id, key) DO UPDATE SET tool = excluded.tool, arguments_hash = excluded.arguments_hash,
       result = excluded.result, expires_at = excluded.expires_at`,
  );
  const purge = db.prepare(
    'DELETE FROM replay WHERE rowid IN (SELECT rowid FROM replay WHERE expires_at <= ? LIMIT 20)',
  );
  const saveReplay = (replay: NewReplay): void => {
    save.run(replay);
  };
  return {
    saveReplay,
    replays: {
      find: async (accountId, key, now): Promise<Replay | undefined> => {
        const row = find.get(accountId, key, now);
        return (
          row && { tool: row.tool, argumentsHash: row.arguments_hash, result: row.result, expiresAt: row.expires_at }
        );
      },
      save: (replay) => writer.commit(() => saveReplay(replay)),
      purge: (now) => inSlices(writer, () => purge.run(now).changes),
    },
  };
}
