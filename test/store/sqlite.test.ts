import { join } from 'node:path';
import Database from 'better-sqlite3';
import t from 'tap';
import { lockDataDir } from '../../src/store/sqlite/lock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
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
