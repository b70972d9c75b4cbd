import { Client } from 'pg';
import t, { type Test } from 'tap';
import { openStore } from '../../src/store/open.ts';
import { openConnections } from '../../src/store/postgres/connection.ts';
import type { Claim, Store } from '../../src/store/types.ts';
import { until } from '../support/fleet.ts';
import { sleep } from '../support/ledger-chaos.ts';
import { freshDatabase, preparedDatabase, startPostgres, withoutPostgres } from '../support/postgres-server.ts';
import { account, key } from '../support/store-contract.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const ALLOWANCE = 10_000;
/** Longer than a transaction may be idle. */
const STOPPED_MS = 2_500;
const LEASE_MS = 1_000;
const skip = await withoutPostgres();

/** A serving store with four accounts, and a separate connection to its database. */
async function openBoth(t: Test, connections?: number): Promise<{ store: Store; other: Client }> {
  const url = await preparedDatabase(t);
  const store = await openStore({
    file: '',
    url,
    role: 'serve',
    ...(connections === undefined ? {} : { connections }),
  });
  const other = new Client({ connectionString: url });
  await other.connect();
  t.teardown(async () => {
    await other.end();
    await store.close();
  });
  for (const id of ['a', 'b', 'c', 'd']) {
    await store.accounts.create(account(id, { plan: 'pro', allowance: ALLOWANCE, createdAt: AT }));
    await store.keys.create({ ...key(`key-${id}`, id), createdAt: AT });
  }
  return { store, other };
}

async function lock(other: Client, id: string): Promise<void> {
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [id]);
}

function hold(accountId: string, receiptId: string) {
  return { receiptId, accountId, keyId: `key-${accountId}`, tool: 'scrape_jobs', amount: 100, at: AT };
}

const END = { cost: 100, cached: false, at: AT, durationMs: 1 };

t.test('a locked account row delays no other account', { skip }, async (t) => {
  const { store, other } = await openBoth(t);
  await store.ledger.reserve(hold('b', 'before'));
  await lock(other, 'b');
  let answered = 0;
  const kept = [
    store.ledger.charge(hold('b', 'r-b'), END),
    store.ledger.settle('before', END),
    store.ledger.reserve(hold('b', 'after')),
  ].map((step) => step.then(() => (answered += 1)));
  await Promise.all(['a', 'c', 'd'].map((id) => store.ledger.charge(hold(id, `r-${id}`), END)));
  await Promise.all(['a', 'c', 'd'].map((id) => store.ledger.reserve(hold(id, `h-${id}`))));
  await Promise.all(['a', 'c', 'd'].map((id) => store.ledger.settle(`h-${id}`, END)));
  t.equal(answered, 0, 'they have their answers while its row is locked');
  await other.query('ROLLBACK');
  await Promise.all(kept);
  await store.ledger.release('after', 'upstream_failed', AT, 1);
  for (const id of ['a', 'b', 'c', 'd']) {
    t.match(await store.ledger.balance(id, AT), { balance: ALLOWANCE - 200 }, `${id} was charged twice 100`);
  }
  t.strictSame(await store.ledger.audit(AT), []);
});

t.test('an idempotency key whose call was released instead of settled is free again', { skip }, async (t) => {
  const { store, other } = await openBoth(t);
  const claim: Claim = { accountId: 'a', key: 'once', tool: 'scrape_jobs', argumentsHash: 'h', expiresAt: AT + 1_000 };
  await store.ledger.reserve(hold('a', 'r1'), claim);
  await other.query(`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$`);
  await other.query('CREATE TRIGGER full_disk BEFORE UPDATE ON ledger EXECUTE FUNCTION fill()');
  await t.rejects(
    store.ledger.settle('r1', { ...END, replay: { ...claim, result: '{}' } }),
    /disk of the database is full/,
  );
  await other.query('DROP TRIGGER full_disk ON ledger');
  await store.ledger.release('r1', 'internal', AT, 1);
  t.match(await store.ledger.reserve(hold('a', 'r2'), claim), { balance: ALLOWANCE - 100 });
  t.match(await store.ledger.settle('r2', { ...END, replay: { ...claim, result: '{}' } }), { balance: 9_900 });
  t.strictSame(await store.ledger.audit(AT), []);
});

t.test('notes that wait for a locked account use one connection, and no note is lost', { skip }, async (t) => {
  const { store, other } = await openBoth(t, 2);
  const note = (accountId: string, receiptId: string): Promise<void> =>
    store.ledger.note({
      receiptId,
      accountId,
      keyId: null,
      tool: 'ping',
      outcome: 'ok',
      cached: false,
      createdAt: AT,
      durationMs: 1,
    });
  const readers: Promise<unknown>[] = [];
  const waiter = async (): Promise<unknown> => {
    const { rows } = await other.query(
      `SELECT pid, xact_start::text FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND pg_backend_pid() = ANY (pg_blocking_pids(pid)) ORDER BY pid LIMIT 1`,
    );
    return rows[0] as unknown;
  };
  await lock(other, 'b');
  await note('b', 'n1');
  readers.push(store.usage.count({ accountId: 'b' }));
  await until(async () => (await waiter()) !== undefined);
  for (const id of ['n2', 'n3']) {
    await note('b', id);
    readers.push(store.usage.count({ accountId: 'b' }));
  }
  // A note that waits too long lets the next one pass.
  await until(async () => {
    const waits = JSON.stringify(await waiter());
    await store.version();
    return waits !== undefined && JSON.stringify(await waiter()) === waits;
  });
  t.pass('a read has its answer while the notes wait');
  await note('a', 'n4');
  t.match(await store.usage.count({ accountId: 'a' }), { calls: 1 }, "another account's are written without it");
  await other.query('ROLLBACK');
  await Promise.all(readers);
  await until(async () => (await store.usage.count({ accountId: 'b' })).calls === 3);
  t.strictSame(await store.ledger.audit(AT), []);
});

t.test('a stalled transaction is ended for the others, and repeated', { skip }, async (t) => {
  const connections = openConnections({ url: await freshDatabase(t), connections: 1 });
  t.teardown(() => connections.close());
  for (const at of ['between', 'before the commit']) {
    let tries = 0;
    await connections.transaction(async (tx) => {
      tries += 1;
      await tx.query('CREATE TABLE IF NOT EXISTS done (n int)');
      await tx.query('INSERT INTO done VALUES (1)');
      // Like a process that is stopped for longer than others should wait for it.
      if (tries === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPED_MS);
      if (at === 'between') await tx.query('SELECT 1');
    });
    t.equal(tries, 2, at);
  }
  t.match(await connections.pool.query('SELECT count(*) AS n FROM done'), { rows: [{ n: 2 }] }, 'each is there once');
});

t.test(
  'a connection that ends before the commit or during a read causes no error for the caller',
  { skip },
  async (t) => {
    const connections = openConnections({ url: await freshDatabase(t), connections: 1 });
    t.teardown(() => connections.close());
    await connections.pool.query('CREATE TABLE done (n int)');
    let tries = 0;
    await connections.transaction(async (tx) => {
      tries += 1;
      await tx.query('INSERT INTO done VALUES (1)');
      if (tries === 1) await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    const end = `SELECT CASE WHEN nextval('reads') = 1 THEN pg_terminate_backend(pg_backend_pid()) END`;
    await connections.pool.query('CREATE SEQUENCE reads');
    await connections.pool.query(end);
    t.match(await connections.pool.query('SELECT n FROM done'), { rowCount: 1 });
    t.equal(tries, 2);
  },
);

t.test(
  'after the database was away for longer than a lease, live replicas take nothing from each other',
  { skip },
  async (t) => {
    const server = await startPostgres(t);
    const open = (): Promise<Store> => openStore({ file: '', url: server.url, role: 'serve', leaseMs: LEASE_MS });
    const stores = [await open(), await open(), await open()];
    t.teardown(() => Promise.all(stores.map((store) => store.close())));
    await stores[0]?.accounts.create(account('a', { plan: 'pro', allowance: ALLOWANCE, createdAt: AT }));
    await Promise.all(stores.map((store, index) => store.ledger.reserve({ ...hold('a', `r${index}`), keyId: null })));
    await server.stop();
    await sleep(1.5 * LEASE_MS);
    await server.start();
    // Replicas that renewed their leases, and those that took a new one.
    const again = new Client({ connectionString: server.url });
    await again.connect();
    t.teardown(() => again.end().catch(() => {}));
    await until(
      async () => (await again.query('SELECT 1 FROM replica WHERE lease_until > clock_timestamp()')).rowCount === 3,
    );
    for (const [index, store] of stores.entries()) {
      await t.resolves(store.ledger.settle(`r${index}`, END), 'what was under way is charged');
    }
    t.match(await stores[0]?.ledger.balance('a', AT), { balance: ALLOWANCE - 300 });
  },
);
