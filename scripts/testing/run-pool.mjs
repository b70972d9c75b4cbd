// Runs test files in a few processes side by side. A process takes one file after the other: most of what a small file
// costs is the start of a process and the loading of the service.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root } from '../setup.mjs';
import { createTapReader } from './failures.mjs';

/** Above it a process has taken its last file. */
const MAX_RSS = 700 * 2 ** 20;
/** How long a process may take to end when its files have. */
const MAX_END_MS = 30_000;

/**
 * Runs `files`, paths from the checkout at `home`; those that run alone first. `onResult` is told each result as it
 * comes: { file, ok, ms, assertions }; `onCpu` each file's seconds of processor time, `onLine` each line of TAP. Resolves with the lines that say what failed: [] where nothing did.
 */
export async function runPool(
  files,
  { jobs, timeoutMs, env = {}, home = root, onResult = () => {}, onCpu = () => {}, onLine },
) {
  /** A file's first line may say that no other runs in its process. */
  const isAlone = (file) => readFileSync(join(home, file), 'utf8').startsWith('// Alone');
  const alone = files.filter(isAlone);
  const together = files.filter((file) => !alone.includes(file));
  const failures = [];
  const scripts = join(home, 'scripts', 'testing');

  /** One process, until its files are used up or it has grown large. */
  async function runProcess(next) {
    const child = fork(join(scripts, 'run-files.mjs'), {
      cwd: home,
      env: { ...process.env, ...env, TAP_TIMEOUT: '0', TEST_FILE_TIMEOUT_MS: String(timeoutMs) },
      execArgv: ['--enable-source-maps', '--import', pathToFileURL(join(scripts, 'register.mjs')).href],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    let file;
    let given = 0;
    let ended = 0;
    let overdue;
    const give = (more) => {
      file = more ? next() : undefined;
      if (file !== undefined) given += 1;
      // The process ends a file in time by itself, unless that is a loop without an end.
      const allowed = file === undefined ? MAX_END_MS : timeoutMs + Math.min(timeoutMs, MAX_END_MS);
      clearTimeout(overdue);
      overdue = setTimeout(() => child.kill('SIGKILL'), allowed);
      child.send(file ?? null, () => {});
    };
    const reader = createTapReader((result) => {
      ended += 1;
      // A file that asserts nothing any more would pass for ever.
      const isEmpty = result.ok && result.assertions === 0;
      if (isEmpty) failures.push('', `${result.file}: no assertion`);
      onResult({ ...result, ok: result.ok && !isEmpty });
    });
    const lines = createInterface({ input: child.stdout }).on('line', reader.read);
    if (onLine) lines.on('line', onLine);
    child.on('message', (message) => {
      if (message.ready) give(true);
      if (message.done) onCpu(message.done, message.cpu);
      if (message.done) give(!isAlone(message.done) && message.rss < MAX_RSS);
    });
    const [code, signal] = await once(child, 'close');
    clearTimeout(overdue);
    failures.push(...reader.failures);
    const broken = code !== 0 && reader.failures.length === 0;
    if (ended < given || broken) {
      const afterLast = signal ? 'Something keeps a process from ending after its last file' : 'A process ended badly';
      failures.push('', `${file ? `${file} ended` : afterLast}: exit code ${code}, signal ${signal}`);
      if (ended < given) onResult({ file, ok: false, ms: 0, assertions: 0 });
    }
    return given > 0;
  }

  /** Where a process cannot even start, no other is tried. */
  async function runAll(list) {
    while (list.length > 0 && (await runProcess(() => list.shift())));
  }

  await Promise.all(
    Array.from({ length: Math.min(jobs, files.length) }, async () => {
      await runAll(alone);
      await runAll(together);
    }),
  );
  return failures;
}
