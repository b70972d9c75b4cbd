interface Waiting {
  begin(): void;
  refuse(): void;
}

/** There is no room to wait: the work was not begun. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface FairQueueOptions {
  /** How much is done at once. */
  atOnce: number;
  /** How many may wait: in all, and of one asker. */
  waiting: number;
  waitingEach: number;
}

/**
 * Does so much work at once; the rest waits, and askers take turns, so that
 * one who asks for much delays nobody but himself. Whoever comes when all
 * places are taken gets one of the asker who holds the most.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** By asker; whose turn is next comes first. */
  readonly #lines = new Map<string, Waiting[]>();
  #waiting = 0;
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Resolves or rejects as the work does; rejects with a QueueFull when it could not wait. */
  run<T>(asker: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const begin = (): void => {
        this.#running += 1;
        // In a chain, so that a throw of `work` is a rejection too.
        Promise.resolve()
          .then(work)
          .then(resolve, reject)
          .finally(() => this.#next());
      };
      const refuse = (): void => reject(new QueueFull('Too much is waiting to be done.'));
      if (this.#running < this.#options.atOnce) begin();
      else if (this.#makeRoom(asker)) this.#enqueue(asker, { begin, refuse });
      else refuse();
    });
  }

  #next(): void {
    this.#running -= 1;
    const [asker, line] = this.#lines.entries().next().value ?? [];
    if (asker === undefined || !line) return;
    const next = line.shift();
    this.#waiting -= 1;
    this.#lines.delete(asker);
    if (line.length > 0) this.#lines.set(asker, line);
    next?.begin();
  }

  #enqueue(asker: string, waiting: Waiting): void {
    const line = this.#lines.get(asker);
    if (line) line.push(waiting);
    else this.#lines.set(asker, [waiting]);
    this.#waiting += 1;
  }

  #makeRoom(asker: string): boolean {
    const own = this.#lines.get(asker)?.length ?? 0;
    if (own >= this.#options.waitingEach) return false;
    if (this.#waiting < this.#options.waiting) return true;
    const longest = [...this.#lines.values()].reduce((most, line) => (line.length > most.length ? line : most));
    if (longest.length <= own + 1) return false;
    longest.pop()?.refuse();
    this.#waiting -= 1;
    return true;
  }
}
