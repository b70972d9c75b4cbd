import type { Millicredits } from '../lib/credits.ts';
import type { AccountState, Balance } from './types.ts';

/** What this month's calls cost or reserve, including overage. */
export function usedOf({ allowance, balance, overageUsed }: AccountState): Millicredits {
  return allowance - balance + overageUsed;
}

/**
 * The allowance is used first (SPEC §7): whatever the order in which calls
 * reserve and settle, overage is the part of the month's total beyond it.
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
