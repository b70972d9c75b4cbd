import type { KeyState } from '../credits/types.ts';

/** An API key, as stored. */
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
