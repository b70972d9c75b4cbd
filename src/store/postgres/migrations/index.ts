import { baseline } from './014-baseline.ts';

export interface Migration {
  /** Applied in one transaction with all others that are due. */
  sql: string;
  /**
   * The oldest schema whose release may still serve when it is applied. A
   * migration that only adds leaves it where it was; what older releases read
   * goes one release later, and then this is the number of that release.
   */
  oldest: number;
  /**
   * Statements that must be outside a transaction, as CREATE INDEX CONCURRENTLY
   * IF NOT EXISTS, run after it. A start that was cut short runs them again.
   */
  outside?: readonly string[];
}

/** By number: the same numbers and, from the baseline on, the same names as SQLite's. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map([[14, { sql: baseline, oldest: 14 }]]);
