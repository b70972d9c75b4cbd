import type { Clock } from '../lib/clock.ts';
import type { FetchCounts } from './services.ts';

const SLOT_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Counts how fetches of platforms, review sites and search providers ended, in slots of five minutes, for a day. In memory: it starts anew with the process. */
export class FetchLog {
  readonly #clock: Clock;
  readonly #slots = new Map<number, Map<string, number>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(source: string, status: string): void {
    const now = this.#clock.now();
    const start = now - (now % SLOT_MS);
    let slot = this.#slots.get(start);
    if (!slot) {
      for (const old of this.#slots.keys()) if (old <= now - DAY_MS - SLOT_MS) this.#slots.delete(old);
      this.#slots.set(start, (slot = new Map()));
    }
    const name = `${source} ${status}`;
    slot.set(name, (slot.get(name) ?? 0) + 1);
  }

  /** One row a source, in the order given; one that was never asked has none of either. */
  counts(sources: readonly string[], resting: readonly string[] = []): FetchCounts[] {
    const now = this.#clock.now();
    return sources.map((source) => ({
      source,
      lastHour: this.#since(source, now - HOUR_MS),
      lastDay: this.#since(source, now - DAY_MS),
      resting: resting.includes(source),
    }));
  }

  #since(source: string, since: number): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const [start, slot] of this.#slots) {
      if (start + SLOT_MS <= since) continue;
      for (const [name, count] of slot) {
        const [of = '', status = ''] = name.split(' ');
        if (of === source) counts[status] = (counts[status] ?? 0) + count;
      }
    }
    return counts;
  }
}
