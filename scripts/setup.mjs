// Makes a checkout runnable: installs packages and builds the code. Plain JavaScript, since it runs before both.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { narrate } from './narrate.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(root, 'node_modules');
const STAMP = join(root, 'dist', '.built');
/** Path of a file that names the Node.js with which the store's native module has been loaded. */
const LOADED = join(modules, '.native-module-loaded');

/** Prints the sentence and ends the process with exit code 1. */
function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

/** Runs a program in the checkout. Resolves with its exit code and its output. */
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

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

/** When the newest source was modified, in milliseconds. */
export function newestSource() {
  return Math.max(
    ...['src', 'schemas', 'scripts'].map((folder) => newest(join(root, folder))),
    statSync(join(root, 'tsconfig.json')).mtimeMs,
  );
}

function builtSource() {
  return existsSync(STAMP) ? Number(readFileSync(STAMP, 'utf8')) : 0;
}

/** Packages that a build needs. */
const COMPILERS = new Set(['node_modules/typescript', 'node_modules/esbuild']);

/**
 * True if node_modules has the packages of the lock file. To run the service, tools for tests may be absent, and the
 * compilers too if the code is built.
 */
function isInstalled(withTests) {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(hidden);
  const built = builtSource() > 0;
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional, link }]) => {
      // The checkout's own folders have no version.
      if (!path.startsWith('node_modules/') || link) return true;
      const found = installed[path];
      if (found?.version === version) return true;
      if (found) return false;
      // npm omits optional packages for other versions of Node.js; after a change of Node.js, its native module is
      // needed.
      if (optional) return path !== `node_modules/${nativeModule()}`;
      if (withTests || !(dev || devOptional)) return false;
      return built || !COMPILERS.has(path);
    },
  );
}

/** Installs the packages of the lock file unless they are installed. */
async function install(withTests) {
  if (isInstalled(withTests)) return;
  const text = withTests ? 'Installing packages, tools for tests too' : 'Installing packages';
  // Without install scripts: the only package that needs its script is compiled below, if necessary.
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(withTests ? [] : ['--no-workspaces'])];
  await narrate(text, () => runOrFail('npm', words));
}

/** The package of the store's native module for this Node.js; the store chooses by the same rule. */
function nativeModule() {
  return Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3';
}

/** Tries the module in another process, since a module for another Node.js can crash the process that loads it. */
function nativeModuleLoads() {
  const trial = `new (require(${JSON.stringify(join(modules, nativeModule()))}))(':memory:').close()`;
  return spawnSync(process.execPath, ['-e', trial], { cwd: root, stdio: 'ignore' }).status === 0;
}

/** Checks that the store's native module loads with this Node.js, and compiles it if not. */
async function proveNativeModule() {
  const name = nativeModule();
  const mark = `${name} ${process.version} ${process.platform} ${process.arch}`;
  if (existsSync(LOADED) && readFileSync(LOADED, 'utf8') === mark) return;
  if (!nativeModuleLoads()) {
    const prefix = dirname(dirname(process.execPath));
    const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
    // Uses the headers of this Node.js if they are installed, so that the compiler downloads nothing.
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

/** Compiles to dist/ if a source has changed since the last build. `npm run check` checks the types. */
async function build() {
  const compiler = join(modules, 'typescript', 'bin', 'tsc');
  const sources = newestSource();
  const built = builtSource();
  if (built === sources) return;
  if (!existsSync(compiler)) {
    if (built > 0) return; // a production install without the compiler, built elsewhere
    fail('The code is not built and the compiler is not installed. Remove the folder node_modules, and start again.');
  }
  await narrate('Building', () =>
    runOrFail(process.execPath, [compiler, '-p', join(root, 'scripts', 'tsconfig.build.json')]),
  );
  // Files that are read at run time: documentation, style sheets, scripts of pages.
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
  // In parallel: one waits for the C++ compiler, the other for the TypeScript compiler.
  await Promise.all([proveNativeModule(), build()]);
}
