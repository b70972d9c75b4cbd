import { QueueFull } from './fair-queue.ts';

/** What one piece of work keeps in memory. */
export interface Holding {
  /** Holds so many bytes from now on, which are there already. */
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
 * Keeps what is held in memory within bounds, fairly: beyond them the asker that
 * holds most gives up the largest of its holdings, so that nobody who holds
 * little ever has to. Nothing waits: work that waits would go on holding.
 */
export class ByteBudget {
  readonly #bytes: number;
  readonly #held = new Set<Held>();
  #total = 0;

  /** No single holding may grow beyond `bytes`. */
  constructor(bytes: number) {
    this.#bytes = bytes;
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
        while (this.#total > this.#bytes) this.#makeRoom();
      },
      release: () => this.#release(held),
    };
  }

  #release(held: Held): void {
    if (this.#held.delete(held)) this.#total -= held.bytes;
  }

  #makeRoom(): void {
    const sums = new Map<string, number>();
    for (const { asker, bytes } of this.#held) sums.set(asker, (sums.get(asker) ?? 0) + bytes);
    let largest: Held | undefined;
    for (const held of this.#held) {
      // Of holdings alike, the latest goes: the others are nearer to their end.
      const more = (sums.get(held.asker) ?? 0) - (largest ? (sums.get(largest.asker) ?? 0) : 0);
      if (!largest || more > 0 || (held.asker === largest.asker && held.bytes >= largest.bytes)) largest = held;
    }
    if (!largest) return;
    this.#release(largest);
    largest.giveUp(new QueueFull('Too much is held in memory already.'));
  }
}
