import type { AccountRecord, KeyRecord } from '../store/types.ts';
import type { Caller } from './authenticate.ts';
import type { Plan } from './plans.ts';

/** The ledger records this ID in place of a key's ID. */
export const PLAYGROUND_KEY_ID = 'playground';

export function playgroundCaller(account: AccountRecord, plan: Plan): Caller {
  return callerOf(account, plan, { kind: 'key', id: PLAYGROUND_KEY_ID, name: 'playground' });
}

/** Builds the caller for the runs of a saved search. The ledger records the search's ID in place of a key's ID. */
export function savedSearchCaller(account: AccountRecord, plan: Plan, searchId: string): Caller {
  return callerOf(account, plan, { kind: 'watch', id: searchId, name: 'saved search' });
}

/** The key of the returned caller is not stored. */
function callerOf(account: AccountRecord, plan: Plan, key: Pick<KeyRecord, 'kind' | 'id' | 'name'>): Caller {
  return {
    account,
    plan,
    key: {
      ...key,
      accountId: account.id,
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
