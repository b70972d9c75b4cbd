import { keyStatus } from '../../credits/calls.ts';
import { ownerGone, tooManyKeys } from '../refusals.ts';
import type { KeyRecord, KeyStore, NewKey, NewTestKey, TestKeyRecord } from '../types.ts';
import { change, find, findAll, lockAccount, run, type Step, type StepRunner, type Value } from './step.ts';

interface KeyRow extends Omit<KeyRecord, 'allowedTools'> {
  allowedTools: string | null;
}

const COLUMNS = `id, kind, account_id AS "accountId", name, hash, prefix, last_four AS "lastFour",
  created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
  allowed_tools AS "allowedTools", daily_cap AS "dailyCap"`;

function toRecord<Row extends KeyRow>(row: Row): Omit<Row, 'allowedTools'> & Pick<KeyRecord, 'allowedTools'> {
  return { ...row, allowedTools: row.allowedTools === null ? null : (JSON.parse(row.allowedTools) as string[]) };
}

function toText(tools: readonly string[] | null): string | null {
  return tools && JSON.stringify(tools);
}

function* findOne(column: 'hash' | 'id', value: string): Step<KeyRecord | undefined> {
  const row = yield* find<KeyRow>(`SELECT ${COLUMNS} FROM api_key WHERE ${column} = ?`, value);
  return row && toRecord(row);
}

function* list(accountId: string): Step<KeyRecord[]> {
  const rows = yield* findAll<KeyRow>(
    `SELECT ${COLUMNS} FROM api_key WHERE account_id = ? AND test_key IS NULL ORDER BY created_at, id`,
    accountId,
  );
  return rows.map(toRecord);
}

function* findTest(accountId: string): Step<TestKeyRecord | undefined> {
  const row = yield* find<KeyRow & Pick<TestKeyRecord, 'apiKey'>>(
    `SELECT ${COLUMNS}, test_key AS "apiKey" FROM api_key
     WHERE account_id = ? AND test_key IS NOT NULL AND revoked_at IS NULL`,
    accountId,
  );
  return row && toRecord(row);
}

function store(key: NewKey, testKey: string | null = null): Step<void> {
  return change(
    `INSERT INTO api_key (id, account_id, name, hash, prefix, last_four, created_at, expires_at, allowed_tools,
       daily_cap, test_key, kind) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
  );
}

function storeTest({ apiKey, ...key }: NewTestKey): Step<void> {
  return store(key, apiKey);
}

/**
 * Throws if the account is deleted or has `maximum` active keys of this kind. The caller must have locked the account's
 * row.
 */
function* storeWithin(key: NewKey, maximum = Number.POSITIVE_INFINITY): Step<void> {
  if (!(yield* find('SELECT 1 FROM account WHERE id = ? AND deleted_at IS NULL', key.accountId))) throw ownerGone();
  const kind = key.kind ?? 'key';
  const keys = yield* list(key.accountId);
  const active = keys.filter((each) => each.kind === kind && keyStatus(each, key.createdAt) === 'active');
  if (active.length >= maximum) throw tooManyKeys(kind, maximum);
  yield* store(key);
}

export function createKeyStore(steps: StepRunner, touch: KeyStore['touch']): KeyStore {
  function commit<T>(begin: () => Step<T>): Promise<T> {
    return steps.write((changed) => {
      changed();
      return begin();
    });
  }
  function update(set: string, ...values: readonly Value[]): Promise<boolean> {
    return commit(function* () {
      return (yield* run(`UPDATE api_key SET ${set}`, ...values)) > 0;
    });
  }

  return {
    create: (key, maximum) =>
      commit(function* () {
        yield* lockAccount(key.accountId);
        yield* storeWithin(key, maximum);
      }),
    findByHash: (hash) => steps.read(findOne('hash', hash)),
    findById: (id) => steps.read(findOne('id', id)),
    accountsByName: async (part) => {
      const rows = await steps.read(
        findAll<{ id: string }>(
          `SELECT DISTINCT account_id AS id FROM api_key
           WHERE test_key IS NULL AND lower(name) LIKE lower(?) ESCAPE '!' ORDER BY account_id`,
          `%${part.replace(/[!%_]/g, '!$&')}%`,
        ),
      );
      return rows.map(({ id }) => id);
    },
    list: (accountId) => steps.read(list(accountId)),
    findTest: (accountId) => steps.read(findTest(accountId)),
    addTest: (key) =>
      commit(function* () {
        yield* lockAccount(key.accountId);
        if (!(yield* findTest(key.accountId))) yield* storeTest(key);
        return (yield* findTest(key.accountId)) as TestKeyRecord;
      }),
    replaceTest: (successor, at) =>
      commit(function* () {
        const { accountId } = successor;
        yield* lockAccount(accountId);
        // The test key that is revoked here is kept, so that a call with it learns that it was revoked. Older test keys
        // are deleted and count as unknown.
        yield* change(
          'DELETE FROM api_key WHERE account_id = ? AND test_key IS NOT NULL AND revoked_at IS NOT NULL',
          accountId,
        );
        yield* change(
          'UPDATE api_key SET revoked_at = ? WHERE account_id = ? AND test_key IS NOT NULL AND revoked_at IS NULL',
          at,
          accountId,
        );
        yield* storeTest(successor);
      }),
    revoke: (id, at) => update('revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id),
    rename: (id, name) => update('name = ? WHERE id = ?', name, id),
    setLimits: (id, limits) =>
      update(
        'allowed_tools = ?, daily_cap = ?, expires_at = ? WHERE id = ?',
        toText(limits.allowedTools),
        limits.dailyCap,
        limits.expiresAt,
        id,
      ),
    rotate: (id, successor, { endsAt, at, maximum }) =>
      commit(function* () {
        yield* lockAccount(successor.accountId);
        const written = yield* run(
          'UPDATE api_key SET expires_at = least(expires_at, ?), revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
          endsAt,
          endsAt <= at ? at : null,
          id,
        );
        if (written === 0) return false;
        yield* storeWithin(successor, maximum);
        return true;
      }),
    touch,
  };
}
