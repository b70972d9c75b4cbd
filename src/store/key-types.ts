import type { Millicredits } from '../lib/credits.ts';

/** An API key, as stored. Its columns are read and written in steps/keys.ts, and a new field needs a migration for each database; the rules of money see it as KeyState. */
export interface KeyRecord {
  id: string;
  /** `app`: belongs to a connected app and has no secret. `watch`: belongs to a saved search and is never stored. */
  kind: 'key' | 'app' | 'watch';
  accountId: string;
  name: string;
  /** Hex SHA-256 of the whole key. */
  hash: string;
  prefix: string;
  lastFour: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
  /** The key is refused from this time on: it has expired, or the overlap after its replacement has ended. */
  expiresAt: number | null;
  /** Tools that the key may call; null: all tools. */
  allowedTools: string[] | null;
  /** Maximum credits per UTC day; null: no cap. */
  dailyCap: Millicredits | null;
}

/** `kind` defaults to `key`. */
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
  /** Stores the test key unless the account has one; returns the account's test key. */
  addTest(key: NewTestKey): Promise<TestKeyRecord>;
  /** Revokes the account's test key and stores its successor, in one step. */
  replaceTest(successor: NewTestKey, at: number): Promise<void>;
  revoke(id: string, at: number): Promise<boolean>;
  rename(id: string, name: string): Promise<boolean>;
  setLimits(id: string, limits: Pick<KeyRecord, 'allowedTools' | 'dailyCap' | 'expiresAt'>): Promise<boolean>;
  /**
   * Atomically stores the successor, as `create` does, and sets the old key's end to `endsAt`; a time up to
   * `at` revokes it at once.
   */
  rotate(id: string, successor: NewKey, rotation: { endsAt: number; at: number; maximum?: number }): Promise<boolean>;
  /** Resolves before the time is written, so it may be lost if the process ends. */
  touch(id: string, at: number): Promise<void>;
}
