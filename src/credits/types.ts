import type { Reason } from '../errors.ts';
import type { Millicredits } from '../lib/credits.ts';

/** The part of a plan that the rules of credits need. */
export interface PlanTerms {
  allowance: Millicredits;
  /** Price of one credit of overage in millionths of the currency; null if the plan has none. */
  overageRate: number | null;
}

/**
 * The credits of an account. Invariant: what calls cost, charged or reserved, is allowance − balance + overageUsed, and
 * balance or overageUsed is 0.
 */
export interface AccountState {
  plan: string;
  /** Start of the account's first month on its plan. Sets the day and time of every renewal. */
  anchorAt: number;
  /**
   * Number of the current month, counted over all plans of the account. Ledger entries have the number of their month.
   */
  period: number;
  periodEndsAt: number;
  /** Allowance of the current month, as the plan granted it at the month's start. */
  allowance: Millicredits;
  balance: Millicredits;
  overageUsed: Millicredits;
  /** Maximum overage per month; null if overage is off. */
  overageLimit: Millicredits | null;
}

/** An ended month of an account. */
export interface Month {
  period: number;
  plan: string;
  startsAt: number;
  endsAt: number;
  allowance: Millicredits;
  /** Cost of all calls in the month; the part beyond the allowance is overage. */
  used: Millicredits;
  /**
   * Price of one credit of overage at the month's end, in millionths of the currency; null if the plan had no overage.
   */
  overageRate: number | null;
  endedBy: 'renewal' | 'plan_change';
}

/** What moving an account through its months needs to know. */
export interface Calendar {
  /** Current terms of a plan; undefined if the plan no longer exists. */
  termsOf(plan: string): PlanTerms | undefined;
  /** A recorded month of the account; undefined if the month is not recorded. */
  monthOf(period: number): Pick<Month, 'allowance' | 'used'> | undefined;
}

/** An account in its present month, with the ended months that must be recorded. */
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
  /** `ok`, `replayed`, or the reason of the error. `pending`: the call is running. `abandoned`: its process died. */
  outcome: 'pending' | 'ok' | 'replayed' | 'abandoned' | Reason;
  period: number;
  /** Reserved or charged amount; 0 once released. */
  amount: Millicredits;
  cached: boolean;
  createdAt: number;
  durationMs: number | null;
}

/** A request to reserve credits for a call. */
export interface Hold {
  receiptId: string;
  accountId: string;
  keyId: string | null;
  tool: string;
  amount: Millicredits;
  at: number;
}

/** What the rules of credits need to know about a key. */
export interface KeyState {
  revokedAt: number | null;
  expiresAt: number | null;
  /** Maximum spending per UTC day, in thousandths of a credit; null: no cap. */
  dailyCap: Millicredits | null;
  /** `app`: belongs to a connected app. `watch`: belongs to a saved search. Absent: `key`. */
  kind?: 'key' | 'app' | 'watch';
}

export interface Balance {
  balance: Millicredits;
  resetsAt: number;
}
