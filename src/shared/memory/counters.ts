import type { Counters } from '../types.ts';

/** Maximum number of five-minute slots, which cover a little more than a day. */
const SLOTS = 300;

export class MemoryCounters implements Counters {
  readonly #slots = new Map<number, Map<string, number>>();

  add(slot: number, name: string, count = 1): void {
    let sums = this.#slots.get(slot);
    if (!sums) {
      this.#slots.set(slot, (sums = new Map()));
      if (this.#slots.size > SLOTS) this.#slots.delete(Math.min(...this.#slots.keys()));
    }
    sums.set(name, (sums.get(name) ?? 0) + count);
  }

  async read(slots: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
    const found = new Map<number, ReadonlyMap<string, number>>();
    for (const slot of slots) {
      const sums = this.#slots.get(slot);
      if (sums) found.set(slot, sums);
    }
    return found;
  }

  takeAll(): { slot: number; name: string; count: number }[] {
    const all = [...this.#slots].flatMap(([slot, sums]) => [...sums].map(([name, count]) => ({ slot, name, count })));
    this.#slots.clear();
    return all;
  }
}
