import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Database, type Connection } from '../../src/store/better-sqlite3.ts';
import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { openStore, restoreStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/types.ts';
import { account } from '../support/store-contract.ts';
import { OLDEST, olderDatabase } from './older-database.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');

async function run(words: string[], env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCommandLine(words, {
    stdout: (text) => void (out += text),
    stderr: (text) => void (err += text),
    stdin: (async function* () {})(),
    interactive: false,
    env,
  });
  return { code, out, err };
}

/** Charges one call after another until stopped; returns how many were answered as charged. */
function charging(store: Store): { stop(): Promise<number> } {
  let going = true;
  const work = async (worker: number): Promise<number> => {
    let done = 0;
    for (; going; done += 1) {
      const receiptId = `r${worker}-${done}`;
      const hold = { receiptId, accountId: 'a', keyId: null, tool: 'scrape_url', amount: 1, at: AT };
      await store.ledger.reserve(hold);
      await store.ledger.settle(receiptId, { cost: 1, cached: false, at: AT, durationMs: 1 });
    }
    return done;
  };
  const workers = Promise.all([0, 1, 2, 3].map(work));
  return {
    stop: async () => {
      going = false;
      return (await workers).reduce((sum, done) => sum + done, 0);
    },
  };
}

const windows = process.platform === 'win32' ? 'files have no such rights there' : false;
t.test(
  'the database and its copies are readable only by their owner and those whom the owner allows',
  { skip: windows },
  async (t) => {
    const folder = t.testdir({ kept: {} });
    const rightsOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    const umask = process.umask(0o022);
    t.teardown(() => process.umask(umask));
    const env = { DATA_DIR: join(folder, 'deep', 'data') };
    const file = join(env.DATA_DIR, 'jobdata.sqlite');
    await (await openStore({ file, role: 'serve' })).close();
    t.equal(rightsOf(env.DATA_DIR), '700');
    t.equal(rightsOf(file), '600');
    const copy = join(folder, 'kept', 'copy.sqlite');
    t.match(await run(['backup', copy], env), { code: 0, err: '' });
    t.equal(rightsOf(copy), '600');
    chmodSync(copy, 0o644);
    t.match(await run(['restore', copy], env), { code: 0, err: '' });
    t.equal(rightsOf(file), '600', 'whatever the rights of the backup');
    chmodSync(file, 0o640);
    const shared = join(folder, 'kept', 'shared.sqlite');
    t.match(await run(['backup', shared], env), { code: 0, err: '' });
    t.equal(rightsOf(shared), '640');
    const other = join(folder, 'other');
    mkdirSync(other);
    const old = olderDatabase(other);
    chmodSync(old, 0o600);
    const copies = join(folder, 'kept', 'copies');
    await (await openStore({ file: old, role: 'migrate', backupFolder: copies })).close();
    t.equal(rightsOf(copies), '700');
    t.strictSame(
      readdirSync(copies).map((name) => rightsOf(join(copies, name))),
      ['600'],
    );
  },
);

t.test('a backup during commits is consistent and ends; after a restore the ledger adds up', async (t) => {
  const env = { DATA_DIR: t.testdir({}) };
  const file = join(env.DATA_DIR, 'jobdata.sqlite');
  const service = await openStore({ file, role: 'serve' });
  await service.accounts.create(account('a', { allowance: 1_000_000_000 }));
  const load = charging(service);
  const copies: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const copy = join(env.DATA_DIR, `copy-${index}.sqlite`);
    const made = await run(['backup', copy], env);
    t.strictSame([made.code, made.err], [0, '']);
    copies.push(copy);
  }
  const again = await run(['backup', copies[0] as string], env);
  t.match(again, { code: 1, err: /already exists/ });
  t.strictSame(
    readdirSync(env.DATA_DIR).filter((name) => name.includes('partial')),
    [],
    'nothing half is left',
  );
  const refused = await run(['restore', copies[1] as string], env);
  t.match(refused, { code: 1, err: /Another process serves the data folder/ }, 'not under a running service');
  const charged = await load.stop();
  t.match(await service.ledger.balance('a', AT), { balance: 1_000_000_000 - charged });
  await service.close();

  const restored = await run(['restore', copies[1] as string, '--json'], env);
  t.equal(restored.code, 0, restored.err);
  const { replaced } = JSON.parse(restored.out) as { replaced: string };
  t.equal(dirname(replaced), env.DATA_DIR);
  t.match(JSON.parse((await run(['verify', '--json'], env)).out), { ok: true, problems: [] });
  const next = await openStore({ file, role: 'serve' });
  await next.ledger.releaseOrphans(AT);
  t.strictSame(await next.ledger.audit(AT), []);
  const kept = (await next.ledger.balance('a', AT)).balance;
  t.ok(kept > 1_000_000_000 - charged, 'it is the earlier state');
  await next.close();
  const aside = new Database(replaced, { readonly: true });
  t.equal(
    aside.prepare("SELECT count(*) FROM ledger WHERE state = 'settled'").pluck().get(),
    charged,
    'the replaced one is kept whole',
  );
  aside.close();
});

t.test('a damaged backup is not restored', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'jobdata.sqlite');
  const store = await openStore({ file });
  await store.accounts.create(account('a'));
  await store.backup(join(folder, 'good.sqlite'));
  await store.close();
  const before = readFileSync(file);
  const spoil = (name: string, change: (db: Connection) => void): string => {
    copyFileSync(join(folder, 'good.sqlite'), join(folder, name));
    const db = new Database(join(folder, name));
    change(db);
    db.close();
    return join(folder, name);
  };
  writeFileSync(join(folder, 'text.sqlite'), 'no database');
  writeFileSync(join(folder, 'cut.sqlite'), readFileSync(join(folder, 'good.sqlite')).subarray(0, 20_000));
  for (const [wrong, reason] of [
    [join(folder, 'none.sqlite'), /There is no file/],
    ['/dev/null/none.sqlite', /cannot be read \(ENOTDIR/],
    [join(folder, 'text.sqlite'), /not a database/],
    [join(folder, 'cut.sqlite'), /malformed|cannot be restored/],
    [spoil('newer.sqlite', (db) => db.pragma('user_version = 999')), /newer release/],
    [spoil('empty.sqlite', (db) => db.pragma('user_version = 0')), /no database of this service/],
    [spoil('sums.sqlite', (db) => db.exec('UPDATE account SET balance = 7')), /its balance and overage say/],
  ] as const) {
    await t.rejects(restoreStore(wrong, file, AT), { message: reason });
  }
  t.ok(readFileSync(file).equals(before), 'the present database is as it was');
  t.strictSame(
    readdirSync(folder).filter((name) => /restore|replaced/.test(name)),
    [],
  );
});

t.test('the log of the replaced database does not damage the restored one', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'jobdata.sqlite');
  const store = await openStore({ file });
  await store.accounts.create(account('a'));
  await store.backup(join(folder, 'good.sqlite'));
  await store.accounts.create(account('b'));
  // As a killed process leaves it: the second account is only in the log.
  for (const part of ['', '-wal']) copyFileSync(`${file}${part}`, join(folder, `killed${part}`));
  await store.close();
  for (const part of ['', '-wal']) copyFileSync(join(folder, `killed${part}`), `${file}${part}`);
  const aside = await restoreStore(join(folder, 'good.sqlite'), file, AT);
  const restored = await openStore({ file });
  t.equal((await restored.accounts.list(AT)).length, 1);
  t.strictSame(await restored.checkIntegrity(), []);
  await restored.close();
  const replaced = new Database(aside as string, { readonly: true });
  t.equal(replaced.prepare('SELECT count(*) FROM account').pluck().get(), 2);
  replaced.close();
});

t.test('jobdata migrate, and an older database before it', async (t) => {
  const env = { DATA_DIR: t.testdir({}) };
  const file = join(env.DATA_DIR, 'jobdata.sqlite');
  olderDatabase(env.DATA_DIR);
  copyFileSync(file, join(env.DATA_DIR, 'older.sqlite'));
  t.match(await run(['usage', '--account', 'bob'], env), {
    code: 1,
    err: new RegExp(`older release \\(schema ${OLDEST}`),
  });
  t.match(await run(['migrate'], env), { code: 0, err: '' });
  t.match(JSON.parse((await run(['verify', '--json'], env)).out), { ok: true, problems: [] });
  t.match(await run(['restore', join(env.DATA_DIR, 'older.sqlite')], env), { code: 0 }, 'an older backup is restored');
  t.match(await run(['verify'], env), { code: 1, err: /older release/ }, 'as it is');
  t.ok(existsSync(file));
});
