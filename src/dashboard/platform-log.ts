import type { Clock } from '../lib/clock.ts';
import type { PlatformCounts } from './house.ts';

const SLOT_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Counts how fetches of platforms ended, in slots of five minutes, for a day. In memory: it starts anew with the process. */
export class PlatformLog {
  readonly #clock: Clock;
  readonly #slots = new Map<number, Map<string, number>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(platform: string, status: string): void {
    const now = this.#clock.now();
    const start = now - (now % SLOT_MS);
    let slot = this.#slots.get(start);
    if (!slot) {
      for (const old of this.#slots.keys()) if (old <= now - DAY_MS - SLOT_MS) this.#slots.delete(old);
      this.#slots.set(start, (slot = new Map()));
    }
    const name = `${platform} ${status}`;
    slot.set(name, (slot.get(name) ?? 0) + 1);
  }

  /** One row a platform, in the order given; a platform that was never asked has none of either. */
  counts(platforms: readonly string[], resting: readonly string[]): PlatformCounts[] {
    const now = this.#clock.now();
    return platforms.map((platform) => ({
      platform,
      lastHour: this.#since(platform, now - HOUR_MS),
      lastDay: this.#since(platform, now - DAY_MS),
      resting: resting.includes(platform),
    }));
  }

  #since(platform: string, since: number): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const [start, slot] of this.#slots) {
      if (start + SLOT_MS <= since) continue;
      for (const [name, count] of slot) {
        const [of = '', status = ''] = name.split(' ');
        if (of === platform) counts[status] = (counts[status] ?? 0) + count;
      }
    }
    return counts;
  }
}
