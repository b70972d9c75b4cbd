import type { Clock } from '../../lib/clock.ts';
import type { HostSlot, HostThrottle } from '../types.ts';

export class MemoryHostThrottle implements HostThrottle {
  readonly #clock: Clock;
  readonly #nextAt = new Map<string, number>();
  #lastAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async take(host: string, minIntervalMs: number, latestAt: number): Promise<HostSlot> {
    const now = this.#clock.now();
    // The clock was set back, so earlier entries may lie far in the future.
    if (now < this.#lastAt) this.#nextAt.clear();
    this.#lastAt = now;
    const at = Math.max(now, this.#nextAt.get(host) ?? 0);
    if (at > latestAt) return { at, isTaken: false };
    this.#nextAt.set(host, at + minIntervalMs);
    if (this.#nextAt.size > 1_000) this.#forgetPast(now);
    return { at, isTaken: true };
  }

  #forgetPast(now: number): void {
    for (const [host, at] of this.#nextAt) if (at <= now) this.#nextAt.delete(host);
  }
}
