// npm test: installs and builds what is missing, then runs the tests. Further words go to tap. Where its output goes
// to no terminal, what failed is said again at the end, below the tables of coverage. One PostgreSQL and one Redis serve
// the whole run; where there is none, what was left out is said at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ready, root } from './setup.mjs';

/** Of a run in TAP, line by line: each assertion that failed, with what is said of it, below its file and tests. */
function createFailures() {
  const failures = [];
  /** The file, and the tests in it that the line stands in. */
  const path = [];
  let saying = false;
  return {
    failures,
    read: (line) => {
      const [, indent, name] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
      if (name !== undefined) path.splice(indent.length / 4, path.length, name);
      const failed = /^( *)not ok /.exec(line);
      // The closing line of what holds an assertion that failed says nothing more.
      if (failed) saying = failed[1] === '' || !/# time=\S+( \{)?$/.test(line);
      if (/^ *ok /.test(line)) saying = false;
      if (saying) failures.push(...(failed ? ['', path.slice(0, failed[1].length / 4).join(' > ')] : []), line);
      if (/^ *\.\.\.$/.test(line)) saying = false;
    },
  };
}

/** Those that the run's own settings do not name, where this machine has them; tests start none then. */
async function startTestServers() {
  const { hasPostgres, startPostgresServer } = await import('../dist/scripts/servers/postgres.js');
  const { hasRedis, startRedisServer } = await import('../dist/scripts/servers/redis.js');
  const own = await Promise.all([
    !process.env.TEST_DATABASE_URL && hasPostgres() && startPostgresServer(),
    !process.env.TEST_REDIS_URL && hasRedis() && startRedisServer(),
  ]);
  const [postgres, redis] = own;
  return {
    env: { ...(postgres && { TEST_DATABASE_URL: postgres.url }), ...(redis && { TEST_REDIS_URL: redis.url }) },
    drop: () => Promise.all(own.map((server) => server && server.drop())),
  };
}

await ready();
const servers = await startTestServers();
const folder = mkdtempSync(join(tmpdir(), 'jobdata-left-out-'));
const leftOut = join(folder, 'list');
writeFileSync(leftOut, '');
const tap = join(root, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs');
const child = spawn(process.execPath, [tap, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...servers.env, TEST_LEFT_OUT: leftOut },
  stdio: ['inherit', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
});
const { failures, read } = createFailures();
if (child.stdout) {
  child.stdout.pipe(process.stdout);
  createInterface({ input: child.stdout }).on('line', read);
}
const [status] = await once(child, 'close');
await servers.drop();
const missing = [...new Set(readFileSync(leftOut, 'utf8').split('\n').filter(Boolean))].sort();
rmSync(folder, { recursive: true });
if (missing.length > 0) process.stderr.write(`\nLEFT OUT, not tested here:\n  ${missing.join('\n  ')}\n`);
if (failures.length > 0) process.stderr.write(`\nFailed:\n${failures.join('\n')}\n`);
process.exitCode = status ?? 1;
