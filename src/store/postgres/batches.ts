import type { Balance } from '../types.ts';
import { fitting } from './batch-size.ts';
import { BatchQueue, PATIENCE_MS, type QueueOptions, type Waiting } from './batch-queue.ts';
import { accountOf, type LedgerStep } from './batch-steps.ts';

/**
 * Runs the steps of the ledger in batches. If another transaction, such as an operator's manual one, keeps an account's
 * rows locked, the account's steps move to a second queue with its own connection, so that they do not delay the
 * others. The second queue runs one account at a time; an account leaves it after a batch that succeeds.
 */
export class Batches {
  readonly #all: BatchQueue;
  readonly #aside: BatchQueue;
  /** Ids of accounts whose steps go to the second queue. */
  readonly #apart = new Set<string>();
  /** Id of the account whose batch runs in the second queue. */
  #turn: string | undefined;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#all = new BatchQueue(options, {
      next: (waiting) => waiting.splice(0, fitting(waiting)),
      blocked: (steps) => this.#setAside(steps),
      done: () => {},
      keeps: true,
    });
    this.#aside = new BatchQueue(options, {
      next: (waiting) => this.#nextAside(waiting),
      blocked: (steps) => this.#wait(steps),
      done: () => this.#rejoin(),
      keeps: false,
    });
  }

  /**
   * Runs the step in the next batch and resolves once it is committed. `until`: retry at least until this time of
   * performance.now().
   */
  put(step: LedgerStep, until = 0): Promise<Balance | undefined> {
    if (this.#closed) return Promise.reject(new Error('The store is closed.'));
    const putUntil = Math.max(until, performance.now() + PATIENCE_MS);
    return new Promise((resolve, reject) => {
      const queue = this.#apart.has(accountOf(step)) ? this.#aside : this.#all;
      queue.add({ step, putUntil, unknown: false, resolve, reject });
    });
  }

  /** Number of steps that have not been answered yet. */
  get waiting(): number {
    return this.#all.waiting + this.#aside.waiting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#all.close();
    await this.#aside.close();
  }

  /** Moves all steps of the batch's accounts to the second queue, because it is not known which account was locked. */
  #setAside(steps: readonly Waiting[]): void {
    for (const { step } of steps) this.#apart.add(accountOf(step));
    const alike = this.#all.withdraw(({ step }) => this.#apart.has(accountOf(step)));
    this.#aside.add(...steps, ...alike);
  }

  #nextAside(waiting: Waiting[]): Waiting[] {
    const [first] = waiting;
    this.#turn = first && accountOf(first.step);
    const due = waiting.filter(({ step }) => accountOf(step) === this.#turn);
    const batch = due.slice(0, fitting(due));
    const taken = new Set(batch);
    waiting.splice(0, waiting.length, ...waiting.filter((each) => !taken.has(each)));
    return batch;
  }

  /** Puts the steps of a locked account behind those of the other accounts. */
  #wait(steps: readonly Waiting[]): void {
    this.#turn = undefined;
    this.#aside.add(...steps);
  }

  #rejoin(): void {
    const account = this.#turn;
    if (account === undefined || this.#aside.has(({ step }) => accountOf(step) === account)) return;
    this.#apart.delete(account);
  }
}
