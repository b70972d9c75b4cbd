import type { Millicredits } from '../lib/credits.ts';
import type { AccountState, Balance } from './types.ts';

/** Cost of this month's calls, charged or reserved, including overage. */
export function usedOf({ allowance, balance, overageUsed }: AccountState): Millicredits {
  return allowance - balance + overageUsed;
}

/**
 * Sets what the month's calls cost. The allowance is used first (SPEC §7), so overage depends only on the sum, not on
 * the order of calls.
 */
export function withUsed<State extends AccountState>(account: State, used: Millicredits): State {
  const { allowance } = account;
  return { ...account, balance: Math.max(0, allowance - used), overageUsed: overageOf(allowance, used) };
}

export function overageOf(allowance: Millicredits, used: Millicredits): Millicredits {
  return Math.max(0, used - allowance);
}

export function balanceOf({ balance, periodEndsAt }: AccountState): Balance {
  return { balance, resetsAt: periodEndsAt };
}
