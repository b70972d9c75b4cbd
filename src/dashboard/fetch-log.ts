import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';
import { MemoryCounters } from '../shared/memory/counters.ts';
import type { Counters } from '../shared/types.ts';
import type { FetchCounts } from './services.ts';

const SLOT_MS = 5 * MINUTE_MS;

type Counts = Record<string, number>;
type Slots = ReadonlyMap<number, ReadonlyMap<string, number>>;

/**
 * Counts the outcomes of fetches from platforms, review sites and search providers in five-minute slots, for one day.
 */
export class FetchLog {
  readonly #clock: Clock;
  readonly #counters: Counters;

  constructor(clock: Clock, counters: Counters = new MemoryCounters()) {
    this.#clock = clock;
    this.#counters = counters;
  }

  note(source: string, status: string): void {
    this.#counters.add(startOf(this.#clock.now()), `${source} ${status}`);
  }

  /** Returns one entry for each source, in the order of `sources`. A source without fetches has empty counts. */
  async counts(sources: readonly string[], openCircuits: readonly string[] = []): Promise<FetchCounts[]> {
    const now = this.#clock.now();
    const slots = await this.#counters.read(slotsSince(now - DAY_MS, now));
    return sources.map((source) => ({
      source,
      lastHour: sumOf(slots, source, now - HOUR_MS),
      lastDay: sumOf(slots, source, now - DAY_MS),
      isCircuitOpen: openCircuits.includes(source),
    }));
  }

  async lastHour(sources: readonly string[]): Promise<ReadonlyMap<string, Readonly<Counts>>> {
    const now = this.#clock.now();
    const slots = await this.#counters.read(slotsSince(now - HOUR_MS, now));
    return new Map(sources.map((source) => [source, sumOf(slots, source, now - HOUR_MS)]));
  }
}

function startOf(now: number): number {
  return now - (now % SLOT_MS);
}

function slotsSince(since: number, now: number): number[] {
  const starts: number[] = [];
  for (let start = startOf(now); start + SLOT_MS > since; start -= SLOT_MS) starts.push(start);
  return starts;
}

function sumOf(slots: Slots, source: string, since: number): Counts {
  const counts: Counts = {};
  for (const [start, slot] of slots) {
    if (start + SLOT_MS <= since) continue;
    for (const [name, count] of slot) {
      const [of = '', status = ''] = name.split(' ');
      if (of === source) counts[status] = (counts[status] ?? 0) + count;
    }
  }
  return counts;
}
