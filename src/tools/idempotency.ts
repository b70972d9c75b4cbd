import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { DAY_MS, type Clock } from '../lib/clock.ts';
import { IdempotencyKeyInUse } from '../store/idempotency-key-in-use.ts';
import { NEVER_MS } from '../store/limits.ts';
import type { Claim, ReplayStore } from '../store/types.ts';
import type { Deadline } from './deadline.ts';
import type { MeteredCall, RunOutcome, RunRequest } from './metered-call.ts';

const REPLAY_MS = DAY_MS;
/**
 * While another process runs a call with the same idempotency key, the pauses between two checks for its answer double
 * from FIRST_LOOK_MS to LAST_LOOK_MS.
 */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 500;

export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export interface KeyedCall {
  call: MeteredCall;
  key: string;
  argumentsHash: string;
  deadline: Deadline;
  execute: (claim: Claim) => Promise<RunOutcome>;
}

interface Running {
  argumentsHash: string;
  request: RunRequest;
  done: Promise<RunOutcome>;
}

/**
 * Makes a call with an idempotency key succeed only once as long as its answer is stored, which is usually a day (SPEC
 * §7). A repeat with the same arguments gets the stored answer of the call that succeeded, or waits for the one that is
 * running, here or in another replica; see `failsBoth` for errors. A repeat with other arguments is refused with
 * `validation`.
 */
export class Idempotency {
  readonly #replays: Pick<ReplayStore, 'find'>;
  readonly #clock: Clock;
  readonly #wait: Wait;
  readonly #running = new Map<string, Running>();

  constructor(replays: Pick<ReplayStore, 'find'>, clock: Clock, wait?: Wait) {
    this.#replays = replays;
    this.#clock = clock;
    this.#wait = wait ?? ((ms, signal) => delay(ms, undefined, { signal }));
  }

  async joinOrRun(keyed: KeyedCall): Promise<RunOutcome> {
    const { call, key, argumentsHash, deadline } = keyed;
    const slot = `${call.request.caller.account.id}\n${key}`;
    for (;;) {
      const running = this.#running.get(slot);
      if (!running) break;
      if (running.argumentsHash !== argumentsHash) throw reusedKey();
      await settledOr(running.done, deadline.signal).catch((error: unknown) => {
        if (failsBoth(error, running.request, call.request)) throw error;
      });
      if (deadline.signal.aborted) throw stillRunning();
    }
    // There must be no `await` between here and the entry in the map, or two calls with the same key could both run.
    const done = this.#waitForReplica(keyed);
    this.#running.set(slot, { argumentsHash, request: call.request, done });
    try {
      return await done;
    } finally {
      this.#running.delete(slot);
    }
  }

  async #waitForReplica(keyed: KeyedCall): Promise<RunOutcome> {
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LAST_LOOK_MS)) {
      try {
        return await this.#replayOrClaim(keyed);
      } catch (error) {
        if (!(error instanceof IdempotencyKeyInUse)) throw error;
        if (error.argumentsHash !== keyed.argumentsHash) throw reusedKey();
      }
      await this.#wait(lookMs, keyed.deadline.signal).catch(() => {});
      if (keyed.deadline.signal.aborted) throw stillRunning();
    }
  }

  async #replayOrClaim({ call, key, argumentsHash, execute }: KeyedCall): Promise<RunOutcome> {
    const { account, key: caller } = call.request.caller;
    const accountId = account.id;
    const now = this.#clock.now();
    const replay = await this.#replays.find(accountId, key, now);
    // The stored answer of a saved search's run must not expire before the run ends, which deletes it.
    const expiresAt = caller.kind === 'watch' ? NEVER_MS : now + REPLAY_MS;
    if (!replay) return execute({ accountId, key, tool: call.request.tool, argumentsHash, expiresAt });
    if (replay.argumentsHash !== argumentsHash) throw reusedKey();
    return call.replay(replay.result);
  }
}

export function hashArguments(tool: string, args: Record<string, unknown>): string {
  const sorted = Object.keys(args)
    .sort()
    .map((name) => [name, args[name]]);
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted]))
    .digest('hex');
}

async function settledOr(work: Promise<unknown>, ended: AbortSignal): Promise<void> {
  let wake: () => void = () => {};
  const aborted = new Promise<void>((resolve) => (wake = resolve));
  ended.addEventListener('abort', wake, { once: true });
  if (ended.aborted) wake();
  try {
    await Promise.race([work, aborted]);
  } finally {
    ended.removeEventListener('abort', wake);
  }
}

/**
 * Returns true if the failure of the running call also applies to its repeat. It does not apply if the running call was
 * cancelled, or if its API key reached the daily cap and the repeat was made with another API key.
 */
function failsBoth(error: unknown, running: RunRequest, repeat: RunRequest): boolean {
  if (running.signal?.aborted) return false;
  const ownKey = error instanceof ServiceError && error.reason === 'key_cap_reached';
  return !ownKey || running.caller.key.id === repeat.caller.key.id;
}

function stillRunning(): ServiceError {
  return new ServiceError(
    'upstream_failed',
    'The first call with this idempotency key is still running. Repeat it with the same key in a few seconds to get its answer.',
    { details: { retry_after_seconds: 5 } },
  );
}

function reusedKey(): ServiceError {
  return new ServiceError(
    'validation',
    'This idempotency key was used for other arguments within 24 hours. Use a new key for a new call.',
  );
}
