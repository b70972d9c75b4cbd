import type { Reason } from '../errors.ts';
import type { Millicredits } from '../lib/credits.ts';

/** What a plan says of money. */
export interface PlanTerms {
  allowance: Millicredits;
  /** Millionths of the currency a credit of overage; null: the plan has none. */
  overageRate: number | null;
}

/** An account's money. In every state: charged and held = allowance − balance + overage used, one of the last two being 0. */
export interface AccountState {
  plan: string;
  /** Start of the account's first month under its plan: its day and time of day are those of every renewal. */
  anchorAt: number;
  /** Counts the account's months over all its plans; entries of the ledger carry it. */
  period: number;
  periodEndsAt: number;
  /** Of the present month: the plan's as it was at the month's start. */
  allowance: Millicredits;
  balance: Millicredits;
  overageUsed: Millicredits;
  /** Most overage of a month; null: overage is off. */
  overageLimit: Millicredits | null;
}

/** A month of an account that has ended, or that the clock has left. */
export interface Month {
  period: number;
  plan: string;
  startsAt: number;
  endsAt: number;
  allowance: Millicredits;
  /** All that its calls cost: what goes past the allowance is overage. */
  used: Millicredits;
  /** As in PlanTerms, at the month's end. */
  overageRate: number | null;
  endedBy: 'renewal' | 'plan_change';
}

/** What the rules need to know to move an account through its months. */
export interface Calendar {
  /** Terms of a plan now; undefined for one that is no more. */
  termsOf(plan: string): PlanTerms | undefined;
  /** A month of the account on record. */
  monthOf(period: number): Pick<Month, 'allowance' | 'used'> | undefined;
}

/** An account after a step, and the months to put on record with it. */
export interface Turned<State extends AccountState = AccountState> {
  account: State;
  ended: Month[];
}

export type CallState = 'reserved' | 'settled' | 'released';

/** One call of a tool: an entry of the ledger. */
export interface LedgerEntry {
  receiptId: string;
  accountId: string;
  keyId: string | null;
  tool: string;
  state: CallState;
  /** `ok`, `replayed`, or the reason of the error. */
  outcome: 'pending' | 'ok' | 'replayed' | 'abandoned' | Reason;
  period: number;
  /** Held while reserved, charged once settled. */
  amount: Millicredits;
  cached: boolean;
  createdAt: number;
  durationMs: number | null;
}

/** A call that wants to be paid for. */
export interface Hold {
  receiptId: string;
  accountId: string;
  keyId: string | null;
  tool: string;
  amount: Millicredits;
  at: number;
}

/** What the rules ask of the key that a hold names. */
export interface KeyState {
  revokedAt: number | null;
  expiresAt: number | null;
  /** Most credits of a UTC day; null: no cap. */
  dailyCap: Millicredits | null;
  /** `app`: of a connected app; absent: `key`. */
  kind?: 'key' | 'app';
}

/** Where an account stands after a step. */
export interface Standing {
  balance: Millicredits;
  resetsAt: number;
}
