import type { Caller } from '../../accounts/authenticate.ts';
import type { Plan } from '../../accounts/plans.ts';
import type { AccountRecord } from '../../store/types.ts';

/** The ledger records this ID in place of a key's ID. */
export const PLAYGROUND_KEY_ID = 'playground';

export function playgroundCaller(account: AccountRecord, plan: Plan): Caller {
  return {
    account,
    plan,
    key: {
      kind: 'key',
      id: PLAYGROUND_KEY_ID,
      accountId: account.id,
      name: 'playground',
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
