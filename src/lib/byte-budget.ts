import { QueueFull } from './fair-queue.ts';

export interface Holding {
  resize(bytes: number): void;
  release(): void;
}

interface HeldMemory {
  requester: string;
  bytes: number;
  stopWork(error: QueueFull): void;
}

/**
 * Limits the memory of all work together. While the total exceeds the limit, work of the requester that uses the most
 * memory is stopped. The work is not made to wait, because it would keep its memory while it waits.
 */
export class ByteBudget {
  readonly #bytes: number;
  readonly #held = new Set<HeldMemory>();
  #total = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  get total(): number {
    return this.#total;
  }

  /** Calls `stopWork` at most once, when the work must stop because the limit is exceeded. */
  hold(requester: string, stopWork: (error: QueueFull) => void): Holding {
    const held: HeldMemory = { requester, bytes: 0, stopWork };
    this.#held.add(held);
    return {
      resize: (bytes) => {
        if (!this.#held.has(held)) return;
        this.#total += bytes - held.bytes;
        held.bytes = bytes;
        while (this.#total > this.#bytes) this.#evict();
      },
      release: () => this.#release(held),
    };
  }

  #release(held: HeldMemory): void {
    if (this.#held.delete(held)) this.#total -= held.bytes;
  }

  #evict(): void {
    const sums = new Map<string, number>();
    for (const { requester, bytes } of this.#held) sums.set(requester, (sums.get(requester) ?? 0) + bytes);
    const most = Math.max(...sums.values());
    const its = [...this.#held].filter(({ requester }) => sums.get(requester) === most);
    // Of the requester's pieces of work that are at least half as large as its largest, the latest is stopped, because
    // the earlier ones are probably nearer to their end.
    const large = Math.max(...its.map(({ bytes }) => bytes)) / 2;
    const goes = its.filter(({ bytes }) => bytes >= large).at(-1);
    if (!goes) return;
    this.#release(goes);
    goes.stopWork(new QueueFull('Too much is held in memory already.'));
  }
}
