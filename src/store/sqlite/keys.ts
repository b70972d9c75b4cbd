import type { Database } from 'better-sqlite3';
import { keyStatus } from '../../credits/calls.ts';
import { ownerGone, tooManyKeys } from '../refusals.ts';
import type { KeyRecord, KeyStore, NewKey, NewTestKey, TestKeyRecord } from '../types.ts';
import type { Revision } from './revision.ts';
import type { SqliteWriter } from './writer.ts';

interface KeyRow {
  id: string;
  account_id: string;
  name: string;
  hash: string;
  prefix: string;
  last_four: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  allowed_tools: string | null;
  daily_cap: number | null;
  test_key: string | null;
  kind: KeyRecord['kind'];
}

function toRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    kind: row.kind,
    accountId: row.account_id,
    name: row.name,
    hash: row.hash,
    prefix: row.prefix,
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    allowedTools: row.allowed_tools === null ? null : (JSON.parse(row.allowed_tools) as string[]),
    dailyCap: row.daily_cap,
  };
}

export function createKeyStore(db: Database, writer: SqliteWriter, revision: Revision): KeyStore {
  const insert = db.prepare(
    `INSERT INTO api_key (id, account_id, name, hash, prefix, last_four, created_at, expires_at, allowed_tools, daily_cap, test_key, kind)
     VALUES (@id, @accountId, @name, @hash, @prefix, @lastFour, @createdAt, @expiresAt, @allowedTools, @dailyCap, @testKey, @kind)`,
  );
  const byHash = db.prepare<[string], KeyRow>('SELECT * FROM api_key WHERE hash = ?');
  const byId = db.prepare<[string], KeyRow>('SELECT * FROM api_key WHERE id = ?');
  const ofAccount = db.prepare<[string], KeyRow>(
    'SELECT * FROM api_key WHERE account_id = ? AND test_key IS NULL ORDER BY created_at, id',
  );
  const testOf = db.prepare<[string], KeyRow & { test_key: string }>(
    'SELECT * FROM api_key WHERE account_id = ? AND test_key IS NOT NULL AND revoked_at IS NULL',
  );
  // One that was replaced is still told so; those before it are nobody's.
  const forgetTests = db.prepare(
    'DELETE FROM api_key WHERE account_id = ? AND test_key IS NOT NULL AND revoked_at IS NOT NULL',
  );
  const revoke = db.prepare('UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const rename = db.prepare('UPDATE api_key SET name = ? WHERE id = ?');
  const setLimits = db.prepare('UPDATE api_key SET allowed_tools = ?, daily_cap = ?, expires_at = ? WHERE id = ?');
  const expire = db.prepare(
    `UPDATE api_key SET expires_at = min(coalesce(expires_at, @endsAt), @endsAt),
       revoked_at = iif(@endsAt <= @at, @at, NULL) WHERE id = @id AND revoked_at IS NULL`,
  );
  const touch = db.prepare('UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?');

  const hasAccount = db.prepare<[string]>('SELECT 1 FROM account WHERE id = ? AND deleted_at IS NULL');

  const store = (key: NewKey, testKey: string | null = null): void => {
    insert.run({
      ...key,
      kind: key.kind ?? 'key',
      allowedTools: key.allowedTools && JSON.stringify(key.allowedTools),
      testKey,
    });
  };
  const storeTest = ({ apiKey, ...key }: NewTestKey): void => store(key, apiKey);
  const storeWithin = (key: NewKey, maximum = Number.POSITIVE_INFINITY): void => {
    if (!hasAccount.get(key.accountId)) throw ownerGone();
    const kind = key.kind ?? 'key';
    const active = ofAccount
      .all(key.accountId)
      .filter((row) => row.kind === kind && keyStatus(toRecord(row), key.createdAt) === 'active');
    if (active.length >= maximum) {
      throw tooManyKeys(kind, maximum);
    }
    store(key);
  };
  const readTest = (accountId: string): TestKeyRecord | undefined => {
    const row = testOf.get(accountId);
    return row && { ...toRecord(row), apiKey: row.test_key };
  };
  function commit<T>(step: () => T): Promise<T> {
    return writer.commit(() => {
      const value = step();
      revision.bump();
      return value;
    });
  }

  return {
    create: (key, maximum) => commit(() => storeWithin(key, maximum)),
    findByHash: async (hash) => {
      const row = byHash.get(hash);
      return row && toRecord(row);
    },
    findById: async (id) => {
      const row = byId.get(id);
      return row && toRecord(row);
    },
    list: async (accountId) => ofAccount.all(accountId).map(toRecord),
    findTest: async (accountId) => readTest(accountId),
    addTest: (key) =>
      commit(() => {
        if (!readTest(key.accountId)) storeTest(key);
        return readTest(key.accountId) as TestKeyRecord;
      }),
    replaceTest: (successor, at) =>
      commit(() => {
        forgetTests.run(successor.accountId);
        const present = readTest(successor.accountId);
        if (present) revoke.run(at, present.id);
        storeTest(successor);
      }),
    revoke: (id, at) => commit(() => revoke.run(at, id).changes > 0),
    rename: (id, name) => commit(() => rename.run(name, id).changes > 0),
    setLimits: (id, limits) =>
      commit(
        () =>
          setLimits.run(
            limits.allowedTools && JSON.stringify(limits.allowedTools),
            limits.dailyCap,
            limits.expiresAt,
            id,
          ).changes > 0,
      ),
    rotate: (id, successor, { endsAt, at, maximum }) =>
      commit(() => {
        if (expire.run({ id, endsAt, at }).changes === 0) return false;
        storeWithin(successor, maximum);
        return true;
      }),
    touch: (id, at) => writer.defer(() => touch.run(at, id)),
  };
}
