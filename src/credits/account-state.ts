import type { Millicredits } from '../lib/credits.ts';
import type { AccountState, Balance } from './types.ts';

/** Returns the month's use: charged and reserved amounts, including overage. */
export function usedOf({ allowance, balance, overageUsed }: AccountState): Millicredits {
  return allowance - balance + overageUsed;
}

/**
 * Replaces the month's use. The allowance is used first (SPEC §7), so overage depends only on the total, not on the
 * order of the calls.
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
