import { baseline } from './014-baseline.ts';
import { digests } from './015-digests.ts';
import { loginLinks } from './016-login-links.ts';
import { savedSearches } from './017-saved-searches.ts';
import { unfinishedRuns } from './018-unfinished-runs.ts';
import { deliveryTerms } from './019-delivery-terms.ts';
import { firstAttempts } from './020-first-attempts.ts';
import { requestedRuns } from './021-requested-runs.ts';
import { claimedDeliveries } from './022-claimed-deliveries.ts';

export interface Migration {
  sql: string;
  /**
   * The schema of the oldest release that may still serve after this migration. A migration that removes a column must
   * raise this number, and must come after a release that no longer reads the column.
   */
  oldest: number;
  /**
   * Statements, such as CREATE INDEX CONCURRENTLY IF NOT EXISTS, that run after the transaction of the migrations, each
   * on its own. If they were interrupted, the next "jobdata migrate" runs them again, so they must be repeatable.
   */
  outside?: readonly string[];
}

/** Each migration has the same number and name as in SQLite. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map<number, Migration>([
  [14, { sql: baseline, oldest: 14 }],
  [15, digests],
  [16, loginLinks],
  [17, savedSearches],
  [18, unfinishedRuns],
  [19, deliveryTerms],
  [20, firstAttempts],
  [21, requestedRuns],
  [22, claimedDeliveries],
]);
