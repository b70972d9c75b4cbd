import type { AccountState, Month, PlanTerms } from '../credits/types.ts';
import type { Millicredits } from '../lib/credits.ts';

export interface AccountRecord extends AccountState {
  id: string;
  email: string;
  subscriptionId: string | null;
  createdAt: number;
  trialEndsAt: number | null;
  operator: boolean;
  passwordHash: string | null;
}

/** The account with an e-mail address, as it is stored: an ended month is not renewed first. */
export type AddressHolder = Pick<AccountRecord, 'id' | 'email' | 'passwordHash'>;

export interface NewAccount {
  id: string;
  email: string;
  plan: string;
  subscriptionId: string | null;
  createdAt: number;
  trialEndsAt: number | null;
  allowance: Millicredits;
  operator: boolean;
  /** Absent: no password. */
  passwordHash?: string | null;
}

export interface AccountStore {
  /** Rejects with `validation` when the e-mail address is taken. */
  create(account: NewAccount): Promise<AccountRecord>;
  /** The account at `now`: a month that has ended is shown renewed, but nothing is written. */
  findById(id: string, now: number): Promise<AccountRecord | undefined>;
  /** Takes the same time whether the account exists or not, and however old its last month is. */
  findHolder(email: string): Promise<AddressHolder | undefined>;
  list(now: number): Promise<AccountRecord[]>;
  /** Takes effect at once and starts a new month (SPEC §7). */
  setPlan(id: string, change: PlanChange): Promise<void>;
  setOverage(id: string, limit: Millicredits | null): Promise<void>;
  /** Rejects with `validation` if the password is no longer `before`. */
  setPassword(id: string, passwordHash: string, before?: string | null): Promise<void>;
  /** Rejects with `validation` when the e-mail address is taken. */
  setEmail(id: string, email: string): Promise<void>;
  setOperator(id: string, operator: boolean): Promise<void>;
  /** The months that have ended by `now`, oldest first, including those without calls. */
  months(id: string, now: number): Promise<Month[]>;
  /**
   * Deletes the account with its keys, ledger entries and everything else that names it. It disappears at once;
   * its rows are deleted in batches.
   */
  delete(id: string): Promise<boolean>;
  /** Continues deletions that a process did not finish. Stops early at `signal`, as every purge does. */
  purge(signal?: AbortSignal): Promise<number>;
}

export interface PlanChange {
  plan: string;
  subscriptionId: string | null;
  trialEndsAt: number | null;
  terms: PlanTerms;
  at: number;
}
