import { accountsAndLedger } from './001-accounts-and-ledger.ts';
import { sessions } from './004-sessions.ts';

/**
 * Numbered, append-only: the database's `user_version` is the number of the
 * last one applied. Never edit one that was released.
 */
export const MIGRATIONS: readonly string[] = [accountsAndLedger, sessions];
