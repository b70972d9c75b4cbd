import type { Balance } from '../types.ts';
import { batchLength } from './batch-size.ts';
import { BatchQueue, MINIMUM_RETRY_MS, type QueueOptions, type Waiting } from './batch-queue.ts';
import { accountOf, type LedgerStep } from './batch-steps.ts';

/**
 * If another transaction, such as an operator's manual one, keeps an account locked, the account's ledger steps move to
 * a second queue, so that they do not delay other accounts. The second queue runs one account at a time. An account
 * leaves it when none of its steps waits there.
 */
export class Batches {
  readonly #mainQueue: BatchQueue;
  readonly #blockedQueue: BatchQueue;
  readonly #blocked = new Set<string>();
  #currentAccount: string | undefined;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#mainQueue = new BatchQueue(options, {
      next: (waiting) => waiting.splice(0, batchLength(waiting)),
      blocked: (steps) => this.#moveToBlocked(steps),
      done: () => {},
      keeps: true,
    });
    this.#blockedQueue = new BatchQueue(options, {
      next: (waiting) => this.#nextBlocked(waiting),
      blocked: (steps) => this.#wait(steps),
      done: () => this.#rejoin(),
      keeps: false,
    });
  }

  /**
   * Resolves once the step is committed. `until`: the step is retried at least until this time of performance.now().
   */
  put(step: LedgerStep, until = 0): Promise<Balance | undefined> {
    if (this.#closed) return Promise.reject(new Error('The store is closed.'));
    const putUntil = Math.max(until, performance.now() + MINIMUM_RETRY_MS);
    return new Promise((resolve, reject) => {
      const queue = this.#blocked.has(accountOf(step)) ? this.#blockedQueue : this.#mainQueue;
      queue.add({ step, putUntil, unknown: false, resolve, reject });
    });
  }

  get waiting(): number {
    return this.#mainQueue.waiting + this.#blockedQueue.waiting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#mainQueue.close();
    await this.#blockedQueue.close();
  }

  /** Moves all accounts of the batch, because the batch does not know which of them is locked. */
  #moveToBlocked(steps: readonly Waiting[]): void {
    for (const { step } of steps) this.#blocked.add(accountOf(step));
    const sameAccounts = this.#mainQueue.withdraw(({ step }) => this.#blocked.has(accountOf(step)));
    this.#blockedQueue.add(...steps, ...sameAccounts);
  }

  #nextBlocked(waiting: Waiting[]): Waiting[] {
    const [first] = waiting;
    this.#currentAccount = first && accountOf(first.step);
    const due = waiting.filter(({ step }) => accountOf(step) === this.#currentAccount);
    const batch = due.slice(0, batchLength(due));
    const taken = new Set(batch);
    waiting.splice(0, waiting.length, ...waiting.filter((each) => !taken.has(each)));
    return batch;
  }

  #wait(steps: readonly Waiting[]): void {
    this.#currentAccount = undefined;
    this.#blockedQueue.add(...steps);
  }

  #rejoin(): void {
    const account = this.#currentAccount;
    if (account === undefined || this.#blockedQueue.has(({ step }) => accountOf(step) === account)) return;
    this.#blocked.delete(account);
  }
}
