// Makes a checkout runnable: packages installed, code built. Plain JavaScript, since it runs before either.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { narrate } from './narrate.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(root, 'node_modules');
const STAMP = join(root, 'dist', '.built');
/** Says for which Node.js the store's native module was seen to load. */
const LOADED = join(modules, '.native-module-loaded');

/** Ends with a sentence: nothing of what was asked for can be done. */
function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

/** Runs a program in the checkout; resolves with its exit code and what it printed. */
function run(command, args, env = process.env) {
  return new Promise((resolve) => {
    // On Windows npm is a script of its shell.
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

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

/** Of all that is compiled: when the latest of it was written. */
export function newestSource() {
  return Math.max(
    ...['src', 'schemas', 'scripts'].map((folder) => newest(join(root, folder))),
    statSync(join(root, 'tsconfig.json')).mtimeMs,
  );
}

function builtSource() {
  return existsSync(STAMP) ? Number(readFileSync(STAMP, 'utf8')) : 0;
}

/** What a build needs. */
const COMPILERS = new Set(['node_modules/typescript', 'node_modules/esbuild']);

/**
 * Whether what the lock file names is what lies in node_modules. To run, tools
 * for tests may be absent, and the compiler too where it has nothing to do.
 */
function isInstalled(withTests) {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(hidden);
  const built = builtSource() > 0;
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional, link }]) => {
      // The checkout's own folders have no version to compare.
      if (!path.startsWith('node_modules/') || link) return true;
      const found = installed[path];
      if (found?.version === version) return true;
      if (found) return false;
      // npm leaves out what another Node.js has no use for: after a change of Node.js it is wanted.
      if (optional) return path !== `node_modules/${nativeModule()}`;
      if (withTests || !(dev || devOptional)) return false;
      return built || !COMPILERS.has(path);
    },
  );
}

/** Installs what the lock file names where it is not there. */
async function install(withTests) {
  if (isInstalled(withTests)) return;
  const text = withTests ? 'Installing packages, tools for tests too' : 'Installing packages';
  // Without scripts: the one package that has one is compiled below, where it must be.
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(withTests ? [] : ['--no-workspaces'])];
  await narrate(text, () => runOrFail('npm', words));
}

/** The package of the store's native module that this Node.js uses, as the store chooses it. */
function nativeModule() {
  return Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3';
}

/** Tried in a process of its own: a module of another Node.js may end the one that loads it. */
function nativeModuleLoads() {
  const trial = `new (require(${JSON.stringify(join(modules, nativeModule()))}))(':memory:').close()`;
  return spawnSync(process.execPath, ['-e', trial], { cwd: root, stdio: 'ignore' }).status === 0;
}

/** Proves that the store's native module loads with this Node.js; compiles it where it does not. */
async function proveNativeModule() {
  const name = nativeModule();
  const mark = `${name} ${process.version} ${process.platform} ${process.arch}`;
  if (existsSync(LOADED) && readFileSync(LOADED, 'utf8') === mark) return;
  if (!nativeModuleLoads()) {
    const prefix = dirname(dirname(process.execPath));
    const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
    // Node's own headers serve where they lie beside it: then nothing else is downloaded for the compiler.
    const env =
      hasHeaders && !process.env.npm_config_nodedir ? { ...process.env, npm_config_nodedir: prefix } : process.env;
    const text = `Getting ${name} ready for Node.js ${process.versions.node} (compiled where there is no binary for it)`;
    const { printed } = await narrate(text, () => run('npm', ['rebuild', name, '--foreground-scripts'], env));
    if (!nativeModuleLoads()) {
      fail(
        `${printed}\n${name} does not load with Node.js ${process.versions.node} on ${process.platform} ${process.arch}. ` +
          'Use Node.js 24, whose binary comes with the package; or install a C++ compiler, make and Python 3, and start again.',
      );
    }
  }
  writeFileSync(LOADED, mark);
}

/** Compiles to dist/ where a source is newer than the last time. Types are checked by `npm run check`. */
async function build() {
  const compiler = join(modules, 'typescript', 'bin', 'tsc');
  const sources = newestSource();
  const built = builtSource();
  if (built === sources) return;
  if (!existsSync(compiler)) {
    if (built > 0) return; // a production install: built elsewhere, without the compiler
    fail('The code is not built and the compiler is not installed. Remove the folder node_modules, and start again.');
  }
  await narrate('Building', () =>
    runOrFail(process.execPath, [compiler, '-p', join(root, 'scripts', 'tsconfig.build.json')]),
  );
  // Files that are read at run time and not compiled: documentation, style sheets, scripts of pages.
  cpSync(join(root, 'src'), join(root, 'dist', 'src'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  const { buildWidgets } = await import('../dist/scripts/widgets/build-widgets.js');
  buildWidgets();
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, String(sources));
}

/** Installs and builds what is missing. */
export async function ready({ withTests = true } = {}) {
  checkNode();
  await install(withTests);
  // Side by side: the one waits for a compiler of C++, the other for that of TypeScript.
  await Promise.all([proveNativeModule(), build()]);
}
