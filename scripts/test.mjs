// npm test: installs and builds what is missing, then runs the tests. Further words go to tap. What failed is said
// again at the end, below the tables of coverage.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ready, root } from './setup.mjs';

/** Of a run in TAP: each assertion that failed, with what is said of it, below the file that it is in. */
function failuresOf(lines) {
  const failures = [];
  let file = '';
  let saying = false;
  for (const line of lines) {
    file = /^# Subtest: (.*)$/.exec(line)?.[1] ?? file;
    const failed = /^( *)not ok /.exec(line);
    // The closing line of what holds an assertion that failed says nothing more.
    if (failed) saying = !/# time=\S+( \{)?$/.test(line) || failed[1] === '';
    if (failed && saying) failures.push(`\n${file}`);
    if (saying) failures.push(line);
    if (/^ *\.\.\.$/.test(line) || /^ *ok /.test(line)) saying = false;
  }
  return failures.filter((line) => !/^ *ok /.test(line));
}

await ready();
const tap = join(root, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs');
const run = join(root, '.tap', 'run.tap');
mkdirSync(join(root, '.tap'), { recursive: true });
rmSync(run, { force: true });
const { status } = spawnSync(process.execPath, [tap, `--output-file=${run}`, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0 && existsSync(run))
  process.stderr.write(`\nFailed:\n${failuresOf(readFileSync(run, 'utf8').split('\n')).join('\n')}\n`);
process.exit(status ?? 1);
