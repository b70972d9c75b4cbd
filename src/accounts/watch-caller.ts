import type { AccountRecord } from '../store/types.ts';
import type { Caller } from './authenticate.ts';
import type { Plan } from './plans.ts';

/**
 * The caller of a saved search's runs: the account, with a key that is not stored and has the id of the search, so that
 * the ledger names the search.
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
