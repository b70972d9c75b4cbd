import type { Caller } from '../accounts/authenticate.ts';
import { deadlineSignal } from '../lib/abort.ts';
import type { RunRequest } from './metered-call.ts';
import type { ProgressUpdate, ToolCall } from './tool.ts';

/**
 * When a call must have its answer, the time that it waits for an equal one
 * included. Its signal is made for those that ask for it: most calls of a busy
 * service are answered from the cache.
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

/** What a tool sees of a request. */
export class DeadlinedCall implements ToolCall {
  readonly caller: Caller;
  readonly deadlineAt: number;
  readonly #request: RunRequest;
  readonly #deadline: Deadline;

  constructor(request: RunRequest, deadline: Deadline) {
    this.caller = request.caller;
    this.deadlineAt = deadline.at;
    this.#request = request;
    this.#deadline = deadline;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  /** Nobody hears how work ends that its caller gave up: what is cut short then is no source's slowness. */
  onProgress(update: ProgressUpdate): void {
    if (!this.#request.signal?.aborted) this.#request.onProgress(update);
  }
}
