import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { Database } from '../../src/store/better-sqlite3.ts';
import type { PlanTerms } from '../../src/credits/types.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { assertServableStore, openStore } from '../../src/store/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { MigrationEvent } from '../../src/store/types.ts';
import { VERSION } from '../../src/version.ts';
import { mountSmallDisk } from '../support/service-process.ts';
import { FOLLOWING, NEWEST, OLDEST, olderDatabase } from './older-database.ts';
import { isLong, volume } from '../support/volume.ts';

const AT = Date.parse('2026-03-20T12:00:00Z');
const built = fileURLToPath(new URL('../../dist/src', import.meta.url));
const skip = !existsSync(join(built, 'store', 'open.js'));

async function run(words: string[], env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCommandLine(words, {
    stdout: (text) => void (out += text),
    stderr: (text) => void (err += text),
    stdin: (async function* () {})(),
    interactive: false,
    env,
    overrides: { clock: { now: () => AT } },
  });
  return { code, out, err };
}

/** Names in a folder, without the empty lock files. */
const namesIn = (folder: string): string[] => readdirSync(folder).filter((name) => !name.endsWith('.lock'));

/** Bytes, time and name of every file. */
function traceOf(folder: string): Record<string, string> {
  const told = namesIn(folder).map((name) => {
    const path = join(folder, name);
    return [name, `${statSync(path).mtimeMs} ${readFileSync(path).toString('base64')}`];
  });
  return Object.fromEntries(told) as Record<string, string>;
}

function schemaOf(file: string): number {
  const db = new Database(file, { readonly: true });
  const schema = db.pragma('user_version', { simple: true }) as number;
  db.close();
  return schema;
}

/** The rows of every table, without the digests that a migration adds. */
function rowsOf(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const rows = tables.map((table) => [
    table,
    db
      .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`)
      .all()
      .map(({ digest: _, ...row }) => row),
  ]);
  db.close();
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

t.test('--dry-run prints what would be done, where, and how much space is free, and changes nothing', async (t) => {
  const folder = t.testdir({});
  const file = olderDatabase(folder);
  utimesSync(file, 1_000_000, 1_000_000);
  const before = traceOf(folder);
  const told = await run(['migrate', '--dry-run'], { DATA_DIR: folder });
  t.match(told, { code: 0, err: '' });
  t.match(told.out, `has schema ${OLDEST}; this release (${VERSION}) needs ${NEWEST}`);
  t.match(told.out, /015 {2}account \(3 rows\), account_month \(4 rows\)/);
  t.match(told.out, /copied to .*: 0\.\d MB, with [\d,.]+ MB free/);
  t.match(told.out, /Nothing was changed\.\n$/);
  t.strictSame(traceOf(folder), before);

  const json = JSON.parse((await run(['migrate', '--dry-run', '--json'], { DATA_DIR: folder })).out);
  t.match(json, { ok: true, from: OLDEST, to: NEWEST, enough: true, backup_folder: folder });
  t.strictSame(
    json.migrations.map(({ schema }: { schema: number }) => schema),
    Array.from({ length: NEWEST - OLDEST }, (_, index) => OLDEST + 1 + index),
  );
  const db = new Database(file);
  // Its log holds the writes of a killed process, which are read and kept.
  db.pragma('wal_autocheckpoint = 0');
  db.exec("DELETE FROM ledger WHERE tool = 'ping'; UPDATE account SET operator = 1");
  for (const part of ['', '-wal']) copyFileSync(file + part, join(folder, `killed${part}`));
  db.close();
  for (const part of ['', '-wal']) copyFileSync(join(folder, `killed${part}`), file + part);
  const left = traceOf(folder);
  t.match(await run(['migrate', '--dry-run'], { DATA_DIR: folder }), { code: 0 });
  t.strictSame(traceOf(folder), left);
});

t.test('--dry-run without a database, without anything to do, and beside a service', async (t) => {
  const folder = t.testdir({});
  const none = join(folder, 'none', 'deep');
  t.match(await run(['migrate', '--dry-run'], { DATA_DIR: none }), { code: 0, out: /no database in .* yet/ });
  t.notOk(existsSync(join(folder, 'none')), 'no folder is made');
  const service = await openStore({ file: join(folder, 'jobdata.sqlite'), role: 'serve' });
  t.match(await run(['migrate', '--dry-run'], { DATA_DIR: folder }), { code: 0, out: /that of this release/ });
  t.match(await run(['migrate'], { DATA_DIR: folder }), { code: 1, err: /Another process serves/ });
  await service.probe();
  await service.close();
  const after = traceOf(folder);
  t.match(await run(['migrate', '--dry-run'], { DATA_DIR: folder }), { code: 0 });
  t.match(await run(['migrate'], { DATA_DIR: folder }), { code: 0, out: 'The database matches this release.\n' });
  t.strictSame(Object.keys(traceOf(folder)), Object.keys(after), 'no copy without a migration');
});

t.test('copies go to BACKUP_DIR; the newest copy of each of three schemas is kept', async (t) => {
  const folder = t.testdir({ data: {}, copies: { 'jobdata.sqlite.schema-9-notes.txt': 'mine' } });
  const env = { DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'copies') };
  const file = join(env.DATA_DIR, 'jobdata.sqlite');
  const clock = { now: AT };
  const migrations = FOLLOWING;
  for (const schema of [14, 15, 15, 16, 17]) {
    rmSync(file, { force: true });
    olderDatabase(env.DATA_DIR, schema);
    clock.now += DAY_MS;
    const place = { file, backupFolder: env.BACKUP_DIR, now: clock.now };
    await openSqliteStore({ ...place, role: 'migrate', migrations }).close();
  }
  const ownNames = namesIn(env.BACKUP_DIR).filter((name) => !name.endsWith('notes.txt'));
  t.strictSame(ownNames.map((name) => name.replace(/^jobdata\.sqlite\.[0-9a-f]{8}\./, '')).sort(), [
    'schema-15-2026-03-23T120000.000Z',
    'schema-16-2026-03-24T120000.000Z',
    'schema-17-2026-03-25T120000.000Z',
  ]);
  t.ok(existsSync(join(env.BACKUP_DIR, 'jobdata.sqlite.schema-9-notes.txt')));
  t.strictSame(namesIn(env.DATA_DIR), ['jobdata.sqlite']);

  rmSync(file);
  olderDatabase(env.DATA_DIR);
  const { backup: copy } = JSON.parse((await run(['migrate', '--json'], env)).out) as { backup: string };
  t.match(await run(['restore', copy], env), { code: 0, err: '' });
  t.match(await run(['migrate', '--json'], env), { code: 0, err: '', out: /"from":14,/ });
});

t.test('the new copy is kept, even if the clock was set back or its schema is older than all others', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'jobdata.sqlite');
  for (const [schema, now] of [
    [15, AT],
    [15, AT - 400 * DAY_MS],
    [16, AT],
    [17, AT],
    [14, AT],
  ] as const) {
    rmSync(file, { force: true });
    olderDatabase(folder, schema);
    let copy = '';
    const store = openSqliteStore({
      file,
      role: 'migrate',
      now,
      migrations: FOLLOWING,
      onMigration: ({ backup }) => {
        copy = backup?.file ?? '';
      },
    });
    await store.close();
    t.ok(existsSync(copy), copy);
    t.equal(schemaOf(copy), schema);
  }
  t.strictSame(
    namesIn(folder)
      .map((name) => /schema-(\d+)/.exec(name)?.[1])
      .filter(Boolean)
      .sort(),
    ['14', '16', '17'],
    'and no more than three',
  );
});

t.test('two services with one BACKUP_DIR do not delete each other’s copies', async (t) => {
  const folder = t.testdir({ one: {}, other: {}, copies: {} });
  const copies = join(folder, 'copies');
  const migrate = async (name: string, now: number): Promise<void> => {
    const file = olderDatabase(join(folder, name));
    await (await openStore({ file, role: 'migrate', backupFolder: copies, now })).close();
  };
  await migrate('one', AT);
  // A lock of a process that works there.
  const [own = ''] = namesIn(copies);
  writeFileSync(join(copies, `${own}.0123456789abcdef.partial`), '');
  await migrate('other', AT + 1);
  t.equal(namesIn(copies).length, 3, namesIn(copies).join(' '));
  t.ok(existsSync(join(copies, own)));
});

t.test('if the copy cannot be written, the migration is refused, and the database is unchanged', async (t) => {
  const folder = t.testdir({ data: {}, file: 'no folder' });
  const file = olderDatabase(join(folder, 'data'));
  const before = readFileSync(file);
  const env = { DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'file') };
  t.match(await run(['migrate'], env), {
    code: 1,
    err: /needs a migration, but the backup before it cannot be written to .*file: .* The database has not been changed\.\n$/,
  });
  t.ok(readFileSync(file).equals(before));
  t.strictSame(namesIn(env.DATA_DIR), ['jobdata.sqlite']);
});

t.test('a full disk refuses the migration; with BACKUP_DIR on another disk it proceeds', async (t) => {
  const folder = mountSmallDisk(t);
  if (folder === undefined) return t.comment('this user may mount no disk of its own');
  const made = olderDatabase(t.testdir({}));
  const db = new Database(made);
  db.prepare("INSERT INTO jobs_cache VALUES ('k', 1, 1, 1, 1, ?)").run('x'.repeat(2_200_000));
  db.close();
  const file = join(folder, 'jobdata.sqlite');
  copyFileSync(made, file);
  const before = readFileSync(file);
  const env = { DATA_DIR: folder };
  t.match(await run(['migrate', '--dry-run'], env), { code: 0, out: /There is not enough room/ });
  const refused = await run(['migrate'], env);
  t.match(refused, { code: 1, err: /it takes 2\.\d MB, and 1\.\d MB are free\. Make room there, or set BACKUP_DIR/ });
  t.ok(readFileSync(file).equals(before), 'untouched');
  t.strictSame(namesIn(folder), ['jobdata.sqlite']);
  t.match(await run(['migrate'], { ...env, BACKUP_DIR: dirname(made) }), { code: 0, err: '' });
  t.match(await run(['verify'], env), { code: 0 });
});

t.test('a disk that becomes full during the migration: no copy is left, and nothing is changed', async (t) => {
  const folder = mountSmallDisk(t);
  if (folder === undefined) return t.comment('this user may mount no disk of its own');
  const copies = t.testdir({ made: {} });
  const made = olderDatabase(join(copies, 'made'));
  const db = new Database(made);
  // The migration rewrites months: with the log, this takes twice the free space of the disk.
  const add = db.prepare("INSERT INTO account_month VALUES ('ann', ?, ?, 0, 1, 0, 0, NULL, 'renewal', 0)");
  for (let index = 0; index < 26; index += 1) add.run(100 + index, 'x'.repeat(60_000));
  db.close();
  const file = join(folder, 'jobdata.sqlite');
  copyFileSync(made, file);
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(1_600_000));
  const before = readFileSync(file);
  const refused = await run(['migrate'], { DATA_DIR: folder, BACKUP_DIR: copies });
  t.strictSame(readdirSync(copies), ['made']);
  t.match(refused, { code: 1, err: /cannot be opened: its disk is full: make room, then try again/ });
  t.strictSame(namesIn(folder).sort(), ['ballast', 'jobdata.sqlite']);
  t.equal(schemaOf(file), OLDEST);
  t.ok(readFileSync(file).equals(before), 'to the byte');
});

t.test('all data of an older database is there after the migration, and the copy can be restored', async (t) => {
  const folder = t.testdir({});
  const file = olderDatabase(folder);
  const before = rowsOf(file);
  const events: MigrationEvent[] = [];
  const onMigration = (event: MigrationEvent): void => void events.push(event);
  const termsOf = (): PlanTerms => ({ allowance: 20_000, overageRate: 15_000 });
  const store = await openStore({ file, role: 'serve', termsOf, now: AT, onMigration });
  t.match(events, [
    { step: 'backed_up', from: OLDEST, to: NEWEST },
    { step: 'migrated', from: OLDEST, to: NEWEST },
  ]);
  t.strictSame([...(await store.checkIntegrity()), ...(await store.ledger.audit(AT))], [], 'it adds up');
  t.match(rowsOf(file), before, 'every row is there');
  t.match(await store.accounts.months('ann', AT), { length: 2, 0: { used: 21_000, overageRate: 15_000 } });

  // The service continues from there: open reservations of a crash are released, and a call is charged.
  t.equal(await store.ledger.releaseOrphans(AT), 1);
  const { balance } = await store.ledger.balance('ann', AT);
  const hold = { receiptId: 'next', accountId: 'ann', keyId: 'key_ann', tool: 'ping', amount: 500, at: AT };
  await store.ledger.charge(hold, { cost: 500, cached: false, at: AT, durationMs: 1 });
  t.equal((await store.ledger.balance('ann', AT)).balance, balance - 500);
  t.strictSame(await store.ledger.audit(AT), []);
  await store.close();

  t.match(await run(['restore', events[0]?.backup?.file as string], { DATA_DIR: folder }), { code: 0, err: '' });
  t.equal(schemaOf(file), OLDEST);
  t.strictSame(rowsOf(file), before, 'as it was');
});

t.test('a release with one more migration upgrades the database, and this release then refuses it', async (t) => {
  const folder = t.testdir({});
  const file = olderDatabase(folder, NEWEST);
  const events: MigrationEvent[] = [];
  const onMigration = (event: MigrationEvent): void => void events.push(event);
  const next = new Map([...FOLLOWING].filter(([number]) => number <= NEWEST + 1));
  t.throws(() => openSqliteStore({ file, role: 'use', migrations: next }), { message: /older release/ });
  const store = openSqliteStore({ file, role: 'serve', migrations: next, now: AT, onMigration });
  t.match(events, [{ step: 'backed_up' }, { step: 'migrated', from: NEWEST, to: NEWEST + 1 }]);
  t.strictSame(await store.ledger.audit(AT), []);
  await store.close();
  await t.rejects(openStore({ file, role: 'serve' }), { message: /newer release/ });

  const broken = new Map([...next, [NEWEST + 2, 'CREATE TABLE half (id INTEGER); SELECT nonsense']]);
  t.throws(() => openSqliteStore({ file, role: 'serve', migrations: broken, now: AT + 1 }));
  t.equal(schemaOf(file), NEWEST + 1);
  t.notOk(Object.keys(rowsOf(file)).includes('half'), 'wholly or not at all');
});

t.test('a database from before the first schema is refused with what to do, and is unchanged', async (t) => {
  const folder = t.testdir({});
  const file = olderDatabase(folder);
  const db = new Database(file);
  db.pragma('user_version = 9');
  db.close();
  const before = traceOf(folder);
  const sentence = /has schema 9, from before the first release; .* needs at least schema 14: .*"jobdata migrate"/;
  for (const words of [['migrate'], ['migrate', '--dry-run'], ['verify'], ['account', 'list']])
    t.match(await run(words, { DATA_DIR: folder }), { code: 1, err: sentence }, words.join(' '));
  await t.rejects(openStore({ file, role: 'serve' }), { message: sentence });
  await t.rejects(assertServableStore(file), { message: sentence });
  t.strictSame(traceOf(folder), before);
});

t.test('a newer database is refused by every command of an older release, and is unchanged', async (t) => {
  const folder = t.testdir({});
  const file = olderDatabase(folder);
  const db = new Database(file);
  db.pragma(`user_version = ${NEWEST + 1}`);
  db.close();
  const before = traceOf(folder);
  const sentence = new RegExp(
    `newer release \\(schema ${NEWEST + 1}\\); this is release ${VERSION.replaceAll('.', '\\.')}, which knows ${NEWEST}\\. .* restore`,
  );
  for (const words of [['migrate'], ['migrate', '--dry-run'], ['verify'], ['usage', '--account', 'ann']])
    t.match(await run(words, { DATA_DIR: folder }), { code: 1, err: sentence }, words.join(' '));
  await t.rejects(openStore({ file, role: 'serve' }), { message: sentence });
  t.strictSame(traceOf(folder), before);
});

/** The built store in a separate process; its output, and the signal that ended it. */
async function openApart(file: string, killAt = 0): Promise<{ said: Record<string, unknown>; signal: unknown }> {
  const script = fileURLToPath(new URL('migration-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, built, file, String(killAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [, signal] = (await once(child, 'close')) as [number, unknown];
  return { said: printed === '' ? {} : JSON.parse(printed), signal };
}

t.test('two processes that start at once migrate once', { skip }, async (t) => {
  for (let round = 0; round < volume(1, 3); round += 1) {
    const folder = t.testdir({});
    const file = olderDatabase(folder);
    const both = await Promise.all([openApart(file), openApart(file)]);
    t.equal(both.filter(({ said }) => said['migrated'] === true).length, 1);
    for (const { said } of both) {
      if (said['refused'] !== undefined) t.match(said['refused'], /Another process serves/);
    }
    t.equal(namesIn(folder).filter((name) => name.includes('.schema-')).length, 1, 'and one copy');
    t.equal(schemaOf(file), NEWEST);
  }
});

t.test(
  'killed at any step, the database is the old or the new one, and the next start completes the work',
  { skip },
  async (t) => {
    const trial = t.testdir({ trial: {} });
    const whole = await openApart(olderDatabase(join(trial, 'trial')));
    const steps = whole.said['steps'] as number;
    t.ok(steps > 20, `${steps} steps`);
    const seen = new Map<number, number>();
    // Each of the last steps, where files are renamed, is tested; the earlier ones are alike.
    const [stride, lastStride] = isLong ? [3, 1] : [15, 4];
    // Always the last one, because only the work after the commit of the new schema shows it.
    const killedAt = new Set([steps]);
    for (let at = 1; at < steps; at += at < steps - 12 ? stride : lastStride) killedAt.add(at);
    for (const killAt of killedAt) {
      const folder = join(trial, `kill-${killAt}`);
      mkdirSync(folder);
      const file = olderDatabase(folder);
      const { signal } = await openApart(file, killAt);
      t.equal(signal, 'SIGKILL');
      const left = join(trial, `left-${killAt}`);
      mkdirSync(left);
      for (const name of namesIn(folder)) copyFileSync(join(folder, name), join(left, name));
      const schema = schemaOf(join(left, 'jobdata.sqlite'));
      seen.set(schema, (seen.get(schema) ?? 0) + 1);
      t.ok(schema === OLDEST || schema === NEWEST, `step ${killAt}: ${schema}`);
      const store = await openStore({ file, role: 'serve', now: AT });
      t.strictSame([...(await store.checkIntegrity()), ...(await store.ledger.audit(AT))], []);
      await store.close();
      t.strictSame(
        namesIn(folder).filter((name) => name.includes('partial')),
        [],
        'what was half a copy is gone',
      );
      t.ok(
        namesIn(folder).some((name) => /\.schema-14-[\dTZ.-]+$/.test(name)),
        'and a whole one is there',
      );
    }
    t.ok((seen.get(OLDEST) ?? 0) > 0 && (seen.get(NEWEST) ?? 0) > 0, 'both were met');
  },
);
