import type { Clock } from '../lib/clock.ts';

/** Waits, or ends early when the signal does. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Keeps a distance between requests to one host, over all calls of the process. */
export class Pacing {
  readonly #clock: Clock;
  readonly #sleep: Sleep;
  readonly #nextAt = new Map<string, number>();

  constructor(clock: Clock, sleep: Sleep) {
    this.#clock = clock;
    this.#sleep = sleep;
  }

  /** Takes the host's next free moment; false, and nothing taken, when that is later than `latestAt`. */
  async wait(host: string, paceMs: number, latestAt: number, signal?: AbortSignal): Promise<boolean> {
    const now = this.#clock.now();
    const at = Math.max(now, this.#nextAt.get(host) ?? 0);
    if (at > latestAt) return false;
    this.#nextAt.set(host, at + paceMs);
    if (this.#nextAt.size > 1_000) this.#forgetPast(now);
    if (at > now) await this.#sleep(at - now, signal);
    return true;
  }

  #forgetPast(now: number): void {
    for (const [host, at] of this.#nextAt) if (at <= now) this.#nextAt.delete(host);
  }
}
