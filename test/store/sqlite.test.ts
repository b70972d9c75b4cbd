import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import t from 'tap';
import { ServiceError } from '../../src/errors.ts';
import { lockDataDir } from '../../src/store/sqlite/lock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { WriteAheadLog } from '../../src/store/sqlite/wal.ts';
import { Writer } from '../../src/store/sqlite/writer.ts';
import { account, key, runStoreContract } from '../support/store-contract.ts';

t.test('the contract, in memory', (t) => runStoreContract(t, async () => openSqliteStore(':memory:')));

t.test('on disk', async (t) => {
  const file = join(t.testdir({}), 'deep', 'jobdata.sqlite');
  const store = openSqliteStore(file);
  await store.accounts.create(account('a'));
  await store.keys.create(key('k', 'a'));

  const db = new Database(file);
  t.equal(db.pragma('journal_mode', { simple: true }), 'wal');
  t.ok((db.pragma('user_version', { simple: true }) as number) >= 1);

  const other = openSqliteStore(file);
  const before = store.version();
  await other.keys.revoke('k', 1);
  await new Promise((resolve) => setImmediate(resolve));
  t.not(store.version(), before, 'the commit of another connection shows');
  await other.close();

  const copy = join(t.testdirName, 'copy.sqlite');
  await store.backup(copy);
  await t.rejects(store.backup(copy), { message: /exists already/ });
  const restored = openSqliteStore(copy);
  t.match(await restored.accounts.findById('a', 0), { email: 'a@example.com' });
  await restored.close();

  db.prepare('UPDATE account SET balance = balance - 1').run();
  t.match(await store.ledger.audit(0), [/balance says/], 'a tampered balance is found');
  db.pragma('user_version = 999');
  db.close();
  t.throws(() => openSqliteStore(file), { message: /newer release/ });
  await store.close();
  await t.rejects(store.probe(), 'closed');
});

t.test('one process serves a data folder', async (t) => {
  const folder = t.testdir({});
  const unlock = lockDataDir(folder);
  t.throws(() => lockDataDir(folder), { message: /Another process serves/ });
  unlock();
  lockDataDir(folder)();
});

t.test('a commit is answered when it is on disk, not before', async (t) => {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE note (text TEXT)');
  const add = db.prepare('INSERT INTO note VALUES (?)');
  const ends: ((error?: Error) => void)[] = [];
  const writer = new Writer(
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
  ends[1]?.(new Error('disk'));
  for (const work of second) await t.rejects(work, { message: 'disk' });
  t.strictSame(answered, ['a']);
  await t.rejects(
    writer.commit(() => {
      throw new ServiceError('quota_exceeded', 'no');
    }),
    { message: 'no' },
    'a refusal has nothing to wait for',
  );
  const last = note('d');
  const closed = writer.close();
  ends[2]?.();
  await Promise.all([last, closed]);
  db.close();
});

t.test('the log is moved into the database beside the service', async (t) => {
  const file = join(t.testdir({}), 'log.sqlite');
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE note (text TEXT)');
  const log = new WriteAheadLog(file, 2);
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
  await log.sync();
  await log.close();
  t.equal(rowsInDatabase(), 1);
  db.close();
});
