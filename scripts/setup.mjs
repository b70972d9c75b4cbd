// Makes a checkout runnable by installing packages and building the code. The file is plain JavaScript, because it runs
// before both.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyAssets, putWidgets, removeOldPages } from './built-files.mjs';
import { narrate } from './narrate.mjs';
import { withLock } from './setup-lock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(root, 'node_modules');
const STAMP = join(root, 'dist', '.built');
const LOCK = join(root, '.setup.lock');
/** This file names the Node.js with which the store's native module has been loaded. */
const LOADED = join(modules, '.native-module-loaded');

function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

function run(command, args, env = process.env) {
  return new Promise((resolve) => {
    // On Windows, npm is a shell script.
    const shell = process.platform === 'win32' && command === 'npm';
    const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (text) => {
        printed = (printed + text).slice(-20_000);
      });
    child.on('error', (error) => resolve({ code: 1, printed: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, printed }));
  });
}

async function runOrFail(command, args, env) {
  const { code, printed } = await run(command, args, env);
  if (code !== 0) fail(`${printed}\n${command} ${args.join(' ')} failed.`);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major >= 20 && major <= 26 && (major > 20 || minor >= 19)) return;
  fail(`Node.js 20.19 to 26 is needed; this is ${process.versions.node}. Node.js 24 is a good choice.`);
}

/** The time of a folder is the time at which a file or folder in it was last added or removed. */
function newest(folder) {
  let latest = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

/** Returns the modification time of the newest source, in milliseconds since the epoch. */
export function newestSource() {
  return Math.max(
    ...['src', 'schemas', 'scripts'].map((folder) => newest(join(root, folder))),
    statSync(join(root, 'tsconfig.json')).mtimeMs,
  );
}

function builtSource() {
  return existsSync(STAMP) ? Number(readFileSync(STAMP, 'utf8')) : 0;
}

const COMPILERS = new Set(['node_modules/typescript', 'node_modules/esbuild']);

/**
 * True if node_modules has the packages of the lock file. If the service is only run, tools for tests may be absent; if
 * the code is built, compilers may be absent too.
 */
function isInstalled({ withTests, withCompilers }) {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(hidden);
  const needsCompilers = withCompilers || builtSource() === 0;
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional, link }]) => {
      // The checkout's own folders have no version.
      if (!path.startsWith('node_modules/') || link) return true;
      const found = installed[path];
      if (found?.version === version) return true;
      if (found) return false;
      // npm omits optional packages that do not fit this version of Node.js. After a change of Node.js, the native
      // module for the new version must be installed.
      if (optional) return path !== `node_modules/${nativeModule()}`;
      if (withTests || !(dev || devOptional)) return false;
      return !needsCompilers || !COMPILERS.has(path);
    },
  );
}

async function install(needs) {
  if (isInstalled(needs)) return;
  const { withTests } = needs;
  const text = withTests ? 'Installing packages, tools for tests too' : 'Installing packages';
  // Install scripts are not run. The only package that needs its script is compiled below, if necessary.
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(withTests ? [] : ['--no-workspaces'])];
  await narrate(text, () => runOrFail('npm', words));
}

/** The store chooses the package of its native module by the same rule. */
function nativeModule() {
  return Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3';
}

/** The module is tried in another process, because a module for another Node.js can crash the process that loads it. */
function nativeModuleLoads() {
  const trial = `new (require(${JSON.stringify(join(modules, nativeModule()))}))(':memory:').close()`;
  return spawnSync(process.execPath, ['-e', trial], { cwd: root, stdio: 'ignore' }).status === 0;
}

function nativeMark() {
  return `${nativeModule()} ${process.version} ${process.platform} ${process.arch}`;
}

function isNativeModuleProven() {
  return existsSync(LOADED) && readFileSync(LOADED, 'utf8') === nativeMark();
}

/** Compiles the store's native module if it does not load with this Node.js. */
async function proveNativeModule() {
  if (isNativeModuleProven()) return;
  const name = nativeModule();
  if (!nativeModuleLoads()) {
    const prefix = dirname(dirname(process.execPath));
    const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
    // If the headers of this Node.js are installed, the compiler uses them and downloads nothing.
    const env =
      hasHeaders && !process.env.npm_config_nodedir ? { ...process.env, npm_config_nodedir: prefix } : process.env;
    const text = `Getting ${name} ready for Node.js ${process.versions.node} (compiled where there is no binary for it)`;
    const rebuild = () => run('npm', ['rebuild', name, '--foreground-scripts'], env);
    const { printed } = await narrate(text, rebuild, `Still compiling ${name}`);
    if (!nativeModuleLoads()) {
      fail(
        `${printed}\n${name} does not load with Node.js ${process.versions.node} on ${process.platform} ${process.arch}. ` +
          'Use Node.js 24, whose binary comes with the package; or install a C++ compiler, make and Python 3, and start again.',
      );
    }
  }
  writeFileSync(LOADED, nativeMark());
}

const compiler = join(modules, 'typescript', 'bin', 'tsc');

function isBuilt() {
  const built = builtSource();
  // A production install was built elsewhere and has no compiler.
  return built === newestSource() || (built > 0 && !existsSync(compiler));
}

/** Builds only if a source has changed since the last build. The build does not check types; `npm run check` does. */
async function build() {
  if (isBuilt()) return;
  const sources = newestSource();
  if (!existsSync(compiler))
    fail('The code is not built and the compiler is not installed. Remove the folder node_modules, and start again.');
  await narrate('Building', () =>
    runOrFail(process.execPath, [compiler, '-p', join(root, 'scripts', 'tsconfig.build.json')]),
  );
  copyAssets(root);
  removeOldPages(root);
  const { buildWidgets } = await import('../dist/scripts/widgets/build-widgets.js');
  putWidgets(root, buildWidgets());
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, String(sources));
}

/** `withCompilers` is for work that needs a compiler even if the code is built. */
export async function ready({ withTests = true, withCompilers = false } = {}) {
  checkNode();
  const needs = { withTests, withCompilers };
  if (isInstalled(needs) && isNativeModuleProven() && isBuilt()) return;
  await withLock(LOCK, async () => {
    await install(needs);
    // Both run in parallel, because one waits for the C++ compiler and the other for the TypeScript compiler.
    await Promise.all([proveNativeModule(), build()]);
  });
}
