import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import tap, { type Test } from 'tap';

interface Result {
  file: string;
  ok: boolean;
}

interface Options {
  jobs: number;
  timeoutMs: number;
  home: string;
  quietLast?: boolean;
  env?: Record<string, string>;
  onResult: (result: Result) => void;
}

const IMPORTS = "import tap from 'tap';\n";
const checkout = fileURLToPath(new URL('../../', import.meta.url));
const { runPool } = (await import(pathToFileURL(join(checkout, 'scripts', 'testing', 'run-pool.mjs')).href)) as {
  runPool: (files: string[], options: Options) => Promise<string[]>;
};

/**
 * Runs test files, by name and body, in one process of a small checkout; returns which passed and the output about
 * others.
 */
async function run(
  t: Test,
  bodies: Record<string, string>,
  env: Record<string, string> = {},
  more: Partial<Options> = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'jobdata-runner-'));
  t.teardown(() => rmSync(home, { recursive: true }));
  cpSync(join(checkout, 'scripts', 'testing'), join(home, 'scripts', 'testing'), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(home, 'node_modules'), 'dir');
  mkdirSync(join(home, 'test'));
  for (const [file, body] of Object.entries(bodies))
    writeFileSync(join(home, 'test', file), `${body.startsWith('//') ? '' : IMPORTS}${body}\n`);
  const results: Record<string, boolean> = {};
  const failures = await runPool(
    Object.keys(bodies).map((file) => `test/${file}`),
    { jobs: 1, timeoutMs: 3_000, home, env, ...more, onResult: ({ file, ok }) => (results[file] = ok) },
  );
  return { results, said: failures.join('\n') };
}

const PASSES = "tap.test('passes', async (t) => { t.ok(true); });";
const FAILS = "tap.test('fails', async (t) => { await t.test('deep', async (u) => { u.equal(1, 2); }); });";

tap.test('a test file that fails affects no other, and the reason is printed', async (t) => {
  // Like an endless loop, but without its processor time.
  const stuck = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
  const { results, said } = await run(t, {
    'fails.ts': FAILS,
    'passes.ts': PASSES,
    'throws.ts': "throw new Error('at import');",
    'exits.ts': "tap.test('a', async () => { process.exit(0); });",
    'empty.ts': '',
    'skips.ts': "tap.test('b', { skip: 'why' }, async () => {});",
    'stuck.ts': `${PASSES} ${stuck}`,
    'passes-too.ts': PASSES,
  });
  t.strictSame(results, {
    'test/fails.ts': false,
    'test/passes.ts': true,
    'test/throws.ts': false,
    'test/exits.ts': false,
    'test/empty.ts': false,
    'test/skips.ts': true,
    'test/stuck.ts': false,
    'test/passes-too.ts': true,
  });
  t.match(said, 'test/fails.ts > fails > deep');
  t.match(said, 'at import');
  t.match(said, 'test/empty.ts: no assertion', 'a file that asserts nothing fails');
  t.notMatch(said, 'test/skips.ts', 'one whose tests are left out does not');
  t.match(said, 'test/stuck.ts ended: exit code null, signal SIGKILL');
});

tap.test('output after the end of a file is reported, also of the last one', async (t) => {
  const late = "tap.test('late', async (t) => { t.ok(true); setTimeout(() => t.equal(1, 2), 20); });";
  const { said } = await run(t, { 'a.ts': late });
  t.match(said, 'test assertion after Promise resolution');
  const another = await run(t, { 'a.ts': `${PASSES} setTimeout(() => { ${FAILS} }, 20);` });
  t.match(another.said, 'cannot create subtest after parent promise resolves');
});

tap.test('if no process starts, the run ends', async (t) => {
  const { results, said } = await run(t, { 'a.ts': PASSES, 'b.ts': PASSES }, { NODE_OPTIONS: '--no-such-option' });
  t.strictSame(results, {});
  t.match(said, 'A process ended badly: exit code 9');
});

tap.test('a file that needs a quiet machine starts when all others have ended', async (t) => {
  const journal = join(t.testdir({ journal: '' }), 'journal');
  const note = (name: string) =>
    `import { appendFileSync as add } from 'node:fs'; import { setTimeout as delay } from 'node:timers/promises';
    tap.test('${name}', async (t) => { add('${journal}', '+${name}'); await delay(50); add('${journal}', '-${name}'); t.ok(true); });`;
  const quiet = (name: string) => `// Quiet machine: why\n${IMPORTS}${note(name)}`;
  const bodies = { 'q.ts': quiet('q'), 'a.ts': note('a'), 'r.ts': quiet('r'), 'b.ts': note('b') };
  await run(t, bodies, {}, { jobs: 2, quietLast: true });
  const said = readFileSync(journal, 'utf8');
  t.match(said, /\+q-q\+r-r$/, 'one at a time, last');
  t.equal(said.length, 16);
});
