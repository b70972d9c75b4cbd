import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { loadForStart } from '../../src/app/check-start.ts';
import { ConfigError } from '../../src/config/config.ts';
import { openStore } from '../../src/store/open.ts';
import { createBallast, mountSmallDisk } from '../support/service-process.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
/** An account that owns no file. */
const NOBODY = 65_534;

/** The faults that a start reports, one sentence each. */
async function faults(env: Record<string, string>, listens = true): Promise<readonly string[]> {
  try {
    await loadForStart({ PORT: '0', ...env }, { listens });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

async function occupyPort(t: Test): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return String((server.address() as AddressInfo).port);
}

t.test('a correct configuration prints nothing and creates nothing', async (t) => {
  const folder = t.testdir({});
  t.strictSame(await faults({ DATA_DIR: join(folder, 'a', 'b'), CHROMIUM_PATH: '/nowhere' }), []);
  t.strictSame(readdirSync(folder), []);
});

t.test(
  'all faults are reported at once with what to do: settings, a secret file, the folder, the port, the browser',
  async (t) => {
    const folder = t.testdir({ file: 'text' });
    const PORT = await occupyPort(t);
    const all = await faults({
      PORT,
      DATA_DIR: join(folder, 'file'),
      BACKUP_DIR: join(folder, 'file', 'deep'),
      METRICS_TOKEN_FILE: join(folder, 'none'),
      CALL_DEADLINE_MS: '1',
      CHROMIUM_PATH: '/nowhere',
    });
    for (const sentence of [
      /^CALL_DEADLINE_MS must be a whole number/,
      /^METRICS_TOKEN_FILE names the file .*none, which cannot be read \(ENOENT\)/,
      /^DATA_DIR names .*file, which is not a folder: set another/,
      /^BACKUP_DIR names .*deep, which cannot be used \(ENOTDIR\)/,
      new RegExp(`^PORT ${PORT} on 127\\.0\\.0\\.1 is in use by another program\\. Stop that program, or set`),
      /^CHROMIUM_PATH names \/nowhere, which is no program/,
    ])
      t.ok(
        all.some((one) => sentence.test(one)),
        String(sentence),
      );
    t.equal(all.length, 6, all.join('\n'));
    t.strictSame(readdirSync(folder), ['file']);
    t.strictSame(await faults({ DATA_DIR: folder, PORT }, false), [], 'who opens no port needs none');
    t.match(await faults({ DATA_DIR: folder, HOST: '192.0.2.1', PORT: '8080' }), [
      /^HOST 192\.0\.2\.1 is not an address of this machine/,
    ]);
  },
);

t.test('faults that only other folders can check are reported with all others', async (t) => {
  const all = await faults({
    DATA_DIR: t.testdir({ plans: '{"pro": 5}' }),
    PLANS_FILE: join(t.testdirName, 'plans'),
    PLATFORMS: 'monster',
    SEARCH_PROVIDERS: 'altavista',
    SMTP_URL: 'smtp://me:100%zz@mail.example',
    PUBLIC_URL: 'https://jobs.example.org',
    CALL_DEADLINE_MS: 'soon',
    CHROMIUM_PATH: tmpdir(),
  });
  for (const sentence of [
    /monster/,
    /PLANS_FILE/,
    /altavista/,
    /^SMTP_URL must have characters such as %/,
    /^CALL_DEADLINE_MS/,
    /^CHROMIUM_PATH names .* no program/,
  ])
    t.ok(
      all.some((one) => sentence.test(one)),
      String(sentence),
    );
  t.equal(all.length, 6, all.join('\n'));
});

t.test('a data folder that cannot be created is reported', { skip: process.platform !== 'linux' }, async (t) => {
  for (const folder of ['/proc/jobdata', '/proc/jobdata/deep'])
    await t.rejects(openStore({ file: join(folder, 'jobdata.sqlite'), role: 'serve' }), {
      message: /^The folder \/proc\/jobdata cannot be created \(ENOENT\)\.$/,
    });
});

t.test('a second service on the same folder is told so before it does anything', async (t) => {
  const folder = t.testdir({});
  const store = await openStore({ file: join(folder, 'jobdata.sqlite'), role: 'serve' });
  const PORT = await occupyPort(t);
  t.match(await faults({ DATA_DIR: folder, PORT }), [
    /^Another process serves the data folder .* Stop it first/,
    /^PORT/,
  ]);
  await store.close();
  t.strictSame(await faults({ DATA_DIR: folder }), []);
});

t.test(
  'a file with the name of the database that is not ours is reported with all other faults and is not changed',
  async (t) => {
    const folder = t.testdir({});
    const file = join(folder, 'jobdata.sqlite');
    const PORT = await occupyPort(t);
    const told = async (): Promise<readonly string[]> => faults({ DATA_DIR: folder, PORT });
    await (await openStore({ file })).close();
    t.match(await told(), [/^PORT/]);
    const head = readFileSync(file);
    head.writeUInt32BE(9_999, 60);
    writeFileSync(file, head);
    t.match(await told(), [/newer release \(schema 9999\).* Start that release again, or restore a backup/, /^PORT/]);
    t.ok(readFileSync(file).equals(head));
    writeFileSync(file, 'id,name\n1,"x"\n');
    t.match(await told(), [/is no database of SQLite, or is damaged\. Put a backup in its place/, /^PORT/]);
    writeFileSync(file, '');
    t.match(await told(), [/^PORT/], 'made and not yet written');
    rmSync(file);
    mkdirSync(file);
    t.match(await told(), [/is no file: .* Move it away/, /^PORT/]);
  },
);

t.test('a folder on a full disk and one that is mounted read-only are reported', async (t) => {
  const disk = mountSmallDisk(t);
  if (disk === undefined) return t.comment('this user may mount no disk of its own');
  const { fill, clear } = createBallast(disk);
  fill();
  t.match(await faults({ DATA_DIR: disk }), [/^DATA_DIR: the disk of .* is full \(\d+ kB free\): make room/]);
  clear();
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  t.match(await faults({ DATA_DIR: disk }), [/^DATA_DIR: .* mounted read-only\. Mount it writable, or set DATA_DIR/]);
  t.match(await faults({ DATA_DIR: join(disk, 'data') }), [/mounted read-only/]);
  t.strictSame(readdirSync(disk), []);
});

/** Runs the built service as another user; returns its output and exit code. */
async function startAs(uid: number, env: Record<string, string>): Promise<{ code: number; err: string }> {
  const settings = { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'silent', DRAIN_WAIT_MS: '0', ...env };
  const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  // By env, with nothing of what tests put into their children: that writes where another user may not.
  const child = spawn('env', ['-i', ...words, process.execPath, MAIN], {
    uid,
    gid: uid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    // A service that starts nevertheless must end too.
    if (err.includes('listening on')) child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, err };
}

const mayBeAnother = process.getuid?.() === 0 && existsSync(MAIN);
t.test(
  'a folder, a database and a secret of another user: the message names the owner and what to do',
  { skip: !mayBeAnother },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'jobdata-owner-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'secret'), 'x', { mode: 0o600 });
    const data = join(folder, 'data');
    const refused = await startAs(NOBODY, { DATA_DIR: data, METRICS_TOKEN_FILE: join(folder, 'secret') });
    t.equal(refused.code, 1);
    t.match(
      refused.err,
      `DATA_DIR: ${folder} belongs to user 0, and this process, of user ${NOBODY}, may not create it (EACCES).`,
    );
    t.match(refused.err, new RegExp(`secret, which cannot be read \\(EACCES\\)\\. .*chown ${NOBODY} `));
    t.notOk(existsSync(data));

    mkdirSync(data);
    chownSync(data, NOBODY, NOBODY);
    writeFileSync(join(data, 'jobdata.sqlite'), '', { mode: 0o600 });
    const wrong = await startAs(NOBODY, { DATA_DIR: data });
    t.equal(wrong.code, 1);
    t.match(
      wrong.err,
      new RegExp(
        `jobdata\\.sqlite belongs to user 0, .* Run the service as that user, or give it the folder: chown -R ${NOBODY} ${data}\n$`,
      ),
    );
    t.strictSame(readdirSync(data), ['jobdata.sqlite'], 'nothing else is made');
    rmSync(join(data, 'jobdata.sqlite'));
    t.match(await startAs(NOBODY, { DATA_DIR: data }), { code: 0, err: /is listening on/ });
  },
);
