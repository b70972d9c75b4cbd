import { StoreFault } from '../store-fault.ts';
import type { PostgresConnections, Queryable } from './connection.ts';
import type { Version } from './version.ts';

/** Must change only the database, because it may run again. Calls `changed` if it changes accounts or keys. */
export type TransactionWork<T> = (tx: Queryable, changed: () => void) => Promise<T>;

interface Joined {
  run: TransactionWork<unknown>;
  after: 'notes' | undefined;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

const DEFERRED_MS = 100;
/** Notes are deferred writes. They need not survive a crash, and wait at most a second for a locked row. */
const NOTES_SESSION = "SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = '1s'";
const TAKEN_OVER = Promise.resolve();

/**
 * Makes the writes that do not go through the ledger's batches. A write runs in a transaction on any free connection
 * and is answered after the commit. It must lock the rows that other processes must not change meanwhile.
 */
export class PostgresWriter {
  readonly #connections: PostgresConnections;
  readonly #version: Pick<Version, 'bump'>;
  #joined: Joined[] | undefined;
  #deferred: TransactionWork<unknown>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #notes: Promise<void> = Promise.resolve();
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(connections: PostgresConnections, version: Pick<Version, 'bump'>) {
    this.#connections = connections;
    this.#version = version;
  }

  /** Resolves once the write is committed. With `after`, the write runs after all earlier notes. */
  commit<T>(step: TransactionWork<T>, after?: 'notes'): Promise<T> {
    if (this.#joined) {
      const joined = this.#joined;
      return new Promise<T>((resolve, reject) => {
        joined.push({ run: step, after, resolve: resolve as (value: never) => void, reject });
      });
    }
    if (this.#closed) return Promise.reject(new Error('The store is closed.'));
    return this.#follow(after ? this.flush().then(() => this.#transact(step)) : this.#transact(step));
  }

  transaction<T>(begin: () => Promise<T>): Promise<T> {
    const steps: Joined[] = [];
    const outer = this.#joined;
    this.#joined = steps;
    let result: Promise<T>;
    try {
      result = begin();
    } finally {
      this.#joined = outer;
    }
    if (steps.length === 0) return result;
    this.commit(
      async (tx, changed) => {
        const values: unknown[] = [];
        for (const { run } of steps) values.push(await run(tx, changed));
        return values;
      },
      steps.find(({ after }) => after)?.after,
    ).then(
      (values) => steps.forEach((step, index) => step.resolve(values[index] as never)),
      (error: unknown) => steps.forEach((step) => step.reject(error)),
    );
    return result;
  }

  /**
   * Makes the write (a note) a moment later, together with other notes, in a transaction that a crash may lose.
   * Resolves at once; errors of the write are dropped.
   */
  defer(step: TransactionWork<unknown>): Promise<void> {
    if (this.#closed) return TAKEN_OVER;
    this.#deferred.push(step);
    this.#timer ??= setTimeout(() => void this.flush(), DEFERRED_MS);
    return TAKEN_OVER;
  }

  /**
   * Resolves when all accepted notes have been written or dropped. Notes use one connection at a time, so that the
   * other connections stay free for writes on which calls wait.
   */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#notes = this.#notes.then(() => this.#writeNotes()));
  }

  get waiting(): number {
    return this.#running.size + this.#deferred.length;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.flush();
    await Promise.allSettled(this.#running);
  }

  async #writeNotes(): Promise<void> {
    const steps = this.#deferred;
    this.#deferred = [];
    if (steps.length > 0) await this.#follow(this.#writeTogether(steps));
  }

  async #writeTogether(steps: readonly TransactionWork<unknown>[]): Promise<void> {
    try {
      await this.#transact(async (tx, changed) => {
        await tx.query(NOTES_SESSION);
        // The notes share a round trip, because they are sent at once. All must have ended before the transaction can
        // be rolled back.
        const outcomes = await Promise.allSettled(steps.map((step) => step(tx, changed)));
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      });
    } catch (error) {
      // The notes may have been committed, so they are not repeated.
      if (error instanceof StoreFault && error.applied === 'unknown') return;
      // Each note is written in a separate transaction, so that a failed note does not fail the others.
      for (const step of steps) {
        await this.#transact(async (tx, changed) => {
          await tx.query(NOTES_SESSION);
          return step(tx, changed);
        }).catch(() => {});
      }
    }
  }

  #transact<T>(step: TransactionWork<T>): Promise<T> {
    return this.#connections.transaction(async (tx) => {
      let isChanged = false;
      const value = await step(tx, () => {
        isChanged = true;
      });
      // Must be the last statement, because every other change of accounts or keys waits for the lock that it takes.
      if (isChanged) await this.#version.bump(tx);
      return value;
    });
  }

  #follow<T>(work: Promise<T>): Promise<T> {
    const followed = work.finally(() => this.#running.delete(followed));
    this.#running.add(followed);
    followed.catch(() => {});
    return followed;
  }
}
