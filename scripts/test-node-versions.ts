// `npm run test:node-versions [-- VERSION …]` tries every documented way to start the service and runs the tests of the
// contract, on each supported Node.js. npm installs Node.js into a temporary folder outside the lock file.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './installs/root.ts';

/** The oldest version that `engines` allows, and the newest version of each maintained line. */
const VERSIONS = ['20.19', '22', '24', '26'];

function run(command: string, words: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): boolean {
  process.stdout.write(`\n— ${[command, ...words].join(' ')}\n`);
  const began = performance.now();
  const { status } = spawnSync(command, words, { stdio: 'inherit', ...options });
  process.stdout.write(
    `— ${status === 0 ? 'done' : 'FAILED'} in ${Math.round((performance.now() - began) / 1000)} s\n`,
  );
  return status === 0;
}

function tryVersion(version: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-node-'));
  // One way runs Node.js as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  try {
    const name = `node-${process.platform}-${process.arch}`;
    const words = ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@npm:${name}@${version}`];
    // Installed packages and compiled modules differ by Node.js, so each version has a separate checkout.
    const cwd = join(folder, 'job-data');
    if (!run('npm', words) || !run('git', ['clone', '--quiet', root(), cwd])) return false;
    const node = join(folder, 'node_modules', 'node');
    const command = join(node, 'bin', 'node');
    const env = { ...process.env, PATH: `${join(node, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
    const tests = [join('test', 'spec')];
    // Both commands run even if the first one fails, to show all faults at once.
    const results = [
      run(command, [join('scripts', 'test.mjs'), ...tests], { cwd, env }),
      run(command, [join('scripts', 'run.mjs'), 'test-installs', '--node', node], { cwd, env }),
    ];
    return !results.includes(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
const results = (asked.length > 0 ? asked : VERSIONS).map((version) => ({ version, ok: tryVersion(version) }));
for (const { version, ok } of results) process.stdout.write(`Node.js ${version}: ${ok ? 'all well' : 'FAILED'}\n`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
