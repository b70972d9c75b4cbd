import type { IgnoredArgument } from '../../schemas/index.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { Plan } from '../accounts/plans.ts';
import { deadlineSignal } from '../lib/abort.ts';
import type { RunRequest } from './metered-call.ts';
import type { CallerToolCall, ProgressUpdate } from './tool.ts';

/**
 * The deadline of one call, including the time for which the call waits for another one with the same idempotency key.
 * The signal is created only when it is needed, because most calls of a busy service are answered from the cache.
 */
export class Deadline {
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

export class DeadlinedCall implements CallerToolCall {
  readonly caller: Caller;
  readonly accountId: string;
  readonly plan: Plan;
  readonly deadlineAt: number;
  readonly ignored: readonly IgnoredArgument[];
  readonly fetchedAfter: number | undefined;
  readonly #request: RunRequest;
  readonly #deadline: Deadline;

  constructor(request: RunRequest, deadline: Deadline, ignored: readonly IgnoredArgument[]) {
    const { caller } = request;
    this.caller = caller;
    this.accountId = caller.account.id;
    this.plan = caller.plan;
    this.deadlineAt = deadline.at;
    this.ignored = ignored;
    this.fetchedAfter = request.fetchedAfter;
    this.#request = request;
    this.#deadline = deadline;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  /**
   * After the call was cancelled, reports nothing: the platforms whose requests are then aborted would be reported as
   * timed out.
   */
  onProgress(update: ProgressUpdate): void {
    if (!this.#request.signal?.aborted) this.#request.onProgress(update);
  }
}
