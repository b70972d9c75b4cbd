import { accountsAndLedger } from './001-accounts-and-ledger.ts';
import { apiBudgets } from './002-api-budgets.ts';
import { reputation } from './003-reputation.ts';
import { sessions } from './004-sessions.ts';
import { usageDays } from './005-usage-days.ts';
import { months } from './006-months.ts';
import { replayBytes } from './007-replay-bytes.ts';
import { spentByKey } from './008-spent-by-key.ts';
import { replaySums } from './009-replay-sums.ts';
import { accountSecurity } from './010-account-security.ts';
import { testKeys } from './011-test-keys.ts';
import { oneTimeLinks } from './012-one-time-links.ts';
import { sourceHealth } from './013-source-health.ts';
import { oauth } from './014-oauth.ts';

/**
 * Numbered, append-only: the database's `user_version` is the number of the
 * last one applied. Never edit one that was released.
 */
export const MIGRATIONS: readonly string[] = [
  accountsAndLedger,
  apiBudgets,
  reputation,
  sessions,
  usageDays,
  months,
  replayBytes,
  spentByKey,
  replaySums,
  accountSecurity,
  testKeys,
  oneTimeLinks,
  sourceHealth,
  oauth,
];
