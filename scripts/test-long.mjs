// npm run test:long: the long forms of tests that have one, then a check that the tests notice planted faults.
// Arguments go to the test runner: `-- --share=0.1` runs a tenth of the counted rounds.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './setup.mjs';

const run = (script, ...words) =>
  spawnSync(process.execPath, [join(root, 'scripts', script), ...words], { cwd: root, stdio: 'inherit' }).status;
// Runs both, even if the first fails.
const statuses = [run('test.mjs', '--long', ...process.argv.slice(2)), run('test-faults.mjs')];
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
