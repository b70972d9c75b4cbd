// `npm run test:long` runs the long forms of tests, and then checks that tests notice planted faults. Arguments go to
// the test runner; for example, `-- --share=0.1` runs a tenth of the counted rounds.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './setup.mjs';

const run = (script, ...words) =>
  spawnSync(process.execPath, [join(root, 'scripts', script), ...words], { cwd: root, stdio: 'inherit' }).status;
// Both parts run, even if the first one fails.
const statuses = [run('test.mjs', '--long', ...process.argv.slice(2)), run('test-faults.mjs')];
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
