import { writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Database, type Connection } from '../../src/store/better-sqlite3.ts';
import t, { type Test } from 'tap';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { diskWith, realDisk, WriteAheadLog, type Disk } from '../../src/store/sqlite/wal.ts';
import { SqliteWriter } from '../../src/store/sqlite/writer.ts';
import type { Store } from '../../src/store/types.ts';
import { account, key } from '../support/store-contract.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const hold = (receiptId: string, amount = 2_000) => ({
  receiptId,
  accountId: 'a',
  keyId: 'k',
  tool: 'scrape_jobs',
  amount,
  at: AT,
});
const end = (cost: number) => ({ cost, cached: false, at: AT, durationMs: 5 });
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function openAt(file: string, disk: Disk = realDisk): Promise<Store> {
  const store = openSqliteStore({ file, role: 'serve' }, disk);
  if (!(await store.accounts.findById('a', AT))) {
    await store.accounts.create(account('a'));
    await store.keys.create(key('k', 'a'));
  }
  return store;
}

/** A database on disk with an account, and a second connection that stands for another process. */
async function openBoth(t: Test): Promise<{ store: Store; other: Connection; file: string }> {
  const file = join(t.testdir({}), 'jobdata.sqlite');
  const store = await openAt(file);
  const other = new Database(file, { timeout: 0 });
  t.teardown(async () => {
    other.close();
    await store.close();
  });
  return { store, other, file };
}

t.test(
  'EIO at fsync: nothing is answered as done, no further step runs, the next start uses the disk’s state',
  async (t) => {
    const file = join(t.testdir({}), 'jobdata.sqlite');
    let failing = false;
    const store = await openAt(file, {
      ...realDisk,
      sync: async (handle) => {
        if (failing) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
        await realDisk.sync(handle);
      },
    });
    await store.ledger.reserve(hold('r1'));
    await store.ledger.reserve(hold('r2'));
    failing = true;
    await t.rejects(store.ledger.settle('r1', end(500)), { name: 'StoreFault', kind: 'broken', applied: 'unknown' });
    // A later successful flush does not prove that the pages of the failed one are on disk.
    failing = false;
    t.match(await store.failed, { kind: 'broken', message: /disk failed/ });
    const later: (() => Promise<unknown>)[] = [
      () => store.ledger.reserve(hold('r3')),
      () => store.ledger.settle('r2', end(500)),
      () => store.ledger.charge(hold('r4'), end(1)),
      () => store.accounts.setOverage('a', 1),
      () => store.probe(),
    ];
    for (const step of later) await t.rejects(step(), { message: /disk failed/ });
    await store.close();

    const next = await openAt(file);
    t.teardown(() => next.close());
    t.equal(await next.ledger.releaseOrphans(AT), 1, 'what was not settled is released');
    const [one, two] = (await next.ledger.list('a', AT)).sort((a, b) => (a.receiptId < b.receiptId ? -1 : 1));
    t.match(
      [one, two],
      [
        { state: 'settled', amount: 500 },
        { state: 'released', amount: 0 },
      ],
    );
    t.strictSame(await next.ledger.audit(AT), []);
  },
);

t.test('EIO at the checkpoint ends the store, a full disk there does not', async (t) => {
  const file = join(t.testdir({}), 'jobdata.sqlite');
  const db = new Database(file);
  t.teardown(() => db.close());
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE note (text TEXT)');
  for (const [code, broken] of [
    ['SQLITE_IOERR_FSYNC', true],
    ['SQLITE_FULL', false],
  ] as const) {
    const writer = new SqliteWriter(db, () => log.sync());
    const disk: Disk = {
      sync: async () => {},
      checkpoint: async () => {
        throw Object.assign(new Error('disk I/O error'), { code });
      },
    };
    const owner = {
      waiting: () => 9,
      hold: () => writer.hold(),
      resume: () => writer.resume(),
      break: (error: unknown) => writer.break(error),
    };
    const log: WriteAheadLog = new WriteAheadLog(file, owner, { disk, mostPages: 5 });
    const step = () => writer.commit(() => db.exec("INSERT INTO note VALUES ('a')"));
    for (let flush = 0; flush < 20; flush += 1) await step();
    await turn();
    await turn();
    if (broken) await t.rejects(step(), { message: /disk failed/ }, code);
    else await t.resolves(step(), code);
    await writer.close();
    await log.close();
  }
});

t.test('a missing file of the program is not a disk fault: the store continues and reports the cause', async (t) => {
  const folder = t.testdir({});
  const disk = diskWith(pathToFileURL(join(folder, 'checkpoint-worker.js')));
  const store = await openAt(join(folder, 'jobdata.sqlite'), disk);
  await t.rejects(
    disk.checkpoint(join(folder, 'jobdata.sqlite'), () => {}),
    {
      name: 'CheckpointNotRun',
      message:
        /could not run \(Cannot find module .*checkpoint-worker\.js.*The data is safe\..* start the service again\.$/,
    },
  );
  await store.ledger.reserve(hold('r1'));
  await t.resolves(store.ledger.settle('r1', end(500)));
  await store.close();

  const db = new Database(join(folder, 'log.sqlite'));
  t.teardown(() => db.close());
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE note (text TEXT)');
  const writer = new SqliteWriter(db, () => log.sync());
  const owner = {
    waiting: () => 9,
    hold: () => writer.hold(),
    resume: () => writer.resume(),
    break: (error: unknown) => writer.break(error),
  };
  let log: WriteAheadLog;
  const reported = new Promise((onFault) => {
    log = new WriteAheadLog(join(folder, 'log.sqlite'), owner, { disk, mostPages: 5, onFault });
  });
  const step = () => writer.commit(() => db.exec("INSERT INTO note VALUES ('a')"));
  for (let flush = 0; flush < 20; flush += 1) await step();
  t.match(await reported, { name: 'CheckpointNotRun' });
  t.notOk(writer.broken);
  await t.resolves(step());
  await writer.close();
  await log!.close();
});

t.test('ENOSPC: a step that does not fit is refused and leaves nothing, and others continue', async (t) => {
  const db = new Database(join(t.testdir({}), 'small.sqlite'));
  t.teardown(() => db.close());
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE note (text TEXT)');
  db.pragma('max_page_count = 12');
  const writer = new SqliteWriter(db, async () => {});
  const add = db.prepare('INSERT INTO note VALUES (?)');
  const outcomes = await Promise.allSettled([
    writer.commit(() => add.run('small')),
    writer.commit(() => {
      add.run('half of it');
      add.run('x'.repeat(200_000));
    }),
    writer.commit(() => add.run('small too')),
  ]);
  t.match(outcomes, [
    { status: 'fulfilled' },
    { status: 'rejected', reason: { kind: 'full', applied: 'no' } },
    { status: 'fulfilled' },
  ]);
  t.strictSame(db.prepare('SELECT text FROM note').pluck().all(), ['small', 'small too']);
  t.equal(writer.broken, false);
  await writer.close();
});

t.test('ENOSPC: of steps in one transaction, none is stored if one does not fit', async (t) => {
  const db = new Database(join(t.testdir({}), 'small.sqlite'));
  t.teardown(() => db.close());
  db.pragma('journal_mode = WAL');
  db.exec("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('link')");
  db.pragma('max_page_count = 12');
  const writer = new SqliteWriter(db, async () => {});
  const add = db.prepare('INSERT INTO note VALUES (?)');
  const spend = db.prepare("DELETE FROM note WHERE text = 'link'");
  const outcomes = await Promise.allSettled([
    writer.commit(() => add.run('before')),
    writer.transaction(() =>
      Promise.all([writer.commit(() => spend.run()), writer.commit(() => add.run('x'.repeat(200_000)))]),
    ),
    writer.commit(() => add.run('after')),
  ]);
  t.match(outcomes, [
    { status: 'fulfilled' },
    { status: 'rejected', reason: { kind: 'full', applied: 'no' } },
    { status: 'fulfilled' },
  ]);
  t.strictSame(db.prepare('SELECT text FROM note').pluck().all(), ['link', 'before', 'after']);
  t.equal(await writer.transaction(() => writer.commit(() => spend.run().changes)), 1);
  await writer.close();
});

t.test('a reservation that a full disk kept from being settled is released later', async (t) => {
  const { store } = await openBoth(t);
  await store.ledger.reserve(hold('r1'));
  await t.rejects(
    store.ledger.settle('r1', { ...end(500), replay: { accountId: 'nobody' } as never }),
    'its replay cannot be written',
  );
  t.match(await store.ledger.balance('a', AT), { balance: 8_000 }, 'nothing of the step is there');
  t.equal(await store.ledger.releaseOrphans(AT), 1);
  t.match(await store.ledger.balance('a', AT), { balance: 10_000 });
  t.strictSame(await store.ledger.audit(AT), []);
});

t.test('one failing step among twenty', async (t) => {
  const { store } = await openBoth(t);
  await store.ledger.reserve(hold('taken', 0));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => store.ledger.reserve(hold(index === 11 ? 'taken' : `r${index}`, 100))),
  );
  t.strictSame(
    outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
    [11],
  );
  t.match(await store.ledger.balance('a', AT), { balance: 10_000 - 19 * 100 }, 'nineteen are held, each once');
  t.strictSame(await store.ledger.audit(AT), []);
});

t.test('while another process writes, steps wait, but the thread does not', async (t) => {
  const { store, other } = await openBoth(t);
  other.exec('BEGIN IMMEDIATE');
  const steps = Array.from({ length: 50 }, (_, index) => store.ledger.reserve(hold(`r${index}`, 10)));
  let done = false;
  const all = Promise.all(steps).then(() => (done = true));
  for (let index = 0; index < 200; index += 1) await turn();
  t.equal(done, false, 'the loop turns while they wait');
  other.exec('COMMIT');
  await all;
  t.match(await store.ledger.balance('a', AT), { balance: 9_500 });
});

t.test('a change by another process during a call applies from the next step on', async (t) => {
  const moments = ['before it', 'while it runs', 'after it'] as const;
  for (const moment of moments) {
    const { store, file } = await openBoth(t);
    const commandLine = openSqliteStore({ file });
    const step = async (at: (typeof moments)[number], change: () => Promise<unknown>): Promise<void> => {
      if (at === moment) await change();
    };
    const change = async (): Promise<void> => {
      await commandLine.accounts.setPlan('a', {
        plan: 'large',
        subscriptionId: null,
        trialEndsAt: null,
        terms: { allowance: 50_000, overageRate: 10_000 },
        at: AT,
      });
      await commandLine.accounts.setOverage('a', 4_000);
    };
    await step('before it', change);
    await store.ledger.reserve(hold('r1'));
    await step('while it runs', change);
    await store.ledger.settle('r1', end(500));
    await step('after it', change);
    const charged = moment === 'before it' ? 500 : 0;
    t.match(await store.ledger.balance('a', AT), { balance: 50_000 - charged }, moment);
    t.match(await store.accounts.findById('a', AT), { plan: 'large', overageLimit: 4_000 }, moment);
    const [line] = await store.accounts.months('a', AT);
    t.match(line, { plan: 'pro', used: 500 - charged, endedBy: 'plan_change' }, moment);
    t.strictSame(await store.ledger.audit(AT), [], moment);
    await commandLine.close();
  }
});

t.test('another process revokes or caps a key, or deletes an account, during a call', async (t) => {
  const { store, file } = await openBoth(t);
  const commandLine = openSqliteStore({ file });
  t.teardown(() => commandLine.close());
  await store.ledger.reserve(hold('r1'));
  await commandLine.keys.setLimits('k', { allowedTools: null, dailyCap: 3_000, expiresAt: null });
  await t.rejects(store.ledger.reserve(hold('r2')), { message: /3 credits a day/ });
  await commandLine.keys.revoke('k', AT);
  await t.rejects(store.ledger.reserve(hold('r3', 500)), { message: /revoked/ });
  t.match(await store.ledger.settle('r1', end(500)), { balance: 9_500 }, 'work that was done is charged');
  await store.ledger.reserve({ ...hold('r4'), keyId: null });
  t.equal(await commandLine.accounts.delete('a'), true);
  await t.rejects(store.ledger.settle('r4', end(500)), 'nobody is there to charge');
  await t.rejects(store.ledger.reserve({ ...hold('r5'), keyId: null }), {
    message: /account of this key has been deleted/,
  });
  t.equal(await store.ledger.releaseOrphans(AT), 0);
  t.strictSame([await store.ledger.audit(AT), await store.checkIntegrity()], [[], []]);
});

t.test('a deletion interrupted by a crash is completed, and counts as done', async (t) => {
  const { store, other } = await openBoth(t);
  for (let index = 0; index < 120; index += 1) await store.ledger.charge(hold(`r${index}`, 0), end(0));
  other.prepare("UPDATE account SET deleted_at = 1, email = 'gone' WHERE id = 'a'").run();
  t.equal(await store.accounts.findById('a', AT), undefined);
  t.strictSame(await store.accounts.list(AT), []);
  t.strictSame(await store.ledger.audit(AT), []);
  t.equal(await store.accounts.purge(), 1);
  t.equal(other.prepare('SELECT count(*) FROM ledger').pluck().get(), 0);
  t.equal(other.prepare('SELECT count(*) FROM account').pluck().get(), 0);
});

t.test('a command never creates or migrates a store while a service runs, not even an older one', async (t) => {
  const file = join(t.testdir({}), 'jobdata.sqlite');
  const old = new Database(file);
  old.exec('CREATE TABLE account (id TEXT)');
  old.pragma('user_version = 14');
  old.close();
  t.throws(() => openSqliteStore({ file }), { message: /older release \(schema 14; .*jobdata migrate/ });
  const fresh = join(t.testdirName, 'new', 'jobdata.sqlite');
  const store = await openAt(fresh);
  t.throws(() => openSqliteStore({ file: fresh, role: 'migrate' }), { message: /Another process serves/ });
  await store.close();
  writeFileSync(join(t.testdirName, 'none'), '');
  t.ok(existsSync(fresh));
  openSqliteStore({ file: fresh, role: 'migrate' }).close();
});

t.test('a reservation that a full disk refused does not count as a running call', async (t) => {
  const { prepare } = Database.prototype;
  let full = false;
  // The reservation's transaction fails at its end, as on a full disk.
  Database.prototype.prepare = function (this: Connection, sql: string) {
    const statement = prepare.call(this, sql);
    if (sql !== 'COMMIT') return statement;
    const commit = statement.run.bind(statement);
    return Object.assign(statement, {
      run: () => {
        if (full) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
        return commit([]);
      },
    });
  } as typeof prepare;
  const file = join(t.testdir({}), 'jobdata.sqlite');
  const store = await openAt(file);
  Database.prototype.prepare = prepare;
  const other = openSqliteStore({ file });
  t.teardown(async () => {
    await other.close();
    await store.close();
  });
  full = true;
  for (const receipts of [['r1'], ['r2', 'r3']]) {
    const outcomes = await Promise.allSettled(receipts.map((receipt) => store.ledger.reserve(hold(receipt))));
    for (const outcome of outcomes) t.match(outcome, { status: 'rejected', reason: { kind: 'full', applied: 'no' } });
  }
  full = false;
  for (const receipt of ['r1', 'r2', 'r3']) await other.ledger.reserve(hold(receipt, 100));
  t.equal(await store.ledger.releaseOrphans(AT), 3, 'none is taken for a call that runs');
  await store.ledger.reserve(hold('r4'));
  await t.rejects(store.ledger.reserve(hold('r4')), 'a receipt twice');
  t.equal(await store.ledger.releaseOrphans(AT), 0, 'the refused one does not take the first from its call');
  t.strictSame(await store.ledger.audit(AT), []);
});
