import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../accounts/authenticate.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import { Claimed } from '../store/claimed.ts';
import { refusalOf, StoreFault } from '../store/store-fault.ts';
import type { Claim } from '../store/types.ts';
import { Deadline, DeadlinedCall } from './deadline.ts';
import { FreeCallNotes } from './free-call-notes.ts';
import {
  MeteredCall,
  type CallReport,
  type Metering,
  type MeteringStore,
  type RunOutcome,
  type RunRequest,
  type StoredResult,
} from './metered-call.ts';
import { DEPRECATED_META, type DeprecationNote } from './deprecated-names.ts';
import type { Tool, ToolTable } from './tool.ts';

const REPLAY_MS = 86_400_000;
/** How soon it is looked whether an equal call of another process has its answer, and how seldom at last. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 500;

/** A call under an idempotency key that runs now, and on whose behalf. */
interface Running {
  argumentsHash: string;
  request: RunRequest;
  done: Promise<RunOutcome>;
}

/** What those who take calls need of a runner. */
export type CallRunner = Pick<ToolRunner, 'run' | 'balance'>;

/** Runs tools for callers: checks, reserves, works, settles, and hands out the receipt (SPEC §2, §7). */
export class ToolRunner {
  readonly #tools: ToolTable;
  readonly #metering: Metering;
  readonly #deadlineMs: number;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly #running = new Map<string, Running>();
  /** Calls that have no answer yet. */
  #active = 0;
  #whenIdle: () => void = () => {};

  constructor(options: {
    tools: ToolTable;
    store: MeteringStore;
    clock: Clock;
    deadlineMs: number;
    /** For calls with test keys. */
    test?: boolean;
    report: (report: CallReport) => void;
    /** Told of notes that the store did not take. */
    onFault: (error: unknown) => void;
    /** Between looks at a call of another process; may end early at `signal`. The machine's own time when absent. */
    wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  }) {
    const { tools, store, clock, deadlineMs, test = false, report, onFault } = options;
    this.#wait = options.wait ?? ((ms, signal) => delay(ms, undefined, { signal }));
    this.#tools = tools;
    this.#metering = { store, clock, test, report, freeCalls: new FreeCallNotes(store.ledger, onFault) };
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Waits for the calls whose clients have gone, no longer than a call may
   * last, and hands what is noted of free calls to the store.
   */
  async close(): Promise<void> {
    if (this.#active > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#deadlineMs);
        this.#whenIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await this.#metering.freeCalls.flush();
  }

  /** Calls that have no answer yet. */
  get active(): number {
    return this.#active;
  }

  async run(asked: RunRequest): Promise<RunOutcome> {
    const present = this.#tools.deprecated.toolOf(asked.tool);
    const request = present === asked.tool ? asked : { ...asked, tool: present };
    const { tool, readArguments } = this.#tools.require(request.tool);
    const notes = this.#tools.deprecated.notes(asked.tool, asked.arguments);
    const call = new MeteredCall(request, noting(tool, notes), this.#metering);
    const deadline = new Deadline(this.#metering.clock.now(), this.#deadlineMs, request.signal);
    this.#active += 1;
    try {
      const args = readArguments(request.arguments);
      call.checkAccount();
      return request.idempotencyKey === undefined || tool.free
        ? await this.#work(call, args, deadline, undefined)
        : await this.#workOnce(call, args, deadline, request.idempotencyKey);
    } catch (thrown) {
      // What costs something says itself what became of it.
      const error = thrown instanceof StoreFault ? refusalOf(thrown) : thrown;
      await call.fail(error);
      throw error;
    } finally {
      this.#active -= 1;
      if (this.#active === 0) this.#whenIdle();
    }
  }

  /** What is left of the caller's allowance. */
  async balance({ account }: Caller): Promise<Millicredits> {
    return (await this.#metering.store.ledger.standing(account.id, this.#metering.clock.now())).balance;
  }

  /**
   * A repeat of a call that succeeded is answered from the store. One that
   * still runs is waited for, and how it fails is the repeat's answer too:
   * equal calls at once ask the sources once.
   */
  async #workOnce(
    call: MeteredCall,
    args: Record<string, unknown>,
    deadline: Deadline,
    key: string,
  ): Promise<RunOutcome> {
    const { request } = call;
    const slot = `${request.caller.account.id}\n${key}`;
    const argumentsHash = hashArguments(request.tool, args);
    for (;;) {
      const running = this.#running.get(slot);
      if (!running) break;
      if (running.argumentsHash !== argumentsHash) throw reusedKey();
      await settledOr(running.done, deadline.signal).catch((error: unknown) => {
        if (concernsAll(error, running.request, request)) throw error;
      });
      if (deadline.signal.aborted) throw stillRunning();
    }
    // From here to the entry in the map nothing may be awaited, or two equal calls could both run.
    const work = this.#workOrReplay(call, args, deadline, key, argumentsHash);
    this.#running.set(slot, { argumentsHash, request, done: work });
    try {
      return await work;
    } finally {
      this.#running.delete(slot);
    }
  }

  async #workOrReplay(
    call: MeteredCall,
    args: Record<string, unknown>,
    deadline: Deadline,
    key: string,
    argumentsHash: string,
  ): Promise<RunOutcome> {
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LAST_LOOK_MS)) {
      try {
        return await this.#replayOrWork(call, args, deadline, key, argumentsHash);
      } catch (error) {
        if (!(error instanceof Claimed)) throw error;
        if (error.argumentsHash !== argumentsHash) throw reusedKey();
      }
      // Until the call of another process has its answer, or has failed: then this one works.
      await this.#wait(lookMs, deadline.signal).catch(() => {});
      if (deadline.signal.aborted) throw stillRunning();
    }
  }

  async #replayOrWork(
    call: MeteredCall,
    args: Record<string, unknown>,
    deadline: Deadline,
    key: string,
    argumentsHash: string,
  ): Promise<RunOutcome> {
    const accountId = call.request.caller.account.id;
    const now = this.#metering.clock.now();
    const replay = await this.#metering.store.replays.find(accountId, key, now);
    if (!replay) {
      return this.#work(call, args, deadline, {
        accountId,
        key,
        tool: call.request.tool,
        argumentsHash,
        expiresAt: now + REPLAY_MS,
      });
    }
    if (replay.argumentsHash !== argumentsHash) throw reusedKey();
    return call.replayed(JSON.parse(replay.result) as StoredResult);
  }

  async #work(
    call: MeteredCall,
    args: Record<string, unknown>,
    deadline: Deadline,
    replay: Claim | undefined,
  ): Promise<RunOutcome> {
    const prepared = await call.tool.prepare(args as never, new DeadlinedCall(call.request, deadline));
    return call.execute(prepared, replay);
  }
}

/** The tool, with a note of deprecated names in its answers. */
function noting(tool: Tool, notes: readonly DeprecationNote[]): Tool {
  if (notes.length === 0) return tool;
  return {
    ...tool,
    prepare: async (args, call) => {
      const prepared = await tool.prepare(args, call);
      return {
        ...prepared,
        run: async () => {
          const result = await prepared.run();
          return { ...result, meta: { ...result.meta, [DEPRECATED_META]: notes } };
        },
      };
    },
  };
}

/** The same for equal arguments, whatever the order of their members. */
function hashArguments(tool: string, args: Record<string, unknown>): string {
  const sorted = Object.keys(args)
    .sort()
    .map((name) => [name, args[name]]);
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted]))
    .digest('hex');
}

/** Resolves when the work has succeeded or `ended` aborts, rejects with the work's failure. */
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

/** Whether one call's failure is that of an equal call too: not when its client hung up or its own key stood in the way. */
function concernsAll(error: unknown, of: RunRequest, on: RunRequest): boolean {
  if (of.signal?.aborted) return false;
  const ownKey = error instanceof ServiceError && error.reason === 'key_cap_reached';
  return !ownKey || of.caller.key.id === on.caller.key.id;
}

function stillRunning(): ServiceError {
  return new ServiceError(
    'upstream_failed',
    'An equal call under this idempotency key is still running. Repeat it with the same key in a few seconds to get its answer.',
    { details: { retry_after_seconds: 5 } },
  );
}

function reusedKey(): ServiceError {
  return new ServiceError(
    'validation',
    'This idempotency key was used for other arguments within 24 hours. Use a new key for a new call.',
  );
}
