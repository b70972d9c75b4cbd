import type { Millicredits } from '../lib/credits.ts';
import type { AccountState, Standing } from './types.ts';

/** What the present month's calls cost or hold, overage included. */
export function usedOf({ allowance, balance, overageUsed }: AccountState): Millicredits {
  return allowance - balance + overageUsed;
}

/**
 * The allowance first, always (SPEC §7): whatever the order in which calls are
 * held and settled, overage is what the month's calls together go past it.
 */
export function withUsed<State extends AccountState>(account: State, used: Millicredits): State {
  const { allowance } = account;
  return { ...account, balance: Math.max(0, allowance - used), overageUsed: overageOf(allowance, used) };
}

export function overageOf(allowance: Millicredits, used: Millicredits): Millicredits {
  return Math.max(0, used - allowance);
}

export function standingOf({ balance, periodEndsAt }: AccountState): Standing {
  return { balance, resetsAt: periodEndsAt };
}
