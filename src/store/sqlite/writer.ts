import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { storeBusy, StoreFault } from '../store-fault.ts';
import { isCode } from './fault-codes.ts';
import { Transactions, type TransactionOutcome } from './transactions.ts';

interface Step {
  deferred: boolean;
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

const DEFERRED_MS = 100;
const RETRY_MS = 5;
const BUSY_MS = 10_000;
const TAKEN_OVER = Promise.resolve();

/**
 * Makes writes that arrive at the same moment in one transaction, and answers them once it is on disk (SPEC §7).
 * Transactions that are committed during one flush share the next flush. After a disk error other than a full disk
 * nothing is retried, because SQLite's memory may differ from the disk.
 */
export class SqliteWriter {
  readonly #transactions: Transactions;
  readonly #sync: () => Promise<void>;
  #steps: Step[] = [];
  #joined: Step[] | undefined;
  #undurable: ((fault: StoreFault | undefined) => void)[] = [];
  #syncing: Promise<void> | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #busySince: number | undefined;
  #closed = false;
  #held = false;
  #fault: StoreFault | undefined;
  /** The error of the last write that found the disk full; undefined after `forgetFull`. */
  #full: StoreFault | undefined;
  readonly failed: Promise<StoreFault>;
  #tellFailed: (fault: StoreFault) => void = () => {};

  constructor(db: Database, sync: () => Promise<void>) {
    this.#transactions = new Transactions(db, {
      fault: () => this.#fault,
      break: (cause) => this.break(cause),
    });
    this.#sync = sync;
    this.failed = new Promise((resolve) => {
      this.#tellFailed = resolve;
    });
  }

  commit<T>(step: () => T): Promise<T> {
    if (this.#fault) return Promise.reject(this.#fault);
    if (this.#closed) return Promise.reject(new Error('The store is closed.'));
    return new Promise<T>((resolve, reject) => {
      const waiting = { deferred: false, run: step, resolve: resolve as (value: never) => void, reject };
      if (this.#joined) return void this.#joined.push(waiting);
      this.#steps.push(waiting);
      if (this.#busySince === undefined) this.#immediate ??= setImmediate(() => this.flush());
    });
  }

  /** Makes the writes that `begin` starts before its first `await` as one write: all are committed, or none. */
  transaction<T>(begin: () => Promise<T>): Promise<T> {
    const steps: Step[] = [];
    const outer = this.#joined;
    this.#joined = steps;
    let result: Promise<T>;
    try {
      result = begin();
    } finally {
      this.#joined = outer;
    }
    if (steps.length === 0) return result;
    this.commit(() => steps.map((step) => step.run())).then(
      (values) => steps.forEach((step, index) => step.resolve(values[index] as never)),
      (error: unknown) => steps.forEach((step) => step.reject(error)),
    );
    return result;
  }

  /**
   * Runs `step` with the next commit, which usually happens within a moment, and drops its errors. Resolves at once.
   */
  defer(step: () => void): Promise<void> {
    if (this.#closed || this.#fault) return TAKEN_OVER;
    this.#steps.push({ deferred: true, run: step, resolve: () => {}, reject: () => {} });
    this.#timer ??= setTimeout(() => this.flush(), DEFERRED_MS);
    return TAKEN_OVER;
  }

  /**
   * Commits the waiting writes, unless the file is busy or `hold` is in effect. Readers see the changes at once, and
   * the writes are answered when the changes are on disk.
   */
  flush(): void {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
    const steps = this.#steps;
    if (steps.length === 0) return;
    if (this.#held || !this.#beginOrWait()) return;
    this.#steps = [];
    this.#busySince = undefined;
    const outcomes = this.#transactions.runAll(steps);
    steps.forEach((step, index) => {
      const outcome = outcomes[index] as TransactionOutcome;
      if ('error' in outcome) {
        this.#noteFull(outcome.error);
        return step.reject(outcome.error);
      }
      if (step.deferred) return;
      this.#undurable.push((fault) => {
        if (fault === undefined) step.resolve(outcome.value as never);
        else step.reject(fault);
      });
    });
    if (this.#undurable.length > 0) this.#syncing ??= this.#syncAll();
  }

  get waiting(): number {
    return this.#steps.length + this.#undurable.length;
  }

  get full(): StoreFault | undefined {
    return this.#full;
  }

  forgetFull(): void {
    this.#full = undefined;
  }

  get broken(): boolean {
    return this.#fault !== undefined;
  }

  hold(): void {
    this.#held = true;
  }

  resume(): void {
    this.#held = false;
    this.flush();
  }

  break(cause: unknown): void {
    if (this.#fault) return;
    this.#fault = new StoreFault(
      'broken',
      'no',
      'The disk failed under the store. The service must be started again, and goes by what is on disk then.',
      cause,
    );
    this.#refuseWaiting(this.#fault);
    this.#tellFailed(this.#fault);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.flush();
    while (this.#steps.length > 0) {
      await delay(RETRY_MS);
      this.flush();
    }
    await this.#syncing;
  }

  async #syncAll(): Promise<void> {
    while (this.#undurable.length > 0) {
      const answers = this.#undurable;
      this.#undurable = [];
      let fault: StoreFault | undefined;
      try {
        if (this.#fault) throw this.#fault;
        await this.#sync();
      } catch (error) {
        // A second flush could succeed without the pages that the first flush lost, so the flush is not repeated.
        this.break(error);
        fault = new StoreFault('broken', 'unknown', 'The store could not be flushed to disk.', error);
      }
      for (const answer of answers) answer(fault);
    }
    this.#syncing = undefined;
  }

  #noteFull(error: unknown): void {
    if (error instanceof StoreFault && error.kind === 'full') this.#full = error;
  }

  #beginOrWait(): boolean {
    try {
      this.#transactions.begin();
      return true;
    } catch (error) {
      if (!isCode(error, 'SQLITE_BUSY')) {
        this.#refuseWaiting(this.#transactions.toStoreFault(error));
        return false;
      }
      const now = performance.now();
      this.#busySince ??= now;
      if (now - this.#busySince > BUSY_MS) {
        this.#busySince = undefined;
        this.#refuseWaiting(storeBusy(error));
      } else this.#timer = setTimeout(() => this.flush(), RETRY_MS);
      return false;
    }
  }

  #refuseWaiting(fault: StoreFault): void {
    this.#noteFull(fault);
    const steps = this.#steps;
    this.#steps = [];
    for (const step of steps) step.reject(fault);
  }
}
