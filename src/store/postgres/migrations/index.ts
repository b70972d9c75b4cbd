import { baseline } from './014-baseline.ts';
import { digests } from './015-digests.ts';
import { loginLinks } from './016-login-links.ts';
import { savedSearches } from './017-saved-searches.ts';

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
   * Statements that run after it, each in a transaction of its own or outside
   * of any, as CREATE INDEX CONCURRENTLY IF NOT EXISTS. A start that was cut
   * short runs them again.
   */
  outside?: readonly string[];
}

/** By number: the same numbers and names as SQLite's. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map<number, Migration>([
  [14, { sql: baseline, oldest: 14 }],
  [15, digests],
  [16, loginLinks],
  [17, savedSearches],
]);
