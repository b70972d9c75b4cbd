import type { IgnoredArgument } from '../../schemas/index.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { Plan } from '../accounts/plans.ts';
import { deadlineSignal } from '../lib/abort.ts';
import type { RunRequest } from './metered-call.ts';
import type { CallerToolCall, ProgressUpdate } from './tool.ts';

/**
 * When a call must be answered; the time for which it waits for an equal call counts. The signal is created only when
 * it is needed, because most calls of a busy service are answered from the cache.
 */
export class Deadline {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly #withinMs: number;
  readonly #cancelled: AbortSignal | undefined;
  #signal: AbortSignal | undefined;

  constructor(now: number, withinMs: number, cancelled: AbortSignal | undefined) {
    this.at = now + withinMs;
    this.#withinMs = withinMs;
    this.#cancelled = cancelled;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= deadlineSignal(this.#withinMs, this.#cancelled));
  }
}

/** The part of a request that a tool can see. */
export class DeadlinedCall implements CallerToolCall {
  readonly caller: Caller;
  readonly accountId: string;
  readonly plan: Plan;
  readonly deadlineAt: number;
  readonly ignored: readonly IgnoredArgument[];
  readonly #request: RunRequest;
  readonly #deadline: Deadline;

  constructor(request: RunRequest, deadline: Deadline, ignored: readonly IgnoredArgument[]) {
    const { caller } = request;
    this.caller = caller;
    this.accountId = caller.account.id;
    this.plan = caller.plan;
    this.deadlineAt = deadline.at;
    this.ignored = ignored;
    this.#request = request;
    this.#deadline = deadline;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  /**
   * Nothing is reported after the caller has disconnected: platforms that this cuts short would be reported as timed
   * out.
   */
  onProgress(update: ProgressUpdate): void {
    if (!this.#request.signal?.aborted) this.#request.onProgress(update);
  }
}
