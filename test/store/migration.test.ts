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
import { openStore } from '../../src/store/open.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/index.ts';
import { VERSION } from '../../src/version.ts';
import { mountSmallDisk } from '../support/service-process.ts';
import { releaseDatabase } from './release-database.ts';

const AT = Date.parse('2026-03-20T12:00:00Z');
const DAY_MS = 86_400_000;
const LAST = MIGRATIONS.length;
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

/** Names in a folder, without the locks, which hold nothing. */
const namesIn = (folder: string): string[] => readdirSync(folder).filter((name) => !name.endsWith('.lock'));

/** Every file's bytes and time, and its names. */
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

t.test('--dry-run tells what would be done, on what, with how much room, and leaves no trace', async (t) => {
  const folder = t.testdir({});
  const file = releaseDatabase(folder, 5);
  utimesSync(file, 1_000_000, 1_000_000);
  const before = traceOf(folder);
  const told = await run(['migrate', '--dry-run'], { DATA_DIR: folder });
  t.match(told, { code: 0, err: '' });
  t.match(told.out, `is of schema 5; this release (${VERSION}) needs ${LAST}`);
  t.match(told.out, /006 {2}.*ledger \(\d+ rows\).*makes account_month, free_call_sum/);
  t.match(told.out, /copied to .*: 0\.\d MB, of [\d,.]+ MB free/);
  t.match(told.out, /Nothing was changed\.\n$/);
  t.strictSame(traceOf(folder), before);

  const json = JSON.parse((await run(['migrate', '--dry-run', '--json'], { DATA_DIR: folder })).out);
  t.match(json, { ok: true, from: 5, to: LAST, enough: true, backup_folder: folder });
  t.strictSame(
    json.migrations.map(({ schema }: { schema: number }) => schema),
    Array.from({ length: LAST - 5 }, (_, index) => 6 + index),
  );
  const ledger = json.migrations[0].tables.find(({ name }: { name: string }) => name === 'ledger');
  const db = new Database(file);
  t.equal(ledger.rows, db.prepare('SELECT count(*) FROM ledger').pluck().get());
  // Its log holds what a killed process left: it is read, and stays.
  db.pragma('wal_autocheckpoint = 0');
  db.exec("DELETE FROM ledger WHERE tool = 'ping'; UPDATE account SET operator = 1");
  for (const part of ['', '-wal']) copyFileSync(file + part, join(folder, `killed${part}`));
  db.close();
  for (const part of ['', '-wal']) copyFileSync(join(folder, `killed${part}`), file + part);
  const left = traceOf(folder);
  t.match(await run(['migrate', '--dry-run'], { DATA_DIR: folder }), { code: 0 });
  t.strictSame(traceOf(folder), left);
});

t.test('--dry-run where there is nothing, where all is done, and beside a service', async (t) => {
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
  t.match(await run(['migrate'], { DATA_DIR: folder }), { code: 0, out: 'The database is of this release.\n' });
  t.strictSame(Object.keys(traceOf(folder)), Object.keys(after), 'no copy without a migration');
});

t.test('copies go where BACKUP_DIR says; the newest of each schema stays, of three schemas', async (t) => {
  const folder = t.testdir({ data: {}, copies: { 'jobdata.sqlite.schema-9-notes.txt': 'mine' } });
  const env = { DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'copies') };
  const file = join(env.DATA_DIR, 'jobdata.sqlite');
  const clock = { now: AT };
  for (const schema of [2, 3, 3, 4, 5]) {
    rmSync(file, { force: true });
    releaseDatabase(env.DATA_DIR, schema);
    clock.now += DAY_MS;
    const store = await openStore({ file, role: 'migrate', backupFolder: env.BACKUP_DIR, now: clock.now });
    await store.close();
  }
  const ownNames = namesIn(env.BACKUP_DIR).filter((name) => !name.endsWith('notes.txt'));
  t.strictSame(ownNames.map((name) => name.replace(/^jobdata\.sqlite\.[0-9a-f]{8}\./, '')).sort(), [
    'schema-3-2026-03-23T120000.000Z',
    'schema-4-2026-03-24T120000.000Z',
    'schema-5-2026-03-25T120000.000Z',
  ]);
  t.ok(existsSync(join(env.BACKUP_DIR, 'jobdata.sqlite.schema-9-notes.txt')));
  t.strictSame(namesIn(env.DATA_DIR), ['jobdata.sqlite']);
  const copy = join(env.BACKUP_DIR, ownNames.find((name) => name.includes('schema-5')) as string);
  t.match(await run(['restore', copy], env), { code: 0, err: '' });
  t.match(await run(['migrate', '--json'], env), { code: 0, err: '', out: /"from":5,/ });
});

t.test(
  'the copy just made stays: by a clock that was set back, and of a schema older than all that are kept',
  async (t) => {
    const folder = t.testdir({});
    const file = join(folder, 'jobdata.sqlite');
    for (const [schema, now] of [
      [7, AT],
      [7, AT - 400 * DAY_MS],
      [8, AT],
      [9, AT],
      [4, AT],
    ] as const) {
      rmSync(file, { force: true });
      releaseDatabase(folder, schema);
      let copy = '';
      const store = await openStore({
        file,
        role: 'migrate',
        now,
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
        .map((name) => /schema-(\d)/.exec(name)?.[1])
        .filter(Boolean)
        .sort(),
      ['4', '8', '9'],
      'and no more than three',
    );
  },
);

t.test('two services with one BACKUP_DIR take nothing from each other', async (t) => {
  const folder = t.testdir({ one: {}, other: {}, copies: {} });
  const copies = join(folder, 'copies');
  const migrate = async (name: string, now: number): Promise<void> => {
    const file = releaseDatabase(join(folder, name), 5);
    await (await openStore({ file, role: 'migrate', backupFolder: copies, now })).close();
  };
  await migrate('one', AT);
  // Of one that is at work there.
  const [own = ''] = namesIn(copies);
  writeFileSync(join(copies, `${own}.0123456789abcdef.partial`), '');
  await migrate('other', AT + 1);
  t.equal(namesIn(copies).length, 3, namesIn(copies).join(' '));
  t.ok(existsSync(join(copies, own)));
});

t.test('a copy that cannot be written refuses the migration, and the database is as it was', async (t) => {
  const folder = t.testdir({ data: {}, file: 'no folder' });
  const file = releaseDatabase(join(folder, 'data'), 6);
  const before = readFileSync(file);
  const env = { DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'file') };
  t.match(await run(['migrate'], env), {
    code: 1,
    err: /must be migrated, and the backup before that cannot be written to .*file: .* The database is as it was\.\n$/,
  });
  t.ok(readFileSync(file).equals(before));
  t.strictSame(namesIn(env.DATA_DIR), ['jobdata.sqlite']);
});

t.test('a full disk refuses the migration; with BACKUP_DIR on another it goes on', async (t) => {
  const folder = mountSmallDisk(t);
  if (folder === undefined) return t.comment('this user may mount no disk of its own');
  const made = releaseDatabase(t.testdir({}), 6);
  const db = new Database(made);
  db.prepare("INSERT INTO jobs_cache VALUES ('k', 1, 1, 1, 1, ?)").run('x'.repeat(2_200_000));
  db.close();
  const file = join(folder, 'jobdata.sqlite');
  copyFileSync(made, file);
  const before = readFileSync(file);
  const env = { DATA_DIR: folder };
  t.match(await run(['migrate', '--dry-run'], env), { code: 0, out: /That is not enough room/ });
  const refused = await run(['migrate'], env);
  t.match(refused, { code: 1, err: /it takes 2\.\d MB, and 1\.\d MB are free\. Make room there, or set BACKUP_DIR/ });
  t.ok(readFileSync(file).equals(before), 'untouched');
  t.strictSame(namesIn(folder), ['jobdata.sqlite']);
  t.match(await run(['migrate'], { ...env, BACKUP_DIR: dirname(made) }), { code: 0, err: '' });
  t.match(await run(['verify'], env), { code: 0 });
});

t.test('a disk that is full by the time of the migration itself: no copy is left, nothing is changed', async (t) => {
  const folder = mountSmallDisk(t);
  if (folder === undefined) return t.comment('this user may mount no disk of its own');
  const copies = t.testdir({ made: {} });
  const made = releaseDatabase(join(copies, 'made'), 6);
  const db = new Database(made);
  // Replays are rewritten by the migration that gives them their size: with the log, twice what the disk has left.
  const add = db.prepare("INSERT INTO replay VALUES ('ann', ?, 'scrape_url', 'h', ?, 9000000000000)");
  for (let index = 0; index < 26; index += 1) add.run(`k${index}`, 'x'.repeat(60_000));
  db.close();
  const file = join(folder, 'jobdata.sqlite');
  copyFileSync(made, file);
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(1_600_000));
  const before = readFileSync(file);
  const refused = await run(['migrate'], { DATA_DIR: folder, BACKUP_DIR: copies });
  t.strictSame(readdirSync(copies), ['made']);
  t.match(refused, { code: 1, err: /cannot be opened: its disk is full: make room, then try again/ });
  t.strictSame(namesIn(folder).sort(), ['ballast', 'jobdata.sqlite']);
  t.equal(schemaOf(file), 6);
  t.ok(readFileSync(file).equals(before), 'to the byte');
});

t.test('a newer database is refused by all that an older release does with it, and left as it is', async (t) => {
  const folder = t.testdir({});
  const file = releaseDatabase(folder, Math.min(LAST, 12));
  const db = new Database(file);
  db.pragma(`user_version = ${LAST + 1}`);
  db.close();
  const before = traceOf(folder);
  const sentence = new RegExp(
    `newer release \\(schema ${LAST + 1}\\); this is release ${VERSION.replaceAll('.', '\\.')}, which knows ${LAST}\\. .* restore`,
  );
  for (const words of [['migrate'], ['migrate', '--dry-run'], ['verify'], ['usage', '--account', 'ann']])
    t.match(await run(words, { DATA_DIR: folder }), { code: 1, err: sentence }, words.join(' '));
  await t.rejects(openStore({ file, role: 'serve' }), { message: sentence });
  t.strictSame(traceOf(folder), before);
});

/** The built store in a process of its own; what it printed, and the signal that ended it. */
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
  for (let round = 0; round < 3; round += 1) {
    const folder = t.testdir({});
    const file = releaseDatabase(folder, 4);
    const both = await Promise.all([openApart(file), openApart(file)]);
    t.equal(both.filter(({ said }) => said['migrated'] === true).length, 1);
    for (const { said } of both) {
      if (said['refused'] !== undefined) t.match(said['refused'], /Another process serves/);
    }
    t.equal(namesIn(folder).filter((name) => name.includes('.schema-')).length, 1, 'and one copy');
    t.equal(schemaOf(file), LAST);
  }
});

t.test(
  'killed at any step, the database is the old one or the new, and the next start ends the work',
  { skip },
  async (t) => {
    const trial = t.testdir({ trial: {} });
    const whole = await openApart(releaseDatabase(join(trial, 'trial'), 9));
    const steps = whole.said['steps'] as number;
    t.ok(steps > 20, `${steps} steps`);
    const seen = new Map<number, number>();
    // Each of the last, where the work is taken over and names change; of those before, every third.
    for (let killAt = 1; killAt <= steps; killAt += killAt < steps - 12 ? 3 : 1) {
      const folder = join(trial, `kill-${killAt}`);
      mkdirSync(folder);
      const file = releaseDatabase(folder, 9);
      const { signal } = await openApart(file, killAt);
      t.equal(signal, 'SIGKILL');
      const left = join(trial, `left-${killAt}`);
      mkdirSync(left);
      for (const name of namesIn(folder)) copyFileSync(join(folder, name), join(left, name));
      const schema = schemaOf(join(left, 'jobdata.sqlite'));
      seen.set(schema, (seen.get(schema) ?? 0) + 1);
      t.ok(schema === 9 || schema === LAST, `step ${killAt}: ${schema}`);
      const store = await openStore({ file, role: 'serve', now: AT });
      t.strictSame([...(await store.checkIntegrity()), ...(await store.ledger.audit(AT))], []);
      await store.close();
      t.strictSame(
        namesIn(folder).filter((name) => name.includes('partial')),
        [],
        'what was half a copy is gone',
      );
      t.ok(
        namesIn(folder).some((name) => /\.schema-9-[\dTZ.-]+$/.test(name)),
        'and a whole one is there',
      );
    }
    t.ok((seen.get(9) ?? 0) > 0 && (seen.get(LAST) ?? 0) > 0, 'both were met');
  },
);
