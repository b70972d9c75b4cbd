import { keyStatus } from '../../credits/calls.ts';
import { ownerGone, tooManyKeys } from '../refusals.ts';
import type { KeyRecord, KeyStore, NewKey, NewTestKey, TestKeyRecord } from '../types.ts';
import type { PostgresConnections, Queryable } from './connection.ts';
import { lockAccount } from './locks.ts';
import { Noted } from './noted.ts';
import type { TransactionWork, PostgresWriter } from './writer.ts';

interface KeyRow extends Omit<KeyRecord, 'allowedTools'> {
  allowedTools: string | null;
}

const COLUMNS = `id, kind, account_id AS "accountId", name, hash, prefix, last_four AS "lastFour",
  created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
  allowed_tools AS "allowedTools", daily_cap AS "dailyCap"`;
const OF_ACCOUNT = `SELECT ${COLUMNS} FROM api_key WHERE account_id = $1 AND test_key IS NULL ORDER BY created_at, id`;
const TEST_OF = `SELECT ${COLUMNS}, test_key AS "apiKey" FROM api_key
  WHERE account_id = $1 AND test_key IS NOT NULL AND revoked_at IS NULL`;

function toRecord<Row extends KeyRow>(row: Row): Omit<Row, 'allowedTools'> & Pick<KeyRecord, 'allowedTools'> {
  return { ...row, allowedTools: row.allowedTools === null ? null : (JSON.parse(row.allowedTools) as string[]) };
}

function toText(tools: readonly string[] | null): string | null {
  return tools && JSON.stringify(tools);
}

async function store(tx: Queryable, key: NewKey, testKey: string | null = null): Promise<void> {
  await tx.query(
    `INSERT INTO api_key (id, account_id, name, hash, prefix, last_four, created_at, expires_at, allowed_tools,
       daily_cap, test_key, kind) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      key.id,
      key.accountId,
      key.name,
      key.hash,
      key.prefix,
      key.lastFour,
      key.createdAt,
      key.expiresAt,
      toText(key.allowedTools),
      key.dailyCap,
      testKey,
      key.kind ?? 'key',
    ],
  );
}

function storeTest(tx: Queryable, { apiKey, ...key }: NewTestKey): Promise<void> {
  return store(tx, key, apiKey);
}

async function readTest(tx: Queryable, accountId: string): Promise<TestKeyRecord | undefined> {
  const { rows } = await tx.query<KeyRow & { apiKey: string }>(TEST_OF, [accountId]);
  return rows[0] && toRecord(rows[0]);
}

/** Of an account whose row is locked, so that the keys are counted one after another; `isThere`: there is such a row. */
async function storeWithin(tx: Queryable, key: NewKey, isThere: boolean, maximum = Number.POSITIVE_INFINITY) {
  if (!isThere) throw ownerGone();
  const kind = key.kind ?? 'key';
  const { rows } = await tx.query<KeyRow>(OF_ACCOUNT, [key.accountId]);
  const active = rows.filter((row) => row.kind === kind && keyStatus(row, key.createdAt) === 'active');
  if (active.length >= maximum) {
    throw tooManyKeys(kind, maximum);
  }
  await store(tx, key);
}

export function createKeyStore({ pool }: PostgresConnections, writer: PostgresWriter): KeyStore {
  const used = new Noted<number>(writer, (tx, notes) =>
    tx.query(
      `WITH locked AS MATERIALIZED (SELECT id FROM api_key WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE)
       UPDATE api_key SET last_used_at = greatest(last_used_at, noted.at)
       FROM unnest($1::text[], $2::bigint[]) AS noted (id, at)
       WHERE api_key.id = noted.id AND api_key.id IN (SELECT id FROM locked)`,
      [[...notes.keys()], [...notes.values()]],
    ),
  );
  function commit<T>(step: TransactionWork<T>): Promise<T> {
    return writer.commit((tx, changed) => {
      changed();
      return step(tx, changed);
    });
  }
  function update(sql: string, ...values: readonly unknown[]): Promise<boolean> {
    return commit(async (tx) => (await tx.query(sql, values)).rowCount > 0);
  }
  async function findOne(where: string, value: string): Promise<KeyRecord | undefined> {
    const { rows } = await pool.query<KeyRow>(`SELECT ${COLUMNS} FROM api_key WHERE ${where} = $1`, [value]);
    return rows[0] && toRecord(rows[0]);
  }

  return {
    create: (key, maximum) =>
      commit(async (tx) => storeWithin(tx, key, await lockAccount(tx, key.accountId, 'living'), maximum)),
    findByHash: (hash) => findOne('hash', hash),
    findById: (id) => findOne('id', id),
    list: async (accountId) => (await pool.query<KeyRow>(OF_ACCOUNT, [accountId])).rows.map(toRecord),
    findTest: (accountId) => readTest(pool, accountId),
    addTest: (key) =>
      commit(async (tx) => {
        await lockAccount(tx, key.accountId);
        if (!(await readTest(tx, key.accountId))) await storeTest(tx, key);
        return (await readTest(tx, key.accountId)) as TestKeyRecord;
      }),
    replaceTest: (successor, at) =>
      commit(async (tx) => {
        const { accountId } = successor;
        await lockAccount(tx, accountId);
        // One that was replaced is still told so; those before it are nobody's.
        await tx.query(
          'DELETE FROM api_key WHERE account_id = $1 AND test_key IS NOT NULL AND revoked_at IS NOT NULL',
          [accountId],
        );
        await tx.query(
          'UPDATE api_key SET revoked_at = $1 WHERE account_id = $2 AND test_key IS NOT NULL AND revoked_at IS NULL',
          [at, accountId],
        );
        await storeTest(tx, successor);
      }),
    revoke: (id, at) => update('UPDATE api_key SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL', at, id),
    rename: (id, name) => update('UPDATE api_key SET name = $1 WHERE id = $2', name, id),
    setLimits: (id, limits) =>
      update(
        'UPDATE api_key SET allowed_tools = $1, daily_cap = $2, expires_at = $3 WHERE id = $4',
        toText(limits.allowedTools),
        limits.dailyCap,
        limits.expiresAt,
        id,
      ),
    rotate: (id, successor, { endsAt, at, maximum }) =>
      commit(async (tx) => {
        const isThere = await lockAccount(tx, successor.accountId, 'living');
        const { rowCount } = await tx.query(
          `UPDATE api_key SET expires_at = least(expires_at, $1), revoked_at = $2 WHERE id = $3 AND revoked_at IS NULL`,
          [endsAt, endsAt <= at ? at : null, id],
        );
        if (rowCount === 0) return false;
        await storeWithin(tx, successor, isThere, maximum);
        return true;
      }),
    touch: (id, at) => used.add(id, (before) => Math.max(before ?? 0, at)),
  };
}
