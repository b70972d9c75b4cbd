import type { Database } from 'better-sqlite3';
import { ServiceError } from '../../errors.ts';
import { storeBusy, StoreFault } from '../store-fault.ts';
import { isCode, isFaultOfDisk } from './fault-codes.ts';

interface Runnable {
  run: () => unknown;
}

export type TransactionOutcome = { value: unknown } | { error: unknown };

export interface TransactionOwner {
  fault(): StoreFault | undefined;
  break(cause: unknown): void;
}

/**
 * Makes writes in shared transactions, each write in a separate savepoint. A write that throws is undone, and the
 * others continue.
 */
export class Transactions {
  readonly #db: Database;
  readonly #owner: TransactionOwner;
  readonly #begin;
  readonly #commit;
  readonly #rollback;
  readonly #save;
  readonly #keep;
  readonly #undo;

  constructor(db: Database, owner: TransactionOwner) {
    this.#db = db;
    this.#owner = owner;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
    this.#save = db.prepare('SAVEPOINT step');
    this.#keep = db.prepare('RELEASE step');
    this.#undo = db.prepare('ROLLBACK TO step');
  }

  /** Throws a StoreFault if the disk has failed, or SQLite's error if the transaction cannot begin. */
  begin(): void {
    const fault = this.#owner.fault();
    if (fault) throw fault;
    this.#begin.run();
  }

  runAll(steps: readonly Runnable[]): TransactionOutcome[] {
    try {
      const outcomes = steps.map((step) => this.#runOne(step));
      this.#commit.run();
      return outcomes;
    } catch (error) {
      this.#rollBack();
      const fault = this.toStoreFault(error);
      // A single write may have filled the disk, so each write runs again in a separate transaction.
      if (fault.kind === 'full' && steps.length > 1) return steps.map((step) => this.#runAlone(step));
      return steps.map(() => ({ error: fault }));
    }
  }

  #rollBack(): void {
    try {
      if (this.#db.inTransaction) this.#rollback.run();
    } catch (error) {
      this.#owner.break(error);
    }
  }

  #runAlone(step: Runnable): TransactionOutcome {
    try {
      this.begin();
    } catch (error) {
      return { error: this.toStoreFault(error) };
    }
    return this.runAll([step])[0] as TransactionOutcome;
  }

  #runOne(step: Runnable): TransactionOutcome {
    this.#save.run();
    try {
      const value = step.run();
      this.#keep.run();
      return { value };
    } catch (error) {
      // SQLite has ended the transaction, or its content is uncertain after a disk error.
      if (!this.#db.inTransaction || (!(error instanceof ServiceError) && isFaultOfDisk(error))) throw error;
      this.#undo.run();
      this.#keep.run();
      return { error };
    }
  }

  /**
   * Turns SQLite's error into a StoreFault. Unless the disk is full or the database is busy, the store counts as broken
   * from then on.
   */
  toStoreFault(error: unknown): StoreFault {
    if (error instanceof StoreFault) return error;
    if (isCode(error, 'SQLITE_FULL')) {
      return new StoreFault('full', 'no', 'The disk of the store is full.', error);
    }
    if (isCode(error, 'SQLITE_BUSY')) {
      return storeBusy(error);
    }
    this.#owner.break(error);
    return new StoreFault('broken', 'unknown', 'The disk failed under the store.', error);
  }
}
