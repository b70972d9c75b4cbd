// `npm run test:installs [-- --node FOLDER] [--compiled] [WAY …]` tries every documented way to start the service, from
// an empty folder to the first answers and a clean end. FOLDER contains bin/node and the headers of another Node.js.
// With `--compiled`, installations take the SQLite module that this checkout has compiled instead of compiling it
// again.
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { isInstalled, startCaddy, startNginx, type Proxy } from './installs/proxies.ts';
import { root } from './installs/root.ts';
import { check, startService, tryFirstLines, type Answer } from './installs/service.ts';

const run = promisify(execFile);
/** No account of the machine has this user ID. */
const OTHER_USER = 64_123;

interface Place {
  /** Empty at first, and removed at the end. */
  folder: string;
  env: NodeJS.ProcessEnv;
  installed(): Promise<string>;
}

const SERVE = ['node_modules/.bin/jobdata', 'serve'];

function settings({ folder, env }: Place, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn', DRAIN_WAIT_MS: '0', ...more };
}

/** Clones the committed state and starts it with the README's command. */
async function checkout(place: Place): Promise<void> {
  const clone = join(place.folder, 'job-data');
  await run('git', ['clone', '--quiet', root(), clone], { env: place.env });
  const service = await startService(['npm', 'start'], { cwd: clone, env: settings(place) });
  await tryFirstLines(service);
  await service.stop();
}

/**
 * All ways that use the package unchanged share one installation. The committed state is packed in a clone, so that the
 * checkout's own build stays as it is.
 */
async function installPackage({ folder, env }: Pick<Place, 'folder' | 'env'>): Promise<string> {
  const target = join(folder, 'package');
  mkdirSync(target);
  const clone = join(folder, 'clone');
  await run('git', ['clone', '--quiet', root(), clone], { env });
  symlinkSync(join(root(), 'node_modules'), join(clone, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: clone, env });
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  await run('npm', ['install', '--prefix', target, '--no-audit', '--no-fund', tarball], { env });
  return target;
}

async function packed(place: Place): Promise<void> {
  const cwd = await place.installed();
  const env = settings(place);
  // npx itself does not pass the signal on to the service.
  const service = await startService(['npx', '--no-install', 'jobdata', 'serve'], { cwd, env, endsTogether: true });
  await tryFirstLines(service);
  await service.stop('SIGTERM');
  await run('npx', ['--no-install', 'jobdata', 'verify'], { cwd, env });
  await run('npx', ['--no-install', 'jobdata', 'doctor', '--help'], { cwd, env });
}

/**
 * Starts the service through the official SDK, as stdio clients do: first with a local account, then with sample data.
 */
async function stdio(place: Place): Promise<void> {
  const cwd = await place.installed();
  const env = settings(place) as Record<string, string>;
  for (const [words, tool, args] of [
    [[], 'ping', {}],
    [['--test'], 'scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] }],
  ] as const) {
    const transport = new StdioClientTransport({
      command: 'npx',
      args: ['--no-install', 'jobdata', 'mcp', ...words],
      env,
      cwd,
      stderr: 'inherit',
    });
    const client = new Client({ name: 'test-installs', version: '1.0.0' });
    await client.connect(transport as never);
    const result = (await client.callTool({ name: tool, arguments: args })) as NonNullable<Answer['result']>;
    check(tool, { result });
    await client.close();
  }
}

async function production(place: Place): Promise<void> {
  const opt = join(place.folder, 'opt', 'jobdata');
  cpSync(await place.installed(), opt, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX,a-w', opt]);
  const state = join(place.folder, 'state');
  mkdirSync(state, { mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(state, OTHER_USER, OTHER_USER);
  const unit = readFileSync(join(root(), 'scripts', 'deploy', 'jobdata.service'), 'utf8');
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';
  const env = settings(place, { NODE_ENV: 'production', DATA_DIR: state, HOME: '/nonexistent' });
  try {
    const service = await startService(command.replace('/opt/jobdata', opt).split(' '), {
      cwd: state,
      env,
      uid: isRoot ? OTHER_USER : undefined,
    });
    await tryFirstLines(service);
    await service.stop();
  } finally {
    await run('chmod', ['-R', 'u+w', opt]);
  }
}

function behind(start: (upstream: string) => Promise<Proxy>): (place: Place) => Promise<void> {
  return async (place) => {
    const cwd = await place.installed();
    const env = settings(place, { TRUST_PROXY: '127.0.0.1' });
    const service = await startService(SERVE, { cwd, env });
    const proxy = await start(service.host);
    try {
      await tryFirstLines(service, proxy.url);
    } finally {
      await proxy.stop();
    }
    await service.stop();
  };
}

const WAYS: Record<string, (place: Place) => Promise<void>> = {
  checkout,
  package: packed,
  stdio,
  production,
  ...(isInstalled('caddy') ? { caddy: behind(startCaddy) } : {}),
  ...(isInstalled('nginx') ? { nginx: behind(startNginx) } : {}),
};

/** Only variables that every way needs are kept, so that nothing depends on this checkout's environment. */
function environment(nodeFolder: string | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(?:PATH|HOME|LANG|TMPDIR|NODE_EXTRA_CA_CERTS|npm_config_(?:cache|registry|userconfig|nodedir))$/.test(name),
  );
  const env = Object.fromEntries(kept);
  if (nodeFolder === undefined) return env;
  return { ...env, PATH: `${join(nodeFolder, 'bin')}${delimiter}${env['PATH'] ?? ''}`, npm_config_nodedir: nodeFolder };
}

/**
 * Offers the compiled module as the release that prebuild-install would otherwise download. Returns the environment
 * variable that makes npm take it.
 */
async function offerCompiled(folder: string): Promise<NodeJS.ProcessEnv> {
  const home = join(root(), 'node_modules', 'better-sqlite3');
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const { platform, arch, versions } = process;
  const name = `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`;
  await run('tar', ['-czf', join(folder, name), '-C', home, 'build/Release/better_sqlite3.node']);
  return { npm_config_better_sqlite3_local_prebuilds: folder };
}

const words = process.argv.slice(2);
const at = words.indexOf('--node');
const [, nodeFolder] = at < 0 ? [] : words.splice(at, 2);
const reused = words.indexOf('--compiled');
if (reused >= 0) words.splice(reused, 1);
const shared = emptyFolder();
const env = { ...environment(nodeFolder), ...(reused >= 0 ? await offerCompiled(shared) : {}) };
const unknown = words.filter((word) => !Object.hasOwn(WAYS, word));
if (unknown.length > 0) {
  process.stderr.write(`There is no way "${unknown.join('", "')}". Ways: ${Object.keys(WAYS).join(', ')}.\n`);
  process.exit(2);
}
const version = (await run('node', ['--version'], { env })).stdout.trim();

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-way-'));
  // Another user must be able to enter the folder.
  chmodSync(folder, 0o711);
  return folder;
}

let installation: Promise<string> | undefined;
const installed = (): Promise<string> => (installation ??= installPackage({ folder: shared, env }));
try {
  for (const name of words.length > 0 ? words : Object.keys(WAYS)) {
    const folder = emptyFolder();
    const began = performance.now();
    try {
      await WAYS[name]?.({ folder, env, installed });
      process.stdout.write(`${name} on Node.js ${version}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${name} on Node.js ${version} failed. ${why}\n`);
      process.exitCode = 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
} finally {
  rmSync(shared, { recursive: true, force: true });
}
