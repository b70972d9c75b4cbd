import { baseline } from './014-baseline.ts';
import { digests } from './015-digests.ts';
import { loginLinks } from './016-login-links.ts';
import { savedSearches } from './017-saved-searches.ts';
import { unfinishedRuns } from './018-unfinished-runs.ts';
import { deliveryTerms } from './019-delivery-terms.ts';

export interface Migration {
  /** Runs in one transaction with all other due migrations. */
  sql: string;
  /**
   * The oldest schema whose release may still serve after this migration. A migration that only adds does not raise the
   * number; one that removes a column comes after a release that no longer reads the column, and raises it.
   */
  oldest: number;
  /**
   * Statements that run after the migration, each in its own transaction or outside of any, such as CREATE INDEX
   * CONCURRENTLY IF NOT EXISTS. They run again if a start was interrupted, so they must be repeatable.
   */
  outside?: readonly string[];
}

/** Migrations by schema number. Each has the number and name of SQLite's migration. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map<number, Migration>([
  [14, { sql: baseline, oldest: 14 }],
  [15, digests],
  [16, loginLinks],
  [17, savedSearches],
  [18, unfinishedRuns],
  [19, deliveryTerms],
]);
