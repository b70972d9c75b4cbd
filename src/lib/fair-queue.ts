export interface FairQueueOptions {
  /** Work at a time. */
  places: number;
  /** Work of one account at a time. */
  placesPerAccount: number;
  /** Places that only an account with no work of its own may take. */
  reserved: number;
  /** Of one account, beyond what is at work; more is refused. */
  waitingPerAccount: number;
  /** Of all accounts together. */
  waiting: number;
}

interface Account {
  working: number;
  waiting: (() => void)[];
  /** When it was last given a place, as a count of places given; 0 before the first. */
  servedAt: number;
}

/** Too much is waiting already: nothing was queued. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Accounts that have no work are remembered up to this many, so that leaving the queue for a moment gains nothing. */
const REMEMBERED = 1_000;

/**
 * Shares places out over accounts: a free one goes to the account that was
 * given one longest ago, so that however much one account asks for, another
 * waits for no more than what is at work.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #accounts = new Map<string, Account>();
  #working = 0;
  #waiting = 0;
  #served = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Waits for a place; gives what hands it back. Rejects with QueueFull, or with the signal's reason. */
  async acquire(id: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const account = this.#account(id);
    if (!this.#mayStart(account)) await this.#wait(account, signal);
    else this.#start(account);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      account.working -= 1;
      this.#working -= 1;
      this.#serve();
    };
  }

  #account(id: string): Account {
    const known = this.#accounts.get(id);
    if (known) return known;
    if (this.#accounts.size >= REMEMBERED) this.#forgetIdle();
    const account: Account = { working: 0, waiting: [], servedAt: 0 };
    this.#accounts.set(id, account);
    return account;
  }

  #forgetIdle(): void {
    for (const [id, { working, waiting }] of this.#accounts) {
      if (working === 0 && waiting.length === 0) this.#accounts.delete(id);
    }
  }

  #mayStart({ working }: Account): boolean {
    const { places, placesPerAccount, reserved } = this.#options;
    const free = places - this.#working;
    return working === 0 ? free > 0 : working < placesPerAccount && free > reserved;
  }

  #start(account: Account): void {
    account.working += 1;
    this.#working += 1;
    account.servedAt = this.#served += 1;
  }

  #wait(account: Account, signal: AbortSignal | undefined): Promise<void> {
    const { waiting, waitingPerAccount } = this.#options;
    if (account.waiting.length >= waitingPerAccount || this.#waiting >= waiting) {
      return Promise.reject(new QueueFull('Too much is waiting already.'));
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal?.removeEventListener('abort', giveUp);
        account.waiting.splice(account.waiting.indexOf(begin), 1);
        this.#waiting -= 1;
      };
      const begin = (): void => {
        leave();
        this.#start(account);
        resolve();
      };
      const giveUp = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      account.waiting.push(begin);
      this.#waiting += 1;
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #serve(): void {
    for (;;) {
      let next: Account | undefined;
      for (const account of this.#accounts.values()) {
        if (account.waiting.length === 0 || !this.#mayStart(account)) continue;
        if (!next || account.servedAt < next.servedAt) next = account;
      }
      if (!next) return;
      next.waiting[0]?.();
    }
  }
}
