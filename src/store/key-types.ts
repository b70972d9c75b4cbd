import type { Millicredits } from '../lib/credits.ts';

/** An API key, as stored. A new field needs a column in steps/keys.ts and a migration for each engine. */
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
  /** The key is refused from this time on: it expires, or the overlap after its rotation ends. Null: no end. */
  expiresAt: number | null;
  /** Tools that the key may call; null: all tools. */
  allowedTools: string[] | null;
  /** Maximum credits per UTC day; null: no cap. */
  dailyCap: Millicredits | null;
}

/** `kind` defaults to `key`. */
export type NewKey = Omit<KeyRecord, 'lastUsedAt' | 'revokedAt' | 'kind'> & Partial<Pick<KeyRecord, 'kind'>>;

/** A test key, whose text is stored so that the dashboard can show it again. */
export interface TestKeyRecord extends KeyRecord {
  apiKey: string;
}

export type NewTestKey = NewKey & Pick<TestKeyRecord, 'apiKey'>;

export interface KeyStore {
  /**
   * Rejects with `validation` if the account is deleted, or already has `maximum` keys of this kind that are active at
   * `createdAt`.
   */
  create(key: NewKey, maximum?: number): Promise<void>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  findById(id: string): Promise<KeyRecord | undefined>;
  /** All keys except the test key, oldest first. */
  list(accountId: string): Promise<KeyRecord[]>;
  /** Ids of accounts with a key or app, but not a test key, whose name contains `part`. Ignores the case of A to Z. */
  accountsByName(part: string): Promise<string[]>;
  /** Undefined if the account has no test key, or only revoked ones. */
  findTest(accountId: string): Promise<TestKeyRecord | undefined>;
  /** Stores the test key if the account has none. Returns the account's test key. */
  addTest(key: NewTestKey): Promise<TestKeyRecord>;
  /** Revokes the account's test key and stores `successor`, in one transaction. */
  replaceTest(successor: NewTestKey, at: number): Promise<void>;
  revoke(id: string, at: number): Promise<boolean>;
  rename(id: string, name: string): Promise<boolean>;
  setLimits(id: string, limits: Pick<KeyRecord, 'allowedTools' | 'dailyCap' | 'expiresAt'>): Promise<boolean>;
  /**
   * Stores the successor as `create` does and ends the old key at `endsAt`, in one transaction; an `endsAt` that is not
   * after `at` revokes the old key at once. False if the old key does not exist or is revoked.
   */
  rotate(id: string, successor: NewKey, rotation: { endsAt: number; at: number; maximum?: number }): Promise<boolean>;
  /** Records when the key was last used. Resolves before the time is written, so a crash can lose it. */
  touch(id: string, at: number): Promise<void>;
}
