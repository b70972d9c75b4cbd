import { baseline } from './014-baseline.ts';
import { digests } from './015-digests.ts';
import { loginLinks } from './016-login-links.ts';
import { savedSearches } from './017-saved-searches.ts';
import { unfinishedRuns } from './018-unfinished-runs.ts';
import { deliveryTerms } from './019-delivery-terms.ts';

export interface Migration {
  /** Applied in one transaction with all others that are due. */
  sql: string;
  /**
   * The oldest schema whose release may still serve after this migration. A migration that only adds keeps the
   * number. Columns that older releases read are removed one release later, with the number of that release.
   */
  oldest: number;
  /**
   * Statements that run after the migration, each in its own transaction or outside of any, such as CREATE INDEX
   * CONCURRENTLY IF NOT EXISTS. An interrupted start runs them again.
   */
  outside?: readonly string[];
}

/** By number: the same numbers and names as SQLite's. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map<number, Migration>([
  [14, { sql: baseline, oldest: 14 }],
  [15, digests],
  [16, loginLinks],
  [17, savedSearches],
  [18, unfinishedRuns],
  [19, deliveryTerms],
]);
