// Runs test files in a few parallel processes. Each process runs many files, because starting a process and loading the
// service takes much longer than a small file.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root } from '../setup.mjs';
import { createTapReader } from './failures.mjs';

const MIB = 2 ** 20;
/**
 * A process that uses more memory gets no further file. The limit depends on the machine's memory. It is high, because
 * a new process takes seconds to load the service, and a browser, again.
 */
const MAX_RSS = Math.max(700 * MIB, Math.min(1_500 * MIB, totalmem() / 10));
/** These files share the browsers of their process. */
const LOOKS_AT_PAGES = /support\/(?:browser|playground-page|shared-renderer|widget-documents)\.ts'/;
/** A process must end within this time after its last file. */
const MAX_END_MS = 120_000;

/**
 * Files that must run alone come first. With `quietLast`, files whose time limits are too short for a busy machine come
 * last, one at a time. `onResult` gets { file, ok, ms, assertions } for each file, `onCpu` the file and its seconds of
 * processor time, and `onLine` each line of TAP. Resolves with the lines about failures.
 */
export async function runPool(
  files,
  { jobs, timeoutMs, env = {}, home = root, quietLast = false, onResult = () => {}, onCpu = () => {}, onLine },
) {
  const textOf = (file) => readFileSync(join(home, file), 'utf8');
  const begins = (file, words) => textOf(file).startsWith(words);
  /** A file that begins with `// Alone` shares its process with no other file. */
  const isAlone = (file) => begins(file, '// Alone');
  const quiet = quietLast ? files.filter((file) => begins(file, '// Quiet machine')) : [];
  const alone = files.filter((file) => isAlone(file));
  const together = files.filter((file) => !alone.includes(file) && !quiet.includes(file));
  const failures = [];
  const scripts = join(home, 'scripts', 'testing');

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
      // The process itself ends a file after its time-out, unless the file is in an endless loop.
      const allowed = file === undefined ? MAX_END_MS : timeoutMs + Math.min(timeoutMs, MAX_END_MS);
      clearTimeout(overdue);
      overdue = setTimeout(() => child.kill('SIGKILL'), allowed);
      child.send(file ?? null, () => {});
    };
    const reader = createTapReader((result) => {
      ended += 1;
      // A file without assertions would always pass.
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

  /** If a process cannot start, no other is tried. */
  async function runAll(...lists) {
    const next = () => lists.find((list) => list.length > 0)?.shift();
    while (lists.some((list) => list.length > 0) && (await runProcess(next)));
  }

  // One process at a time begins with the files that need a browser, so that most processes start none.
  const inBrowser = together.filter((file) => LOOKS_AT_PAGES.test(textOf(file)));
  const others = together.filter((file) => !inBrowser.includes(file));
  const workers = Math.min(jobs, files.length);
  await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      if (index > 0 || workers === 1 || inBrowser.length === 0) await runAll(alone);
      await runAll(...(index === 0 ? [inBrowser, others] : [others, inBrowser]));
    }),
  );
  await runAll(quiet);
  return failures;
}
