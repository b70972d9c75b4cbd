import type { QueueLoad } from './load.ts';

export interface FairQueueOptions {
  places: number;
  placesEach: number;
  /** Places that only a requester without running tasks may take. */
  reserved: number;
  waitingEach: number;
  /** Maximum number of waiting tasks of all requesters together. */
  waiting: number;
}

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

interface Requester {
  working: number;
  waiting: Waiting[];
  servedAt: number;
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * At this number of requesters, requesters without tasks are forgotten. They are not forgotten earlier, because a
 * forgotten requester is served first when it returns.
 */
const REMEMBERED = 1_000;

/**
 * A free place goes to the waiting requester whose last task started longest ago among those that may start a task, so
 * that a requester with many tasks does not delay the others.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #requesters = new Map<string, Requester>();
  #working = 0;
  #waiting = 0;
  #served = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get load(): QueueLoad {
    return { places: this.#options.places, working: this.#working, waiting: this.#waiting };
  }

  /** Resolves to a function that releases the place. Rejects with QueueFull or with the signal's reason. */
  async acquire(id: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const requester = this.#requester(id);
    if (!this.#mayStart(requester)) await this.#wait(requester, signal);
    else this.#start(requester);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      requester.working -= 1;
      this.#working -= 1;
      this.#serve();
    };
  }

  #requester(id: string): Requester {
    const known = this.#requesters.get(id);
    if (known) return known;
    if (this.#requesters.size >= REMEMBERED) this.#forgetIdle();
    const requester: Requester = { working: 0, waiting: [], servedAt: 0 };
    this.#requesters.set(id, requester);
    return requester;
  }

  #forgetIdle(): void {
    for (const [id, { working, waiting }] of this.#requesters) {
      if (working === 0 && waiting.length === 0) this.#requesters.delete(id);
    }
  }

  #mayStart({ working }: Requester): boolean {
    const { places, placesEach, reserved } = this.#options;
    const free = places - this.#working;
    return working === 0 ? free > 0 : working < placesEach && free > reserved;
  }

  #start(requester: Requester): void {
    requester.working += 1;
    this.#working += 1;
    requester.servedAt = this.#served += 1;
  }

  #wait(requester: Requester, signal: AbortSignal | undefined): Promise<void> {
    if (requester.waiting.length >= this.#options.waitingEach || !this.#evict(requester)) {
      return Promise.reject(new QueueFull('Too much is waiting already.'));
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal?.removeEventListener('abort', abort);
        requester.waiting.splice(requester.waiting.indexOf(own), 1);
        this.#waiting -= 1;
      };
      const own: Waiting = {
        begin: () => {
          leave();
          this.#start(requester);
          resolve();
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const abort = (): void => own.refuse(signal?.reason as Error);
      requester.waiting.push(own);
      this.#waiting += 1;
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /**
   * If the queue is full, refuses the latest waiting task of the requester with the most waiting tasks. If the new
   * task's requester would have at least as many, refuses nothing and returns false.
   */
  #evict({ waiting }: Requester): boolean {
    if (this.#waiting < this.#options.waiting) return true;
    let longest = waiting;
    for (const other of this.#requesters.values()) if (other.waiting.length > longest.length) longest = other.waiting;
    if (longest.length <= waiting.length + 1) return false;
    longest.at(-1)?.refuse(new QueueFull('Others who wait for less go before.'));
    return true;
  }

  #serve(): void {
    for (;;) {
      let next: Requester | undefined;
      for (const requester of this.#requesters.values()) {
        if (requester.waiting.length === 0 || !this.#mayStart(requester)) continue;
        if (!next || requester.servedAt < next.servedAt) next = requester;
      }
      if (!next) return;
      next.waiting[0]?.begin();
    }
  }
}
