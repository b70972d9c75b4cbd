import type { Reason } from '../errors.ts';
import type { Millicredits } from '../lib/credits.ts';

export interface PlanTerms {
  allowance: Millicredits;
  /** Price of one credit of overage, in millionths of the currency; null if the plan has no overage. */
  overageRate: number | null;
}

/**
 * Invariants: `allowance - balance + overageUsed` is the month's use, including reservations; `balance` or
 * `overageUsed` is 0.
 */
export interface AccountState {
  plan: string;
  /** Start of the first month on the current plan. It determines the day and time of every renewal. */
  anchorAt: number;
  /** Number of the current month, counted from 0 over all plans of the account. */
  period: number;
  periodEndsAt: number;
  allowance: Millicredits;
  balance: Millicredits;
  overageUsed: Millicredits;
  overageLimit: Millicredits | null;
}

export interface Month {
  period: number;
  plan: string;
  startsAt: number;
  endsAt: number;
  allowance: Millicredits;
  used: Millicredits;
  /**
   * Price of one credit of overage when the month was closed, in millionths of the currency; null if the plan had no
   * overage or was no longer offered.
   */
  overageRate: number | null;
  endedBy: 'renewal' | 'plan_change';
}

export interface Calendar {
  termsOf(plan: string): PlanTerms | undefined;
  monthOf(period: number): Pick<Month, 'allowance' | 'used'> | undefined;
}

export interface RolledForward<State extends AccountState = AccountState> {
  account: State;
  ended: Month[];
}

export type CallState = 'reserved' | 'settled' | 'released';

export interface LedgerEntry {
  receiptId: string;
  accountId: string;
  keyId: string | null;
  tool: string;
  state: CallState;
  /**
   * `pending`: the call is running. `replayed`: the call got a stored answer. `abandoned`: the client cancelled the
   * call, or the process that ran it died or could not end it. A `Reason` is the reason of an error.
   */
  outcome: 'pending' | 'ok' | 'replayed' | 'abandoned' | Reason;
  period: number;
  /** Reserved or charged amount; 0 after a release. */
  amount: Millicredits;
  cached: boolean;
  createdAt: number;
  durationMs: number | null;
}

export interface Hold {
  receiptId: string;
  accountId: string;
  keyId: string | null;
  tool: string;
  amount: Millicredits;
  at: number;
}

export interface KeyState {
  revokedAt: number | null;
  expiresAt: number | null;
  dailyCap: Millicredits | null;
  /** `app`: the key of a connected app. `watch`: the key of a saved search. Absent means `key`. */
  kind?: 'key' | 'app' | 'watch';
}

export interface Balance {
  balance: Millicredits;
  resetsAt: number;
}
