import { QueueFull } from './fair-queue.ts';

/** The memory of one piece of work. */
export interface Holding {
  /** Sets the number of bytes that the work uses now. */
  resize(bytes: number): void;
  release(): void;
}

interface HeldMemory {
  requester: string;
  bytes: number;
  stopWork(error: QueueFull): void;
}

/**
 * Limits memory fairly. Above the limit, the requester that uses most loses the latest of its large pieces of work, so that
 * small requesters are not affected; nothing waits, because waiting work would keep its memory.
 */
export class ByteBudget {
  readonly #bytes: number;
  readonly #held = new Set<HeldMemory>();
  #total = 0;

  /** `bytes` is the limit for all pieces of work together. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  get total(): number {
    return this.#total;
  }

  /** `stopWork` is called at most once, if the memory is no longer counted and the work must stop. */
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
    // The latest of the large ones goes, because earlier ones are nearer to their end.
    const large = Math.max(...its.map(({ bytes }) => bytes)) / 2;
    const goes = its.filter(({ bytes }) => bytes >= large).at(-1);
    if (!goes) return;
    this.#release(goes);
    goes.stopWork(new QueueFull('Too much is held in memory already.'));
  }
}
