// `npm run check` makes the static checks of CI and, without `--static`, runs the tests of `npm test`. CI also runs
// longer tests (.ci/run).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ready, root } from './setup.mjs';

await ready();
const bin = (name) => join(root, 'node_modules', '.bin', name);
const steps = [
  ['lint', bin('oxlint'), ['--deny-warnings', 'src', 'schemas', 'scripts', 'test']],
  ['format', bin('oxfmt'), ['--check']],
  ['types', bin('tsc'), ['--noEmit', '-p', '.']],
  ['types of browser code', bin('tsc'), ['-p', join('scripts', 'tsconfig.browser.json')]],
  ['unused exports', process.execPath, [join(root, 'scripts', 'unused-exports.mjs')]],
  ...(process.argv.includes('--static') ? [] : [['tests', process.execPath, [join(root, 'scripts', 'test.mjs')]]]),
];
for (const [name, command, args] of steps) {
  process.stdout.write(`\n— ${name}\n`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`\n${name} failed.\n`);
    process.exit(status ?? 1);
  }
}
