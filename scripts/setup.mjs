// Makes a checkout runnable: packages installed, code built. Plain JavaScript, since it runs before either.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const STAMP = join(root, 'dist', '.built');

/** Runs a program in the checkout; what it prints goes to standard error. */
function run(command, args, { env = process.env, shell = false } = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, shell, stdio: ['ignore', 2, 2] });
  if (error || status !== 0) {
    process.stderr.write(`\n${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.\n`);
    process.exit(1);
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19) || major > 26) {
    process.stderr.write(
      `Node.js 20.19 to 26 is needed; this is ${process.versions.node}. Node.js 24 is a good choice.\n`,
    );
    process.exit(1);
  }
}

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

/** Whether what the lock file names is what lies in node_modules; development tools may be left out. */
function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(hidden);
  const production = installed['node_modules/typescript'] === undefined;
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional }]) => {
      if (path === '' || installed[path]?.version === version) return true;
      return installed[path] === undefined && (optional || (production && (dev || devOptional)));
    },
  );
}

/** Installs what the lock file names, when it is not there or the lock is newer. */
export function install() {
  checkNode();
  if (isInstalled()) return;
  process.stderr.write('Installing packages (a minute or two; one of them is compiled) …\n');
  const prefix = dirname(dirname(process.execPath));
  const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
  // Node's own headers serve where they lie beside it: then nothing else is downloaded for the compiler.
  const env =
    hasHeaders && !process.env.npm_config_nodedir ? { ...process.env, npm_config_nodedir: prefix } : process.env;
  // On Windows npm is a script of its shell.
  run('npm', ['ci', '--no-audit', '--no-fund'], { env, shell: process.platform === 'win32' });
}

/** Compiles to dist/ when a source is newer than the last time. */
export function build() {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const sources = Math.max(
    ...['src', 'schemas', 'scripts'].map((folder) => newest(join(root, folder))),
    statSync(join(root, 'tsconfig.json')).mtimeMs,
  );
  const built = existsSync(STAMP) ? Number(readFileSync(STAMP, 'utf8')) : 0;
  if (built === sources) return;
  if (!existsSync(compiler)) {
    if (built > 0) return; // a production install: built elsewhere, without the compiler
    process.stderr.write('The code is not built and the compiler is not installed. Run "npm ci" first.\n');
    process.exit(1);
  }
  run(process.execPath, [compiler, '-p', join(root, 'scripts', 'tsconfig.build.json')]);
  // What is read and not compiled: the documentation.
  cpSync(join(root, 'src', 'docs'), join(root, 'dist', 'src', 'docs'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, String(sources));
}

export function ready() {
  install();
  build();
}
