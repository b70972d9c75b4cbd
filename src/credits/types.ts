import type { Reason } from '../errors.ts';
import type { Millicredits } from '../lib/credits.ts';

/** The money terms of a plan. */
export interface PlanTerms {
  allowance: Millicredits;
  /** Price of one credit of overage in millionths of the currency; null if the plan has none. */
  overageRate: number | null;
}

/**
 * An account's money. Invariant: charged and reserved = allowance − balance +
 * overage used, and one of the last two is 0.
 */
export interface AccountState {
  plan: string;
  /** Start of the account's first month under its plan: sets the day and time of every renewal. */
  anchorAt: number;
  /** Numbers the account's months over all its plans; ledger entries carry it. */
  period: number;
  periodEndsAt: number;
  /** Allowance of the current month: the plan's at the month's start. */
  allowance: Millicredits;
  balance: Millicredits;
  overageUsed: Millicredits;
  /** Maximum overage per month; null if overage is off. */
  overageLimit: Millicredits | null;
}

/** A month of an account that has ended. */
export interface Month {
  period: number;
  plan: string;
  startsAt: number;
  endsAt: number;
  allowance: Millicredits;
  /** Cost of all its calls; the part beyond the allowance is overage. */
  used: Millicredits;
  /** As in PlanTerms, at the month's end. */
  overageRate: number | null;
  endedBy: 'renewal' | 'plan_change';
}

/** What the rules need to move an account through its months. */
export interface Calendar {
  /** Current terms of a plan; undefined if it no longer exists. */
  termsOf(plan: string): PlanTerms | undefined;
  /** A recorded month of the account; undefined if there is no record. */
  monthOf(period: number): Pick<Month, 'allowance' | 'used'> | undefined;
}

/** An account after a step, with the months to record. */
export interface RolledForward<State extends AccountState = AccountState> {
  account: State;
  ended: Month[];
}

export type CallState = 'reserved' | 'settled' | 'released';

/** One tool call in the ledger. */
export interface LedgerEntry {
  receiptId: string;
  accountId: string;
  keyId: string | null;
  tool: string;
  state: CallState;
  /** `ok`, `replayed`, or the reason of the error. */
  outcome: 'pending' | 'ok' | 'replayed' | 'abandoned' | Reason;
  period: number;
  /** Reserved amount, or charged amount once settled. */
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

/** What the rules need to know about the key of a reservation. */
export interface KeyState {
  revokedAt: number | null;
  expiresAt: number | null;
  /** Maximum credits per UTC day; null: no cap. */
  dailyCap: Millicredits | null;
  /** `app`: belongs to a connected app; absent: `key`. */
  kind?: 'key' | 'app' | 'watch';
}

/** Balance of an account after a step. */
export interface Balance {
  balance: Millicredits;
  resetsAt: number;
}
