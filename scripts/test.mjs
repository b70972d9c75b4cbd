// npm test: installs and builds what is missing, then runs the tests. Further words go to tap. Where its output goes
// to no terminal, what failed is said again at the end, below the tables of coverage.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ready, root } from './setup.mjs';

/** Of a run in TAP, line by line: each assertion that failed, with what is said of it, below the file that it is in. */
function createFailures() {
  const failures = [];
  let file = '';
  let saying = false;
  return {
    failures,
    read: (line) => {
      file = /^# Subtest: (.*)$/.exec(line)?.[1] ?? file;
      const failed = /^( *)not ok /.exec(line);
      // The closing line of what holds an assertion that failed says nothing more.
      if (failed) saying = failed[1] === '' || !/# time=\S+( \{)?$/.test(line);
      if (/^ *ok /.test(line)) saying = false;
      if (saying) failures.push(...(failed ? ['', file] : []), line);
      if (/^ *\.\.\.$/.test(line)) saying = false;
    },
  };
}

await ready();
const tap = join(root, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs');
const child = spawn(process.execPath, [tap, ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['inherit', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
});
const { failures, read } = createFailures();
if (child.stdout) {
  child.stdout.pipe(process.stdout);
  createInterface({ input: child.stdout }).on('line', read);
}
const [status] = await once(child, 'close');
if (failures.length > 0) process.stderr.write(`\nFailed:\n${failures.join('\n')}\n`);
process.exitCode = status ?? 1;
