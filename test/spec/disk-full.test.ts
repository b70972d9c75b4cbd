import { execFile, execFileSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import {
  createBallast,
  LISTENING_TOLD,
  look,
  mountSmallDisk,
  ServiceProcess,
  startSite,
} from '../support/service-process.ts';
import { onlyLong, some } from '../support/volume.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const NONE = 'skipped: only root may mount the small disk that is filled here';

/** prlimit sets the maximum size of a file that a process may write: writing more fails with EFBIG. */
function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const skip = !hasPrlimit();
/** Its key is known after the first start. */
const usedDataDir = t.testdir({});

/** The built command line in a separate process; `most`: maximum size in bytes of a file that it may write. */
function run(words: string[], dataDir: string, most?: number): Promise<{ code: number; out: string; err: string }> {
  const line = [process.execPath, COMMAND, ...words];
  const [file, ...args] = most === undefined ? line : ['prlimit', `--fsize=${most}`, ...line];
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  return new Promise((resolve) => {
    const child = execFile(file as string, args, { env }, (error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err: err || `${error?.signal ?? ''}` }),
    );
  });
}

t.test(
  'a file size limit (EFBIG) during a settlement: charged "unknown", exit code 1, charged once',
  { skip, timeout: 120_000 },
  async (t) => {
    const dataDir = usedDataDir;
    const site = await startSite(t);
    const service = new ServiceProcess(dataDir, site.url);
    t.teardown(() => service.child.kill('SIGKILL'));
    await service.url();
    t.match(await service.scrape(site.url), { result: {} });
    site.before(() => {
      const { size } = statSync(join(dataDir, 'jobdata.sqlite-wal'));
      execFileSync('prlimit', ['--pid', String(service.child.pid), `--fsize=${size + 100}`]);
    });
    const { error } = await service.scrape(site.url, 'the-same');
    t.match(error, { code: -32603, data: { reason: 'internal' } });
    t.match(error?.data['charged'], /^(?:unknown|nothing)$/, 'nothing, where another write was struck before');
    t.strictSame(await service.exit, [1, null], 'SIGXFSZ does not kill it, it ends by itself');
    const next = new ServiceProcess(dataDir, site.url);
    t.teardown(() => next.child.kill('SIGKILL'));
    await next.url();
    t.match(await next.scrape(site.url, 'the-same'), { result: {} });
    const { problems, settled } = await look(dataDir);
    t.strictSame([problems, settled], [[], 3_000]);
    t.equal(await next.stop(), 0);
  },
);

t.test(
  'a file size limit during a backup and a restore: a sentence, no partial file, nothing changed',
  { skip: skip || onlyLong, timeout: 120_000 },
  async (t) => {
    const dataDir = t.testdir({});
    t.equal((await run(['account', 'create', '--email', 'a@example.com'], dataDir)).code, 0);
    const whole = join(dataDir, 'whole.sqlite');
    t.equal((await run(['backup', whole], dataDir)).code, 0);
    t.equal((await run(['account', 'create', '--email', 'b@example.com'], dataDir)).code, 0);
    const before = readdirSync(dataDir);
    const half = await run(['backup', join(dataDir, 'half.sqlite')], dataDir, 40_000);
    t.match(half, { code: 1, err: /^The backup cannot be written to .*half\.sqlite: .* No partial file was left\./ });
    const restored = await run(['restore', whole], dataDir, 40_000);
    t.match(restored, { code: 1, err: /cannot be restored; the present database is as it was\. EFBIG/ });
    t.strictSame(readdirSync(dataDir), before, 'no file came or went');
    t.match(JSON.parse((await run(['account', 'list', '--json'], dataDir)).out), { length: 2 });
    t.match(await run(['verify'], dataDir), { code: 0 });
  },
);

t.test('a full disk during a backup, a restore and a start', { skip: onlyLong, timeout: 120_000 }, async (t) => {
  const dataDir = mountSmallDisk(t);
  if (dataDir === undefined) return t.comment(NONE);
  const site = await startSite(t);
  const service = new ServiceProcess(dataDir, site.url);
  t.teardown(() => service.child.kill('SIGKILL'));
  await service.url();
  t.match(await service.scrape(site.url), { result: {} });
  t.equal((await run(['backup', join(dataDir, 'whole.sqlite')], dataDir)).code, 0);
  // An orphan that the start cannot release while the disk is full.
  const { fill, clear } = createBallast(dataDir);
  site.before(() => {
    service.child.kill('SIGKILL');
    fill();
  });
  await t.rejects(service.scrape(site.url));
  await service.exit;
  const before = readdirSync(dataDir);
  t.match(await run(['backup', join(dataDir, 'half.sqlite')], dataDir), {
    code: 1,
    err: /The backup cannot be written to .*database or disk is full.* No partial file was left/,
  });
  t.match(await run(['restore', join(dataDir, 'whole.sqlite')], dataDir), {
    code: 1,
    err: /present database is as it was\. ENOSPC/,
  });
  t.strictSame(
    readdirSync(dataDir).filter((name) => !name.endsWith('.lock')),
    before.filter((name) => !name.endsWith('.lock')),
  );
  const crowded = new ServiceProcess(dataDir, site.url);
  t.strictSame(await crowded.exit, [1, null]);
  t.match(crowded.err, /cannot be opened: its disk is full: make room, then try again/);
  clear();
  const last = new ServiceProcess(dataDir, site.url);
  t.teardown(() => last.child.kill('SIGKILL'));
  await last.url();
  const { problems, settled, used } = await look(dataDir);
  t.strictSame([problems, settled, used], [[], 1_500, 1_500], 'the orphan is released once there is room');
  t.equal(await last.stop(), 0);
});

t.test(
  'a log output that accepts nothing, or whose reader is gone, does not stop the service',
  { skip: !existsSync('/dev/full'), timeout: 60_000 },
  async (t) => {
    const site = await startSite(t);
    // The first start, whose output contains the key.
    if (readdirSync(usedDataDir).length === 0) {
      const first = new ServiceProcess(usedDataDir, site.url);
      await first.url();
      t.equal(await first.stop(), 0);
    }
    for (const full of some([true], [true, false])) {
      const log = full ? openSync('/dev/full', 'w') : 'pipe';
      const service = new ServiceProcess(usedDataDir, site.url, ['--import', LISTENING_TOLD], { log, level: 'info' });
      t.teardown(() => service.child.kill('SIGKILL'));
      service.child.stdout?.destroy();
      await service.told();
      for (let index = 0; index < 8; index += 1) t.match(await service.call('ping', {}), { result: {} });
      t.equal(await service.stop(), 0, full ? 'ENOSPC' : 'EPIPE');
    }
  },
);
