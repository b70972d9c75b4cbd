import type { Replay, ReplayStore, StoreLoad } from '../types.ts';
import { REPLAY_BUDGET_BYTES } from '../limits.ts';
import { storableKey } from './batch-keys.ts';
import type { Batches } from './batches.ts';
import type { PostgresConnections } from './connection.ts';
import { inBatches, batchStatement } from './in-batches.ts';
import type { PostgresWriter } from './writer.ts';

/** Answers kept for repeats. A key that a call has claimed, and has no answer under yet, is not among them. */
export function createReplayStore(
  { pool }: PostgresConnections,
  writer: PostgresWriter,
  batches: Pick<Batches, 'put'>,
): {
  replays: ReplayStore;
  held: () => Promise<Pick<StoreLoad, 'replayBytes' | 'mostReplayBytes' | 'replayBudgetBytes'>>;
} {
  return {
    held: async () => {
      const { rows } = await pool.query<{ all_bytes: number; most: number }>(
        'SELECT coalesce(sum(bytes), 0) AS all_bytes, coalesce(max(bytes), 0) AS most FROM replay_sum',
      );
      const [row] = rows;
      return {
        replayBytes: row?.all_bytes ?? 0,
        mostReplayBytes: row?.most ?? 0,
        replayBudgetBytes: REPLAY_BUDGET_BYTES,
      };
    },
    replays: {
      find: async (accountId, key, now) => {
        const { rows } = await pool.query<Replay>(
          `SELECT tool, arguments_hash AS "argumentsHash", result, expires_at AS "expiresAt" FROM replay
           WHERE account_id = $1 AND key = $2 AND expires_at > $3 AND result IS NOT NULL`,
          [accountId, storableKey({ key }).key, now],
        );
        return rows[0];
      },
      save: async (replay) => {
        await batches.put({ do: 'save', replay: storableKey(replay) });
      },
      purge: (now, signal) => inBatches(writer, batchStatement(PURGE, now), signal),
    },
  };
}

/** What a call is using waits for the next time. */
const PURGE = `
  DELETE FROM replay USING (
    SELECT account_id, key FROM replay WHERE expires_at <= $1 ORDER BY expires_at LIMIT 200 FOR UPDATE SKIP LOCKED) AS expired
  WHERE replay.account_id = expired.account_id AND replay.key = expired.key`;
