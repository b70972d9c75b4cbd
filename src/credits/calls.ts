import { ServiceError } from '../errors.ts';
import { DAY_MS } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import { usedOf, withUsed } from './account-state.ts';
import { keyCapReached, keyEnded, quotaExceeded } from './refusals.ts';
import type { AccountState, Hold, KeyState, LedgerEntry } from './types.ts';

export interface Closed {
  entry: LedgerEntry;
  givenBack: Millicredits;
}

/** Returns the UTC day as a number of days since 1 January 1970. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** A revoked key stays revoked even if the clock is set back before `revokedAt`. */
export function keyStatus(
  key: Pick<KeyState, 'revokedAt' | 'expiresAt'>,
  now: number,
): 'active' | 'revoked' | 'expired' {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

/**
 * Throws if the key or the credits do not permit the call. The account must already be in the month of `hold.at`;
 * `spentToday` is what the key has spent and reserved on that UTC day.
 */
export function reserve<State extends AccountState>(
  account: State,
  hold: Hold,
  key: KeyState | undefined,
  spentToday: Millicredits,
): { account: State; entry: LedgerEntry } {
  const status = key ? keyStatus(key, hold.at) : 'active';
  if (status !== 'active') throw keyEnded(status);
  const used = usedOf(account) + hold.amount;
  // A call that costs nothing never exceeds the quota, even if the owner has lowered the overage limit below the
  // overage used.
  if (hold.amount > 0 && used > account.allowance + (account.overageLimit ?? 0))
    throw quotaExceeded(account, hold.amount);
  const cap = key?.dailyCap ?? null;
  if (cap !== null && hold.amount > 0 && spentToday + hold.amount > cap) {
    throw keyCapReached(cap, spentToday, hold, (dayOf(hold.at) + 1) * DAY_MS, key?.kind);
  }
  return {
    account: withUsed(account, used),
    entry: {
      receiptId: hold.receiptId,
      accountId: hold.accountId,
      keyId: hold.keyId,
      tool: hold.tool,
      state: 'reserved',
      outcome: 'pending',
      period: account.period,
      amount: hold.amount,
      cached: false,
      createdAt: hold.at,
      durationMs: null,
    },
  };
}

/** Throws if the cost is negative or higher than the reserved amount, or if the reservation is closed already. */
export function settle(
  entry: LedgerEntry,
  { cost, cached, durationMs }: { cost: Millicredits; cached: boolean; durationMs: number },
): Closed {
  if (!(cost >= 0 && cost <= entry.amount)) {
    throw new ServiceError('internal', `Call ${entry.receiptId} would cost ${cost} where ${entry.amount} are held.`);
  }
  return close(entry, { state: 'settled', outcome: 'ok', amount: cost, cached, durationMs });
}

export function release(entry: LedgerEntry, outcome: LedgerEntry['outcome'], durationMs: number): Closed {
  return close(entry, { state: 'released', outcome, amount: 0, cached: false, durationMs });
}

export function giveBack<State extends AccountState>(account: State, amount: Millicredits): State {
  return amount === 0 ? account : withUsed(account, usedOf(account) - amount);
}

function close(
  entry: LedgerEntry,
  end: Pick<LedgerEntry, 'state' | 'outcome' | 'amount' | 'cached' | 'durationMs'>,
): Closed {
  if (entry.state !== 'reserved') {
    throw new ServiceError('internal', `The reservation ${entry.receiptId} is ${entry.state} already.`);
  }
  return { entry: { ...entry, ...end }, givenBack: entry.amount - end.amount };
}
