// npm test: installs and builds what is missing, then runs the tests. Further words go to tap.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ready, root } from './setup.mjs';

await ready();
const tap = join(root, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs');
const { status } = spawnSync(process.execPath, [tap, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
