import { QueueFull } from './fair-queue.ts';

/** What one piece of work keeps in memory. */
export interface Holding {
  /** Holds so many bytes that are allocated already. */
  resize(bytes: number): void;
  /** Lets go of all of it. */
  release(): void;
}

interface Held {
  asker: string;
  bytes: number;
  giveUp(error: QueueFull): void;
}

/**
 * Limits memory fairly: above the limit, the asker that holds most loses the latest of its large holdings, so
 * that small ones are never affected. Nothing waits, since waiting work would keep its memory.
 */
export class ByteBudget {
  readonly #bytes: number;
  readonly #held = new Set<Held>();
  #total = 0;

  /** No single holding may grow beyond `bytes`. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Held by now. */
  get total(): number {
    return this.#total;
  }

  /** `giveUp` is called once at most, when the holding has to go: it is released already. */
  hold(asker: string, giveUp: (error: QueueFull) => void): Holding {
    const held: Held = { asker, bytes: 0, giveUp };
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

  #release(held: Held): void {
    if (this.#held.delete(held)) this.#total -= held.bytes;
  }

  #evict(): void {
    const sums = new Map<string, number>();
    for (const { asker, bytes } of this.#held) sums.set(asker, (sums.get(asker) ?? 0) + bytes);
    const most = Math.max(...sums.values());
    const its = [...this.#held].filter(({ asker }) => sums.get(asker) === most);
    // Of the large ones the latest: those before it are nearer to their end.
    const large = Math.max(...its.map(({ bytes }) => bytes)) / 2;
    const goes = its.filter(({ bytes }) => bytes >= large).at(-1);
    if (!goes) return;
    this.#release(goes);
    goes.giveUp(new QueueFull('Too much is held in memory already.'));
  }
}
