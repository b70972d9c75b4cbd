import { REPLAY_BUDGET_BYTES } from '../limits.ts';
import type { Replay, StoreLoad } from '../types.ts';
import { find, type Step } from './step.ts';

type ReplayLoad = Pick<StoreLoad, 'replayBytes' | 'mostReplayBytes' | 'replayBudgetBytes'>;

export function findReplay(accountId: string, key: string, now: number): Step<Replay | undefined> {
  return find(
    `SELECT tool, arguments_hash AS "argumentsHash", result, expires_at AS "expiresAt" FROM replay
     WHERE account_id = ? AND key = ? AND expires_at > ? AND result IS NOT NULL`,
    accountId,
    key,
    now,
  );
}

export function* measureReplays(): Step<ReplayLoad> {
  const sums = yield* find<Pick<ReplayLoad, 'replayBytes' | 'mostReplayBytes'>>(
    `SELECT coalesce(sum(bytes), 0) AS "replayBytes", coalesce(max(bytes), 0) AS "mostReplayBytes" FROM replay_sum`,
  );
  return { replayBytes: 0, mostReplayBytes: 0, ...sums, replayBudgetBytes: REPLAY_BUDGET_BYTES };
}
