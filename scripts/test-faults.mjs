// Plants each fault of testing/faults.mjs in a copy of the source, runs the tests that are named for it, and prints the
// assertion that noticed it. Fails if a fault is not noticed.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ready, root } from './setup.mjs';
import { FAULTS } from './testing/faults.mjs';
import { runPool } from './testing/run-pool.mjs';

const TIMEOUT_MS = 120_000;
const COPIED = ['src', 'schemas', 'scripts', 'test', 'package.json', 'tsconfig.json'];

/** Each worker plants its faults in its own copy. */
function createCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-faults-'));
  for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder, name));
  return folder;
}

async function noticed(home, [what, file, text, instead, tests]) {
  const path = join(home, 'src', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${what}: the text to change is not once in src/${file}.`);
  writeFileSync(
    path,
    source.replace(text, () => instead),
  );
  try {
    const files = tests.map((name) => join('test', `${name}.test.ts`));
    const failures = await runPool(files, { home, jobs: 1, timeoutMs: TIMEOUT_MS, env: { TEST_SOURCES: '1' } });
    return failures.find((line) => line.startsWith('test'));
  } finally {
    writeFileSync(path, source);
  }
}

await ready();
/** Arguments choose the faults whose description contains one of them. */
const words = process.argv.slice(2);
const chosen = FAULTS.filter(([what]) => words.length === 0 || words.some((word) => what.includes(word)));
const left = [...chosen];
const unnoticed = [];
await Promise.all(
  Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
    const home = createCopy();
    try {
      for (let fault = left.shift(); fault; fault = left.shift()) {
        const test = await noticed(home, fault);
        if (test === undefined) unnoticed.push(fault[0]);
        process.stdout.write(`${test === undefined ? 'NOT NOTICED' : 'noticed'}: ${fault[0]} — ${test ?? fault[4]}\n`);
      }
    } finally {
      rmSync(home, { recursive: true });
    }
  }),
);
process.stdout.write(`\n${chosen.length - unnoticed.length} of ${chosen.length} faults were noticed.\n`);
if (unnoticed.length > 0) process.exitCode = 1;
