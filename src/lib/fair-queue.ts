import type { QueueLoad } from './load.ts';

export interface FairQueueOptions {
  /** Maximum number of running tasks. */
  places: number;
  /** Maximum number of running tasks of one asker. */
  placesEach: number;
  /** Places that only an asker without running tasks may take. */
  reserved: number;
  /** How many tasks of one asker may wait; further tasks are refused. */
  waitingEach: number;
  /**
   * How many tasks of all askers may wait. When the limit is reached, the asker with the most waiting tasks loses one.
   */
  waiting: number;
}

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

/** An account or address whose tasks are queued. */
interface Asker {
  working: number;
  waiting: Waiting[];
  /** Number of the latest start of one of its tasks, counted over all askers; 0 if none has started. */
  servedAt: number;
}

/** Too many tasks are waiting, so the task was not started. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * At this number of askers, those without tasks are forgotten. This is not done earlier, because a forgotten asker is
 * served first again.
 */
const REMEMBERED = 1_000;

/**
 * Shares places between askers. A free place goes to the asker whose last task started longest ago, so that the number
 * of tasks of other askers does not matter.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #askers = new Map<string, Asker>();
  #working = 0;
  #waiting = 0;
  #served = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get load(): QueueLoad {
    return { places: this.#options.places, working: this.#working, waiting: this.#waiting };
  }

  /** Waits for a place and returns a function that releases it. Rejects with QueueFull, or with the signal's reason. */
  async acquire(id: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const asker = this.#asker(id);
    if (!this.#mayStart(asker)) await this.#wait(asker, signal);
    else this.#start(asker);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      asker.working -= 1;
      this.#working -= 1;
      this.#serve();
    };
  }

  #asker(id: string): Asker {
    const known = this.#askers.get(id);
    if (known) return known;
    if (this.#askers.size >= REMEMBERED) this.#forgetIdle();
    const asker: Asker = { working: 0, waiting: [], servedAt: 0 };
    this.#askers.set(id, asker);
    return asker;
  }

  #forgetIdle(): void {
    for (const [id, { working, waiting }] of this.#askers) {
      if (working === 0 && waiting.length === 0) this.#askers.delete(id);
    }
  }

  #mayStart({ working }: Asker): boolean {
    const { places, placesEach, reserved } = this.#options;
    const free = places - this.#working;
    return working === 0 ? free > 0 : working < placesEach && free > reserved;
  }

  #start(asker: Asker): void {
    asker.working += 1;
    this.#working += 1;
    asker.servedAt = this.#served += 1;
  }

  #wait(asker: Asker, signal: AbortSignal | undefined): Promise<void> {
    if (asker.waiting.length >= this.#options.waitingEach || !this.#evict(asker)) {
      return Promise.reject(new QueueFull('Too much is waiting already.'));
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal?.removeEventListener('abort', giveUp);
        asker.waiting.splice(asker.waiting.indexOf(own), 1);
        this.#waiting -= 1;
      };
      const own: Waiting = {
        begin: () => {
          leave();
          this.#start(asker);
          resolve();
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const giveUp = (): void => own.refuse(signal?.reason as Error);
      asker.waiting.push(own);
      this.#waiting += 1;
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /**
   * Makes room if the queue is full, by refusing a task of the asker with the most waiting tasks. False if the new
   * task's asker would then have the most.
   */
  #evict({ waiting }: Asker): boolean {
    if (this.#waiting < this.#options.waiting) return true;
    let longest = waiting;
    for (const other of this.#askers.values()) if (other.waiting.length > longest.length) longest = other.waiting;
    if (longest.length <= waiting.length + 1) return false;
    longest.at(-1)?.refuse(new QueueFull('Others who wait for less go before.'));
    return true;
  }

  #serve(): void {
    for (;;) {
      let next: Asker | undefined;
      for (const asker of this.#askers.values()) {
        if (asker.waiting.length === 0 || !this.#mayStart(asker)) continue;
        if (!next || asker.servedAt < next.servedAt) next = asker;
      }
      if (!next) return;
      next.waiting[0]?.begin();
    }
  }
}
