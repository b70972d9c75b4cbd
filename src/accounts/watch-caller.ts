import type { AccountRecord } from '../store/types.ts';
import type { Caller } from './authenticate.ts';
import type { Plan } from './plans.ts';

/**
 * Builds the caller for the runs of a saved search. Its key is not stored. The key's ID is that of the search, because
 * the ledger records a key ID for each call.
 */
export function watchCaller(account: AccountRecord, plan: Plan, searchId: string): Caller {
  return {
    account,
    plan,
    key: {
      kind: 'watch',
      id: searchId,
      accountId: account.id,
      name: 'saved search',
      hash: '',
      prefix: '',
      lastFour: '',
      createdAt: account.createdAt,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      allowedTools: null,
      dailyCap: null,
    },
  };
}
