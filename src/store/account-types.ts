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
  passwordHash?: string | null;
}

export interface AccountStore {
  /** Rejects with `validation` if another account has the e-mail address. */
  create(account: NewAccount): Promise<AccountRecord>;
  /** Returns the account in its month at `now`, even if the stored row is still in an earlier month. */
  findById(id: string, now: number): Promise<AccountRecord | undefined>;
  /**
   * Ignores the case of ASCII letters. Takes equally long whether or not the account exists, so that the time does not
   * reveal which is the case.
   */
  findHolder(email: string): Promise<AddressHolder | undefined>;
  list(now: number): Promise<AccountRecord[]>;
  /** Ends the account's month and starts a new one on the new plan at once (SPEC §7). */
  setPlan(id: string, change: PlanChange): Promise<void>;
  setOverage(id: string, limit: Millicredits | null): Promise<void>;
  /** Rejects with `validation` if `before` is given and is no longer the account's password hash. */
  setPassword(id: string, passwordHash: string, before?: string | null): Promise<void>;
  setEmail(id: string, email: string): Promise<void>;
  setOperator(id: string, operator: boolean): Promise<void>;
  /**
   * Returns the recorded months and those that have ended by `now`, oldest first, including months without calls. If
   * the clock was set back, the current month and later ones can be among them.
   */
  months(id: string, now: number): Promise<Month[]>;
  /**
   * Hides the account at once, then deletes the account and everything that refers to it in batches. False if the
   * account does not exist.
   */
  delete(id: string): Promise<boolean>;
  /** Finishes interrupted deletions and returns the number of deleted accounts. */
  purge(signal?: AbortSignal): Promise<number>;
}

export interface PlanChange {
  plan: string;
  subscriptionId: string | null;
  trialEndsAt: number | null;
  terms: PlanTerms;
  at: number;
}
