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

/** The account that uses an e-mail address. */
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
  /** Absent or null: the account has no password. */
  passwordHash?: string | null;
}

export interface AccountStore {
  /** Rejects with `validation` if another account has the e-mail address. */
  create(account: NewAccount): Promise<AccountRecord>;
  /** A month that has ended by `now` is renewed in the returned account, but not in the store. */
  findById(id: string, now: number): Promise<AccountRecord | undefined>;
  /**
   * Ignores case. Takes equally long with or without an account, so that its duration does not tell whether one exists.
   */
  findHolder(email: string): Promise<AddressHolder | undefined>;
  list(now: number): Promise<AccountRecord[]>;
  /** Changes the plan at once, which starts a new month (SPEC §7). */
  setPlan(id: string, change: PlanChange): Promise<void>;
  setOverage(id: string, limit: Millicredits | null): Promise<void>;
  /** Rejects with `validation` if `before` is given and is no longer the account's password hash. */
  setPassword(id: string, passwordHash: string, before?: string | null): Promise<void>;
  /** Rejects with `validation` if another account has the e-mail address. */
  setEmail(id: string, email: string): Promise<void>;
  setOperator(id: string, operator: boolean): Promise<void>;
  /** Months that have ended by `now`, oldest first, including months without calls. */
  months(id: string, now: number): Promise<Month[]>;
  /**
   * Hides the account at once, then deletes it in batches with its keys, ledger entries and everything else that refers
   * to it. False if the account does not exist.
   */
  delete(id: string): Promise<boolean>;
  /** Finishes deletions that were interrupted and returns their number. Stops early when `signal` aborts. */
  purge(signal?: AbortSignal): Promise<number>;
}

export interface PlanChange {
  plan: string;
  subscriptionId: string | null;
  trialEndsAt: number | null;
  terms: PlanTerms;
  at: number;
}
