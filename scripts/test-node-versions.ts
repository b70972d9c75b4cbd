// npm run test:node-versions [-- VERSION …]: every documented way, a client and the contract's tests on each Node.js that is served.
// npm installs them into a temporary folder, with their headers; nothing of it is in the lock file.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './installs/root.ts';

/** The oldest that `engines` allows, and the newest of each line that is maintained. */
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
  // One of the ways runs it as another user.
  chmodSync(folder, 0o711);
  try {
    const name = `node-${process.platform}-${process.arch}`;
    const words = ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@npm:${name}@${version}`];
    // A checkout of its own: what npm installs, and what is compiled, is another for each Node.js.
    const cwd = join(folder, 'job-data');
    if (!run('npm', words) || !run('git', ['clone', '--quiet', root(), cwd])) return false;
    const node = join(folder, 'node_modules', 'node');
    const command = join(node, 'bin', 'node');
    const env = { ...process.env, PATH: `${join(node, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
    const tests = [join('test', 'spec')];
    // Both, whatever becomes of the first: what fails is seen at once.
    const results = [
      run(command, [join('scripts', 'test.mjs'), ...tests], { cwd, env }),
      run(command, [join('scripts', 'test-installs.mjs'), '--node', node], { cwd, env }),
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
