// `npm test [-- FILE or FOLDER of test/ …]` installs and builds what is missing, and then runs the tests. Options:
// --jobs=2      number of test processes
// --tap         prints all TAP
// --slowest     prints the slowest files and their processor time
// --long        runs the long forms, by default of all files that have one
// --share=0.2   runs a fifth of the counted rounds
// --files=0.5   runs half of the files that have a long form
// --busy        leaves out files that need a quiet machine
// --seed=5      repeats a run with this seed, which also chooses the files
import { execFileSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { ready, root } from './setup.mjs';
import { runPool } from './testing/run-pool.mjs';

const TIMEOUT_MS = 600_000;
const words = process.argv.slice(2);
const flag = (name) => words.includes(`--${name}`);
const number = (name) => Number(words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3));
const long = flag('long');
/** Number of test processes: by default two for each processor, because some usually wait, but at most four. */
const jobs = number('jobs') || Math.min(4, 2 * availableParallelism());
const filesShare = number('files') || 1;
const seed = number('seed') || randomInt(1, 2 ** 31);

function testFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(path, name))
    .sort();
}

const contentOf = (file) => readFileSync(join(root, file), 'utf8');
const isLong = (file) => file.startsWith(join('test', 'long')) || /support\/volume\.ts'/.test(contentOf(file));
const needsQuiet = (file) => contentOf(file).startsWith('// Quiet machine');

/** The seed determines which files are chosen, so that runs with different seeds cover different files. */
function someOf(all) {
  const order = (file) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const chosen = all.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, Math.ceil(all.length * filesShare));
  return all.filter((file) => chosen.includes(file));
}

function chosenFiles() {
  const named = words.filter((word) => !word.startsWith('-'));
  if (named.length > 0) return [...new Set(named.flatMap((path) => testFiles(relative(root, resolve(path)))))];
  const all = testFiles('test').filter((file) => !flag('busy') || !needsQuiet(file));
  return long ? someOf(all.filter(isLong)) : all.filter((file) => !file.startsWith(join('test', 'long')));
}

const NEEDED_MEMORY = 4 * 2 ** 30;

/**
 * Makes the temporary folder of the run in memory, because the tests write thousands of small databases. Without a file
 * system in memory that has room and can run programs, the usual temporary folder is used.
 */
function useMemory() {
  const memory = '/dev/shm';
  let folder;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < NEEDED_MEMORY || freemem() < NEEDED_MEMORY) return;
    folder = mkdtempSync(join(memory, 'jobdata-tests-'));
    // Like /tmp, because PostgreSQL and the browser run as other users if the tests run as root.
    chmodSync(folder, 0o1777);
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    rmSync(program);
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    return;
  }
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
}

/** The data need not survive a crash, so these settings trade safety for speed. */
const UNSAFE_FAST_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };

/**
 * Starts PostgreSQL and Redis if they are installed and the environment names no server. All test files share these
 * servers.
 */
async function startTestServers() {
  const { hasPostgres, startPostgresServer } = await import('../dist/scripts/servers/postgres.js');
  const { prepareTemplate } = await import('../dist/scripts/servers/template.js');
  const { hasRedis, startRedisServer } = await import('../dist/scripts/servers/redis.js');
  const own = await Promise.all([
    !process.env.TEST_DATABASE_URL && hasPostgres() && startPostgresServer({ settings: UNSAFE_FAST_SETTINGS }),
    !process.env.TEST_REDIS_URL && hasRedis() && startRedisServer(),
  ]);
  const [postgres, redis] = own;
  const template = postgres && (await prepareTemplate(postgres.url));
  return {
    env: {
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      ...(template && { TEST_DATABASE_TEMPLATE: template }),
      ...(redis && { TEST_REDIS_URL: redis.url }),
    },
    drop: () => Promise.all(own.map((server) => server && server.drop())),
  };
}

await ready();
const files = chosenFiles();
useMemory();
const servers = await startTestServers();
const folder = mkdtempSync(join(tmpdir(), 'jobdata-left-out-'));
const leftOut = join(folder, 'list');
writeFileSync(leftOut, '');
const began = performance.now();
if (long) process.stdout.write(`The seed is ${seed}.\n`);
const results = [];
const cpu = new Map();
const failures = await runPool(files, {
  jobs,
  timeoutMs: TIMEOUT_MS,
  quietLast: long,
  env: {
    ...servers.env,
    TEST_LEFT_OUT: leftOut,
    ...(long ? { TEST_LONG: String(number('share') || 1), TEST_SEED: String(seed) } : {}),
  },
  onCpu: (file, seconds) => cpu.set(file, seconds),
  onLine: flag('tap') ? (line) => process.stdout.write(`${line}\n`) : undefined,
  onResult: (result) => {
    results.push(result);
    const { file, ok, ms, assertions } = result;
    const seconds = (ms / 1000).toFixed(1).padStart(6);
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${seconds} s ${file} (${assertions})\n`);
  },
});
await servers.drop();
if (flag('slowest') || number('slowest')) {
  const cpuOf = ({ file }) => cpu.get(file) ?? 0;
  const slowest = results.toSorted((a, b) => cpuOf(b) - cpuOf(a)).slice(0, number('slowest') || 60);
  const lines = slowest.map(({ file, ms }) => {
    const ofProcessor = cpuOf({ file }).toFixed(1).padStart(6);
    return `${ofProcessor} s ${(ms / 1000).toFixed(1).padStart(6)} s ${file}`;
  });
  const total = [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0);
  process.stdout.write(
    `\nSlowest, in seconds of processor time (${Math.round(total)} in all) and seconds:\n${lines.join('\n')}\n`,
  );
}
const missing = [...new Set(readFileSync(leftOut, 'utf8').split('\n').filter(Boolean))].sort();
rmSync(folder, { recursive: true });
if (missing.length > 0) process.stderr.write(`\nLEFT OUT, not tested here:\n  ${missing.join('\n  ')}\n`);
if (failures.length > 0) process.stderr.write(`\nFailed:\n${failures.join('\n')}\n`);
const assertions = results.reduce((sum, result) => sum + result.assertions, 0);
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(`\n${results.length} files, ${assertions} assertions, ${seconds} s\n`);
if (failures.length > 0 || results.length < files.length || results.some(({ ok }) => !ok)) process.exitCode = 1;
