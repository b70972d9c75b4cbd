import { baseline } from './014-baseline.ts';
import { digests } from './015-digests.ts';
import { loginLinks } from './016-login-links.ts';
import { savedSearches } from './017-saved-searches.ts';

/**
 * By number, which is the database's `user_version` once it is applied. The
 * first makes an empty database. Never edit one that was released.
 */
export const MIGRATIONS: ReadonlyMap<number, string> = new Map([
  [14, baseline],
  [15, digests],
  [16, loginLinks],
  [17, savedSearches],
]);
