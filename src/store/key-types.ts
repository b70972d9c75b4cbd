import type { Millicredits } from '../lib/credits.ts';

/** A new field needs a column in `COLUMNS` of steps/keys.ts and a migration for each engine. */
export interface KeyRecord {
  id: string;
  /** `app`: belongs to a connected app and has no secret. `watch`: belongs to a saved search and is never stored. */
  kind: 'key' | 'app' | 'watch';
  accountId: string;
  name: string;
  hash: string;
  prefix: string;
  lastFour: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
  /**
   * The key is refused from this time on, because it expires or because the overlap with its replacement ends. Null if
   * the key does not expire.
   */
  expiresAt: number | null;
  allowedTools: string[] | null;
  /** Maximum credits per UTC day; null if there is no cap. */
  dailyCap: Millicredits | null;
}

export type NewKey = Omit<KeyRecord, 'lastUsedAt' | 'revokedAt' | 'kind'> & Partial<Pick<KeyRecord, 'kind'>>;

/** The text of a test key is stored, so that the dashboard can show it again. */
export interface TestKeyRecord extends KeyRecord {
  apiKey: string;
}

export type NewTestKey = NewKey & Pick<TestKeyRecord, 'apiKey'>;

export interface KeyStore {
  /** Rejects with `validation` if the account is deleted, or already has `maximum` active keys of this kind. */
  create(key: NewKey, maximum?: number): Promise<void>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  findById(id: string): Promise<KeyRecord | undefined>;
  /** All keys and apps, including expired and revoked ones but not test keys; oldest first. */
  list(accountId: string): Promise<KeyRecord[]>;
  /**
   * Returns the IDs of accounts with a key or app whose name contains `part`, without test keys. Ignores the case of A
   * to Z; PostgreSQL may also ignore the case of other letters, depending on its locale.
   */
  accountsByName(part: string): Promise<string[]>;
  findTest(accountId: string): Promise<TestKeyRecord | undefined>;
  /** Does not replace an existing test key. Returns the account's test key. */
  addTest(key: NewTestKey): Promise<TestKeyRecord>;
  replaceTest(successor: NewTestKey, at: number): Promise<void>;
  revoke(id: string, at: number): Promise<boolean>;
  rename(id: string, name: string): Promise<boolean>;
  setLimits(id: string, limits: Pick<KeyRecord, 'allowedTools' | 'dailyCap' | 'expiresAt'>): Promise<boolean>;
  /**
   * In one transaction, stores the successor as `create` does and ends the old key at `endsAt`, or at its own expiry if
   * that is earlier. If `endsAt` is not after `at`, the old key is revoked at once. False if the old key does not exist
   * or is revoked.
   */
  rotate(id: string, successor: NewKey, rotation: { endsAt: number; at: number; maximum?: number }): Promise<boolean>;
  /** Resolves before the time is written, so a crash can lose the time. */
  touch(id: string, at: number): Promise<void>;
}
