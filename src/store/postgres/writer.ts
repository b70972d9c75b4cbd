import { StoreFault } from '../store-fault.ts';
import type { PostgresConnections, Queryable } from './connection.ts';
import type { Version } from './version.ts';

/**
 * Work inside an open transaction. It runs again if the transaction must be repeated, so it changes only the
 * database. It calls `changed` when it has changed accounts or keys.
 */
export type TransactionWork<T> = (tx: Queryable, changed: () => void) => Promise<T>;

interface Joined {
  run: TransactionWork<unknown>;
  after: 'notes' | undefined;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** How long a note waits for others to be written with. */
const DEFERRED_MS = 100;
/** How long notes wait for a locked row. */
const NOTES_SESSION = "SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = '1s'";
const TAKEN_OVER = Promise.resolve();

/**
 * All writes except those of the ledger. Each step runs in its own transaction on any free connection and is
 * answered after its commit. A step locks what several processes must not do at the same time.
 */
export class PostgresWriter {
  readonly #connections: PostgresConnections;
  readonly #version: Pick<Version, 'bump'>;
  /** Collects the steps of a shared transaction. */
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

  /**
   * Resolves once the step is durable. The step is accepted when this method returns. `after`: the step depends on
   * earlier notes and runs after them.
   */
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

  /**
   * The steps that `begin` hands in before its first await form one transaction, in that order: all are
   * committed, or all reject with the first error.
   */
  together<T>(begin: () => Promise<T>): Promise<T> {
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
   * Runs `step` a moment later, together with others, in a transaction that a power cut may lose. Meant for notes whose
   * result nobody needs. Their errors are dropped.
   */
  defer(step: TransactionWork<unknown>): Promise<void> {
    if (this.#closed) return TAKEN_OVER;
    this.#deferred.push(step);
    this.#timer ??= setTimeout(() => void this.flush(), DEFERRED_MS);
    return TAKEN_OVER;
  }

  /**
   * Resolves when all accepted notes can be read. Notes use only one connection at a time, so that the others stay free
   * for steps whose callers wait.
   */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#notes = this.#notes.then(() => this.#writeNotes()));
  }

  /** Steps that have not been answered yet. */
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
        // Sent together, they share a round trip. A failure is reported after all have ended.
        const outcomes = await Promise.allSettled(steps.map((step) => step(tx, changed)));
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      });
    } catch (error) {
      // Steps that may have been committed are not run again.
      if (error instanceof StoreFault && error.applied === 'unknown') return;
      // A failed step must not fail the others; one that was blocked by locks may succeed without them.
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
      // The last statement, because every change of accounts or keys waits for that one row.
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
