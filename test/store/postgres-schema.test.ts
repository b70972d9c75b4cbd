import { join } from 'node:path';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { Database } from '../../src/store/better-sqlite3.ts';
import { openStore } from '../../src/store/open.ts';
import { MIGRATIONS, type Migration } from '../../src/store/postgres/migrations/index.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import type { Store, StoreRole } from '../../src/store/types.ts';
import { freshDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';
import { account, key } from '../support/store-contract.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const NEWEST = Math.max(...MIGRATIONS.keys());
const skip = await withoutPostgres();

/** What only one engine has, and the reason. */
const OF_POSTGRES = new Set([
  // The owner of open calls, if several processes serve.
  'replica.id TEXT',
  'replica.lease_until TIME',
  'replica.version TEXT',
  'ledger.holder TEXT',
  'replay.holder TEXT',
  'replay.receipt_id TEXT',
  // SQLite counts commits itself, and stores its schema's number in the file header.
  'change.id INTEGER',
  'change.version INTEGER',
  'schema_state.finished INTEGER',
  'schema_state.id INTEGER',
  'schema_state.oldest INTEGER',
  'schema_state.version INTEGER',
]);
/** Pages are stored outside the database. */
const OF_SQLITE = /^jobs_cache\./;
const KINDS: Record<string, string> = {
  bigint: 'INTEGER',
  boolean: 'INTEGER',
  text: 'TEXT',
  'timestamp with time zone': 'TIME',
};

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function columnsOfPostgres(url: string): Promise<string[]> {
  const rows = await query<{ name: string; type: string; nullable: string }>(
    url,
    `SELECT table_name || '.' || column_name AS name, data_type AS type, is_nullable AS nullable
     FROM information_schema.columns WHERE table_schema = current_schema()`,
  );
  return rows.map(({ name, type }) => `${name} ${KINDS[type] ?? type}`).sort();
}

function columnsOfSqlite(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const rows = db
    .prepare<[], string>(
      `SELECT m.name || '.' || c.name || ' ' || c.type FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all();
  db.close();
  return rows.sort();
}

t.test('both engines have the same tables and columns, except those named here', { skip }, async (t) => {
  const url = await freshDatabase(t);
  await (await openStore({ file: '', url })).close();
  const file = join(t.testdir({}), 'jobdata.sqlite');
  await (await openStore({ file })).close();
  const [one, other] = [await columnsOfPostgres(url), columnsOfSqlite(file)];
  t.ok(one.length > 150);
  t.strictSame(
    one.filter((column) => !other.includes(column)),
    [...OF_POSTGRES].sort(),
  );
  t.strictSame(
    other.filter((column) => !one.includes(column) && !OF_SQLITE.test(column)),
    [],
  );
});

/** The migrations, and more of the test under the following numbers. */
function following(...more: Migration[]): ReadonlyMap<number, Migration> {
  return new Map([...MIGRATIONS, ...more.map((one, index) => [NEWEST + 1 + index, one] as const)]);
}
const expand: Migration = {
  sql: `ALTER TABLE account ADD COLUMN nickname TEXT; CREATE TABLE extra (id BIGINT PRIMARY KEY)`,
  oldest: NEWEST,
  outside: ['CREATE INDEX CONCURRENTLY IF NOT EXISTS account_nickname ON account (nickname)'],
};
const contract: Migration = { sql: 'DROP TABLE extra', oldest: NEWEST + 1 };

async function opened(t: Test, url: string, role: StoreRole, migrations?: ReadonlyMap<number, Migration>) {
  const store = await openPostgresStore({ file: '', url, role }, migrations);
  let closed: Promise<void> | undefined;
  const { close } = store;
  store.close = () => (closed ??= close());
  t.teardown(() => store.close());
  return store;
}

/** Calls, reads and changes without a pause until stopped; returns their number and the errors. */
function use(store: Store): { readonly going: boolean; stop(): Promise<{ steps: number; errors: unknown[] }> } {
  let going = true;
  let steps = 0;
  const errors: unknown[] = [];
  const one = async (name: string): Promise<void> => {
    for (let index = 0; going; index += 1) {
      const hold = { receiptId: `${name}${index}`, accountId: 'a', keyId: 'k', tool: 'scrape_url', amount: 1, at: AT };
      try {
        await store.ledger.reserve(hold);
        await store.ledger.settle(hold.receiptId, { cost: 1, cached: false, at: AT, durationMs: 1 });
        await store.keys.rename('k', `${name}${index}`);
        await store.accounts.findById('a', AT);
        await store.audit.add({ accountId: 'a', action: 'x', detail: name, at: AT });
        steps += 1;
      } catch (error) {
        errors.push(error);
        going = false;
      }
    }
  };
  const all = Promise.all(['r', 's', 't', 'u'].map(one));
  return {
    get going() {
      return going;
    },
    stop: async () => {
      going = false;
      await all;
      return { steps, errors };
    },
  };
}

t.test('a migration that only adds, while replicas of the old release serve', { skip }, async (t) => {
  const url = await freshDatabase(t);
  const old = await opened(t, url, 'serve');
  await old.accounts.create(account('a', { allowance: 1_000_000 }));
  await old.keys.create(key('k', 'a'));
  const load = use(old);
  while (load.going && (await old.ledger.list('a', AT)).length < 20);
  const events: unknown[] = [];
  const migrating = await openPostgresStore(
    { file: '', url, role: 'migrate', onMigration: (event) => events.push(event) },
    following(expand),
  );
  await migrating.close();
  t.match(events, [{ step: 'migrated', from: NEWEST, to: NEWEST + 1, backup: null }]);
  t.strictSame(
    await query(url, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'account_nickname'::regclass"),
    [{ indisvalid: true }],
    'what must be outside of a transaction was',
  );
  const young = await opened(t, url, 'serve', following(expand));
  const again = await opened(t, url, 'serve');
  const before = (await old.ledger.list('a', AT)).length;
  while (load.going && (await young.ledger.list('a', AT)).length < before + 20);
  const { steps, errors } = await load.stop();
  t.strictSame(errors, []);
  t.ok(steps >= 40, `${steps} rounds of calls, and none failed`);
  t.match(await again.accounts.findById('a', AT), { id: 'a' }, 'the old release may start again');
  t.strictSame(await young.ledger.audit(AT), []);
  for (const store of [old, young, again]) await store.close();

  await t.rejects(openPostgresStore({ file: '', url, role: 'use' }, following(expand, contract)), {
    message: new RegExp(`older release \\(schema ${NEWEST + 1}; .* needs ${NEWEST + 2}\\).*"jobdata migrate"`),
  });
  await t.rejects(
    openPostgresStore({ file: '', url, role: 'serve' }, following(expand, contract)),
    { message: /"jobdata migrate"/ },
    'a replica does not migrate under the others',
  );
  await (await openPostgresStore({ file: '', url, role: 'migrate' }, following(expand, contract))).close();
  for (const role of ['serve', 'use', 'migrate'] as const) {
    await t.rejects(openStore({ file: '', url, role }), {
      message: new RegExp(`newer release \\(schema ${NEWEST + 2}, .* which knows ${NEWEST}`),
    });
  }
});

t.test('a failed migration changes nothing; an interrupted one is continued', { skip }, async (t) => {
  const url = await freshDatabase(t);
  await (await openStore({ file: '', url })).close();
  const broken = following(expand, { sql: 'CREATE TABLE more (id BIGINT); SELECT 1 / 0', oldest: NEWEST });
  await t.rejects(openPostgresStore({ file: '', url, role: 'migrate' }, broken));
  t.strictSame(await query(url, 'SELECT version, finished FROM schema_state'), [
    { version: String(NEWEST), finished: String(NEWEST) },
  ]);
  const half = following({ ...expand, outside: ['SELECT 1 / 0'] });
  await t.rejects(openPostgresStore({ file: '', url, role: 'migrate' }, half));
  t.match(await query(url, 'SELECT version, finished FROM schema_state'), [{ finished: String(NEWEST) }]);
  await (await openPostgresStore({ file: '', url, role: 'migrate' }, following(expand))).close();
  t.match(await query(url, 'SELECT version, finished FROM schema_state'), [{ finished: String(NEWEST + 1) }]);
});

t.test('an empty database is set up once, whichever process comes first', { skip }, async (t) => {
  const url = await freshDatabase(t);
  const roles = ['serve', 'use', 'serve', 'migrate', 'use', 'serve'] as const;
  const stores = await Promise.all(roles.map((role) => openStore({ file: '', url, role })));
  const salts = new Set(await Promise.all(stores.map((store) => store.spentTrials.salt())));
  const secrets = new Set(await Promise.all(stores.map((store) => store.secret('forms'))));
  t.strictSame([salts.size, secrets.size], [1, 1]);
  t.strictSame(await stores[0]?.checkIntegrity(), []);
  for (const store of stores) await store.close();
});

t.test('an unusable database is refused with a sentence without the password', { skip }, async (t) => {
  const url = await freshDatabase(t);
  const refused = async (other: string, message: RegExp): Promise<void> => {
    const error: Error = await openStore({ file: '', url: other, role: 'serve' }).then(
      () => new Error('opened'),
      (error: Error) => error,
    );
    t.match(error.message, message);
    t.notMatch(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`, /s3cret/);
  };
  const changed = (change: (url: URL) => void): string => {
    const other = new URL(url);
    other.password = 's3cret';
    change(other);
    return other.href.replaceAll('+', '%20');
  };
  const options = (more: string) => (other: URL) =>
    other.searchParams.set('options', `${other.searchParams.get('options')} ${more}`);
  await refused(changed(options('-c default_transaction_read_only=on')), /read-only/);
  await refused(changed(options('-c search_path=nowhere')), /no schema/);
  await refused(
    changed((other) => (other.pathname = '/nowhere')),
    /has no database/,
  );
  await refused(
    changed((other) => (other.port = '1')),
    /no PostgreSQL answers/i,
  );
  await refused('postgres://u:s3cret@[nonsense/x', /cannot be read/);
  await query(url, 'CREATE TABLE account (id TEXT)');
  await refused(
    changed(() => {}),
    /another program’s tables \(account\)/,
  );
});

t.test('a pooler that changes connections between transactions is refused', { skip }, async (t) => {
  const url = await freshDatabase(t);
  await (await openStore({ file: '', url })).close();
  const pooler = await startTransactionPooler(t, url);
  await t.rejects(openStore({ file: '', url: pooler.url, role: 'serve' }), { message: /pool_mode = transaction/ });
});

t.test('damage that SQL can detect is found', { skip }, async (t) => {
  const url = await freshDatabase(t);
  const store = await opened(t, url, 'use');
  await store.accounts.create(account('a'));
  await store.keys.create(key('k', 'a'));
  t.strictSame(await store.checkIntegrity(), []);
  await query(
    url,
    `ALTER TABLE api_key DISABLE TRIGGER ALL; ALTER TABLE account DISABLE TRIGGER ALL; DELETE FROM account;
     ALTER TABLE account ENABLE TRIGGER ALL; ALTER TABLE ledger DISABLE TRIGGER ledger_counted`,
  );
  const problems = (await store.checkIntegrity()).join('\n');
  t.match(problems, /Table api_key: 1 rows point at rows of account that are gone/);
  t.match(problems, /Table ledger: its trigger ledger_counted is switched off/);
  await t.rejects(store.backup('x'), { message: /pg_dump/ });
});
