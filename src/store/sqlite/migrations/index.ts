import { baseline } from './014-baseline.ts';
import { digests } from './015-digests.ts';
import { loginLinks } from './016-login-links.ts';
import { savedSearches } from './017-saved-searches.ts';
import { unfinishedRuns } from './018-unfinished-runs.ts';
import { deliveryTerms } from './019-delivery-terms.ts';
import { firstAttempts } from './020-first-attempts.ts';
import { requestedRuns } from './021-requested-runs.ts';
import { claimedDeliveries } from './022-claimed-deliveries.ts';

/**
 * Migrations by schema number, which is stored as `user_version`. The first one creates the schema of an empty
 * database. Never change a released migration.
 */
export const MIGRATIONS: ReadonlyMap<number, string> = new Map([
  [14, baseline],
  [15, digests],
  [16, loginLinks],
  [17, savedSearches],
  [18, unfinishedRuns],
  [19, deliveryTerms],
  [20, firstAttempts],
  [21, requestedRuns],
  [22, claimedDeliveries],
]);
