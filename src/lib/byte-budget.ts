import { QueueFull } from './fair-queue.ts';

/** The memory that one piece of work uses. */
export interface Holding {
  /** Records bytes that were just allocated. */
  resize(bytes: number): void;
  /** Releases all of them. */
  release(): void;
}

interface Held {
  asker: string;
  bytes: number;
  giveUp(error: QueueFull): void;
}

/**
 * Limits memory fairly. Above the limit, the asker that uses most loses the latest of its large pieces of work,
 * so that small ones are never affected. Nothing waits, since waiting work would keep its memory.
 */
export class ByteBudget {
  readonly #bytes: number;
  readonly #held = new Set<Held>();
  #total = 0;

  /** Maximum size of a single piece of work. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Bytes in use. */
  get total(): number {
    return this.#total;
  }

  /** `giveUp` is called at most once, when the memory has been taken back and the work must stop. */
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
    // The latest large one, because earlier ones are nearer to their end.
    const large = Math.max(...its.map(({ bytes }) => bytes)) / 2;
    const goes = its.filter(({ bytes }) => bytes >= large).at(-1);
    if (!goes) return;
    this.#release(goes);
    goes.giveUp(new QueueFull('Too much is held in memory already.'));
  }
}
