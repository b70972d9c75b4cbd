// npm run test:long: what takes long, of the files that have a long form; then that the tests notice faults that are
// planted in the source. Further words go to the runner: `-- --share=0.1` runs a tenth of what is counted.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './setup.mjs';

const run = (script, ...words) =>
  spawnSync(process.execPath, [join(root, 'scripts', script), ...words], { cwd: root, stdio: 'inherit' }).status;
// Both, whatever becomes of the first.
const statuses = [run('test.mjs', '--long', ...process.argv.slice(2)), run('test-faults.mjs')];
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
