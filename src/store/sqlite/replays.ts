import type { Database } from 'better-sqlite3';
import { NEVER_MS, REPLAY_BUDGET_BYTES, REPLAY_LEAST_BYTES } from '../limits.ts';
import { findReplay } from '../steps/replays.ts';
import type { StepRunner } from '../steps/step.ts';
import type { NewReplay, ReplayStore } from '../types.ts';
import { inBatches } from './in-batches.ts';
import type { SqliteWriter } from './writer.ts';

/** `saveReplay` must be called inside a transaction. */
export function createReplayStore(
  db: Database,
  writer: SqliteWriter,
  steps: StepRunner,
): {
  replays: ReplayStore;
  saveReplay: (replay: NewReplay) => void;
} {
  const save = db.prepare(
    `INSERT INTO replay (account_id, key, tool, arguments_hash, result, expires_at, bytes)
     VALUES (@accountId, @key, @tool, @argumentsHash, @result, @expiresAt, @bytes)
     ON CONFLICT (account_id, key) DO UPDATE SET tool = excluded.tool, arguments_hash = excluded.arguments_hash,
       result = excluded.result, expires_at = excluded.expires_at, bytes = excluded.bytes`,
  );
  const held = db.prepare<[string], number>('SELECT bytes FROM replay_sum WHERE account_id = ?').pluck();
  const dropOldest = db.prepare<[string]>(
    `DELETE FROM replay WHERE rowid = (
       SELECT rowid FROM replay WHERE account_id = ? AND expires_at < ${NEVER_MS}
       ORDER BY expires_at, rowid LIMIT 1)`,
  );
  const purge = db.prepare(
    'DELETE FROM replay WHERE rowid IN (SELECT rowid FROM replay WHERE expires_at <= ? LIMIT 20)',
  );
  const saveReplay = (replay: NewReplay): void => {
    const bytes = Math.max(REPLAY_LEAST_BYTES, Buffer.byteLength(replay.result));
    // An answer larger than the budget would delete all other replays and then itself.
    if (bytes > REPLAY_BUDGET_BYTES) return;
    save.run({ ...replay, bytes });
    while ((held.get(replay.accountId) ?? 0) > REPLAY_BUDGET_BYTES && dropOldest.run(replay.accountId).changes > 0);
  };
  return {
    saveReplay,
    replays: {
      find: (accountId, key, now) => steps.read(findReplay(accountId, key, now)),
      save: (replay) => writer.commit(() => saveReplay(replay)),
      purge: (now, signal) => inBatches(writer, () => purge.run(now).changes, signal),
    },
  };
}
