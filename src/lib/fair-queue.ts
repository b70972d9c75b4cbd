import type { QueueLoad } from './load.ts';

export interface FairQueueOptions {
  /** Maximum number of running tasks. */
  places: number;
  /** Maximum number of running tasks of one asker. */
  placesEach: number;
  /** Places that only an asker without running work may take. */
  reserved: number;
  /** How many tasks of one asker may wait; more are refused. */
  waitingEach: number;
  /** For all callers together; when it is full, the caller with the most waiting tasks loses one. */
  waiting: number;
}

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

/** An account or address that asks for work. */
interface Asker {
  working: number;
  waiting: Waiting[];
  /** When it last got a place, as a running count; 0 before the first. */
  servedAt: number;
}

/** Too much work is waiting; the task was not started. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Maximum number of askers without work that are remembered, so that leaving the queue briefly gains nothing. */
const REMEMBERED = 1_000;

/**
 * Shares places between askers: a free place goes to the asker whose last turn was longest ago, so that an asker
 * waits only for running work, however much others ask for.
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

  /** Waits for a place and returns its release. Rejects with QueueFull, or with the signal's reason. */
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

  /** False if no other asker has more waiting tasks than the newcomer would have. */
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
