import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../src/store/better-sqlite3.ts';
import t from 'tap';
import { ServiceError } from '../../src/errors.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { WriteAheadLog } from '../../src/store/sqlite/wal.ts';
import { SqliteWriter } from '../../src/store/sqlite/writer.ts';
import { account, key } from '../support/store-contract.ts';

t.test('on disk', async (t) => {
  const file = join(t.testdir({}), 'deep', 'jobdata.sqlite');
  const store = await openStore({ file });
  await store.accounts.create(account('a'));
  await store.keys.create(key('k', 'a'));

  const db = new Database(file);
  t.equal(db.pragma('journal_mode', { simple: true }), 'wal');
  t.ok((db.pragma('user_version', { simple: true }) as number) >= 1);

  const other = await openStore({ file });
  const before = await store.version();
  await other.keys.revoke('k', 1);
  await new Promise((resolve) => setImmediate(resolve));
  t.not(await store.version(), before, 'the commit of another connection shows');
  await other.close();

  const copy = join(t.testdirName, 'copy.sqlite');
  await store.backup(copy);
  await t.rejects(store.backup(copy), { message: /already exists/ });
  const restored = await openStore({ file: copy });
  t.match(await restored.accounts.findById('a', 0), { email: 'a@example.com' });
  await restored.close();

  db.prepare('UPDATE account SET balance = balance - 1').run();
  t.match(await store.ledger.audit(0), [/its balance and overage say 0.001/], 'a tampered balance is found');
  db.pragma('user_version = 999');
  db.close();
  await t.rejects(openStore({ file }), { message: /newer release/ });
  await store.close();
  await t.rejects(store.probe(), 'closed');
});

t.test('sums of usage equal those of the ledger', async (t) => {
  const file = join(t.testdir({}), 'jobdata.sqlite');
  const store = await openStore({ file, role: 'serve' });
  await store.accounts.create(account('a', { allowance: 100_000 }));
  const call = { accountId: 'a', keyId: 'k', tool: 'scrape_jobs' };
  for (const [receiptId, amount, at] of [
    ['r1', 2_000, 10],
    ['r2', 500, 20],
  ] as const) {
    await store.ledger.charge({ ...call, receiptId, amount, at }, { cost: amount, cached: false, at, durationMs: 5 });
  }
  const ping = { accountId: 'a', keyId: null, tool: 'ping', outcome: 'ok', cached: false, durationMs: 5 } as const;
  await store.ledger.note({ ...ping, receiptId: 'r3', createdAt: DAY_MS + 10 });
  t.strictSame(await store.usage.summary('a', 0), [
    { day: 0, tool: 'scrape_jobs', keyId: 'k', outcome: 'ok', calls: 2, cost: 2_500 },
    { day: 1, tool: 'ping', keyId: null, outcome: 'ok', calls: 1, cost: 0 },
  ]);
  const hold = { accountId: 'a', keyId: 'k', tool: 'scrape_url', amount: 3_000, at: DAY_MS };
  await store.ledger.reserve({ ...hold, receiptId: 'r4' });
  await store.ledger.reserve({ ...hold, receiptId: 'r5' });
  t.match(await store.usage.count({ accountId: 'a', outcome: 'pending' }), { calls: 2, cost: 6_000 });
  await store.ledger.settle('r4', { cost: 1_500, cached: false, at: DAY_MS + 5, durationMs: 5 });
  await store.ledger.release('r5', 'upstream_failed', DAY_MS + 5, 5);
  t.match(await store.usage.count({ accountId: 'a', outcome: 'pending' }), { calls: 0, cost: 0 });
  t.match(await store.usage.count({ accountId: 'a', fromDay: 1, toDay: 1 }), { calls: 3, cost: 1_500 });
  t.strictSame(await store.usage.byAccount(1), [{ accountId: 'a', calls: 3, cost: 1_500, lastAt: DAY_MS + 10 }]);
  const first = await store.usage.calls({ accountId: 'a' }, 2);
  const rest = await store.usage.calls({ accountId: 'a' }, 9, { after: first[1] as (typeof first)[0] });
  t.strictSame(
    [...first, ...rest].map(({ receiptId }) => receiptId),
    ['r3', 'r5', 'r4', 'r2', 'r1'],
  );
  t.strictSame(await store.ledger.audit(DAY_MS), []);
  const db = new Database(file);
  db.prepare("UPDATE usage_day SET cost = cost + 1 WHERE tool = 'scrape_url'").run();
  t.match(await store.ledger.audit(DAY_MS), [/sums of 1970-01-02/]);
  db.prepare('DELETE FROM ledger').run();
  t.strictSame(await store.usage.summary('a', 0), [], 'what is purged is counted no more');
  db.close();
  await store.close();
});

t.test('one process serves a data folder', async (t) => {
  const file = join(t.testdir({}), 'jobdata.sqlite');
  const serving = await openStore({ file, role: 'serve' });
  await t.rejects(openStore({ file, role: 'serve' }), { message: /Another process serves/ });
  await (await openStore({ file })).close();
  await serving.close();
  await (await openStore({ file, role: 'serve' })).close();
});

t.test('a commit is answered only when it is on disk', async (t) => {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE note (text TEXT)');
  const add = db.prepare('INSERT INTO note VALUES (?)');
  const ends: ((error?: Error) => void)[] = [];
  const writer = new SqliteWriter(
    db,
    () => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  );
  const answered: string[] = [];
  const note = async (text: string): Promise<void> => {
    await writer.commit(() => add.run(text));
    answered.push(text);
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = note('a');
  await turn();
  const second = [note('b'), note('c')];
  await turn();
  await turn();
  t.equal(db.prepare('SELECT count(*) FROM note').pluck().get(), 3, 'all are committed');
  t.strictSame([answered, ends.length], [[], 1], 'none is on disk, one flush is under way');
  ends[0]?.();
  await first;
  await turn();
  t.strictSame([answered, ends.length], [['a'], 2], 'the others share the next one');
  await t.rejects(
    writer.commit(() => {
      throw new ServiceError('quota_exceeded', 'no');
    }),
    { message: 'no' },
    'a refusal has nothing to wait for',
  );
  const last = note('d');
  const closed = writer.close();
  ends[1]?.();
  await Promise.all(second);
  t.strictSame(answered.slice(1).sort(), ['b', 'c']);
  await turn();
  ends[2]?.();
  await Promise.all([last, closed]);
  db.close();
});

t.test('the log is moved into the database in the background', async (t) => {
  const file = join(t.testdir({}), 'log.sqlite');
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE note (text TEXT)');
  const steps: string[] = [];
  const log = new WriteAheadLog(
    file,
    {
      waiting: () => 5,
      hold: () => steps.push('hold'),
      resume: () => steps.push('resume'),
      break: () => t.fail('no fault'),
    },
    { mostPages: 5 },
  );
  const rowsInDatabase = (): unknown => {
    copyFileSync(file, `${file}.copy`);
    const copy = new Database(`${file}.copy`);
    try {
      return copy.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'note'").pluck().get();
    } finally {
      copy.close();
    }
  };
  await log.sync();
  t.equal(rowsInDatabase(), 0, 'it is in the log alone');
  for (let flush = 0; flush < 20; flush += 1) await log.sync();
  await log.close();
  t.equal(rowsInDatabase(), 1);
  t.strictSame(steps, ['hold', 'resume'], 'the last of it while the writer holds still');
  db.close();
});
