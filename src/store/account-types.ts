import type { AccountState, KeyState, Month, PlanTerms } from '../credits/types.ts';
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

/** The account of an e-mail address, as stored: its month is not renewed. */
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
  /** None when absent. */
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
  /** Rejects with `validation` if the password has changed since `before`. */
  setPassword(id: string, passwordHash: string, before?: string | null): Promise<void>;
  /** Rejects with `validation` when the e-mail address is taken. */
  setEmail(id: string, email: string): Promise<void>;
  setOperator(id: string, operator: boolean): Promise<void>;
  /** Its months that have ended by `now`, in order of time, whether or not anything was written since. */
  months(id: string, now: number): Promise<Month[]>;
  /**
   * Deletes the account with its keys, ledger entries and everything else that names it. It disappears at once;
   * its rows are deleted in batches.
   */
  delete(id: string): Promise<boolean>;
  /** Goes on where a process died over a deletion. Stops early at `signal`, as every purge does. */
  purge(signal?: AbortSignal): Promise<number>;
}

export interface PlanChange {
  plan: string;
  subscriptionId: string | null;
  trialEndsAt: number | null;
  terms: PlanTerms;
  at: number;
}

export interface KeyRecord extends KeyState {
  id: string;
  /** `app`: of a connected app, without a secret that anybody has; `watch`: of a saved search, and never stored. */
  kind: 'key' | 'app' | 'watch';
  accountId: string;
  name: string;
  /** Hex SHA-256 of the whole key. */
  hash: string;
  prefix: string;
  lastFour: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** From then on the key is refused: its own expiry, or the end of a rotation's overlap. */
  expiresAt: number | null;
  /** Tools that the key may call; null: all. */
  allowedTools: string[] | null;
}

/** Of kind `key` by default. */
export type NewKey = Omit<KeyRecord, 'lastUsedAt' | 'revokedAt' | 'kind'> & Partial<Pick<KeyRecord, 'kind'>>;

/** A test key, stored as text so that it can be shown again. */
export interface TestKeyRecord extends KeyRecord {
  apiKey: string;
}

export type NewTestKey = NewKey & Pick<TestKeyRecord, 'apiKey'>;

export interface KeyStore {
  /**
   * Rejects with `validation` if the account was deleted, or has `maximum` keys of that kind that are active at
   * `createdAt`.
   */
  create(key: NewKey, maximum?: number): Promise<void>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  findById(id: string): Promise<KeyRecord | undefined>;
  /** Without the test key. */
  list(accountId: string): Promise<KeyRecord[]>;
  /** Accounts with a key or app, except test keys, whose name contains the text; the case of A to Z is ignored. */
  accountsByName(part: string): Promise<string[]>;
  /** The account's test key that is not revoked. */
  findTest(accountId: string): Promise<TestKeyRecord | undefined>;
  /** Stores the account's test key, unless it has one already; gives the one that it has now. */
  addTest(key: NewTestKey): Promise<TestKeyRecord>;
  /** Revokes the account's test key and stores its successor, in one step. */
  replaceTest(successor: NewTestKey, at: number): Promise<void>;
  revoke(id: string, at: number): Promise<boolean>;
  rename(id: string, name: string): Promise<boolean>;
  setLimits(id: string, limits: Pick<KeyRecord, 'allowedTools' | 'dailyCap' | 'expiresAt'>): Promise<boolean>;
  /** Stores the successor, as `create` does, and ends the old key at `endsAt`, in one step; at `at` or before, that is a revocation. */
  rotate(id: string, successor: NewKey, rotation: { endsAt: number; at: number; maximum?: number }): Promise<boolean>;
  /** Accepted when it resolves and written later: it may be lost with the process. */
  touch(id: string, at: number): Promise<void>;
}

export interface AuditEntry {
  accountId: string | null;
  action: string;
  detail: string;
  at: number;
}

/** Changes of one kind that followed each other: the last of them, how many, and when the first was. */
export interface AuditRecord extends AuditEntry {
  times: number;
  firstAt: number;
}

export interface AuditStore {
  /**
   * Equal entries within an hour are stored as one. They differ by their detail, unless `lastDetail` is set:
   * then the last detail is kept. The newest thousand of each action are kept for an account, so that no action
   * displaces another.
   */
  add(entry: AuditEntry, kept?: 'lastDetail'): Promise<void>;
  /** The newest first. */
  list(accountId: string, limit: number, offset?: number): Promise<AuditRecord[]>;
  /** Deletes older entries. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
}
