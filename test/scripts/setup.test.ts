import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { some } from '../support/volume.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { ignoreLeftovers } = (await import(pathToFileURL(join(ROOT, 'scripts', 'built-files.mjs')).href)) as {
  ignoreLeftovers: (root: string) => string[];
};
/** Only a build on this machine records that its packages are installed for it. */
const skip = !existsSync(join(ROOT, 'node_modules', '.native-module-loaded')) && 'the native module is not proven yet';

const SOURCES = {
  'src/index.ts': 'export const name: string = "index";\n',
  'src/worker.ts': 'export const name: string = "worker";\n',
  'src/old.ts': 'export const name: string = "old";\n',
  'src/docs/en/page.md': '# Page\n',
  'src/widgets/browser/jobs/document.html': '<!doctype html>\n<title>Jobs</title>\n',
  'src/widgets/browser/old/document.html': '<!doctype html>\n<title>Old</title>\n',
  'schemas/index.ts': 'export const schema = {};\n',
};

/** A checkout with the real scripts and packages, and few sources, which are built quickly. */
function checkout(t: Test): string {
  const root = t.testdir({});
  for (const name of ['setup', 'setup-lock', 'built-files', 'narrate', 'build', 'prepack'])
    put(root, `scripts/${name}.mjs`, readFileSync(join(ROOT, 'scripts', `${name}.mjs`), 'utf8'));
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/tsconfig.build.json'])
    put(root, name, readFileSync(join(ROOT, name), 'utf8'));
  cpSync(join(ROOT, 'scripts', 'widgets'), join(root, 'scripts', 'widgets'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const [path, content] of Object.entries(SOURCES)) put(root, path, content);
  return root;
}

function put(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const node = (root: string, script: string) => run(process.execPath, [join(root, 'scripts', script)], { cwd: root });
const stateOf = (file: string): string => {
  const { ino, mtimeMs, size } = statSync(file);
  return `${ino} ${mtimeMs} ${size}`;
};

t.test('a build and a pack keep files that a running service may load, and pack no leftovers', { skip }, async (t) => {
  const root = checkout(t);
  await node(root, 'build.mjs');
  const kept = ['worker.js', 'old.js', 'docs/en/page.md', 'widgets/documents/jobs.html', 'widgets/documents/old.html'];
  const states = () => kept.map((path) => stateOf(join(root, 'dist', 'src', path)));
  const before = states();
  t.ok(existsSync(join(root, 'dist', 'src', 'old.js')));

  put(root, 'src/index.ts', 'export const name: string = "changed";\n');
  rmSync(join(root, 'src', 'old.ts'));
  rmSync(join(root, 'src', 'widgets', 'browser', 'old'), { recursive: true });
  await node(root, 'prepack.mjs');
  t.match(readFileSync(join(root, 'dist', 'src', 'index.js'), 'utf8'), /changed/);
  t.ok(existsSync(join(root, 'dist', 'src', 'index.d.ts')));
  t.strictSame(states(), before, 'unchanged files are the same files');
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }];
  t.strictSame(
    files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('dist/src/'))
      .sort(),
    [
      'dist/src/docs/en/page.md',
      'dist/src/index.d.ts',
      'dist/src/index.js',
      'dist/src/widgets/documents/jobs.html',
      'dist/src/worker.js',
    ],
  );

  put(root, 'src/old.ts', 'export const name: string = "old again";\n');
  await node(root, 'build.mjs');
  t.notOk(ignoreLeftovers(root).includes('src/old.js'), 'a source that comes back is packed');
});

t.test('a build removes the entry of a dashboard page whose folder was deleted', { skip }, async (t) => {
  const root = checkout(t);
  const entry = join(root, 'dist', 'src', 'dashboard', 'notes', 'page.js');
  put(root, 'src/dashboard/notes/page.ts', 'export const page: unknown = {};\n');
  put(root, 'src/index.ts', 'export const name: string = "newer than the page";\n');
  await node(root, 'build.mjs');
  t.ok(existsSync(entry));
  rmSync(join(root, 'src', 'dashboard', 'notes'), { recursive: true });
  await node(root, 'build.mjs');
  t.notOk(existsSync(entry));
});

/** A process that holds the lock of a checkout. `end` kills it, so it does not remove its lock. */
async function holdLock(root: string): Promise<{ pid: number | undefined; end: () => void }> {
  const holder = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(holder, 'spawn');
  writeFileSync(join(root, '.setup.lock'), `${holder.pid} ${hostname()}`);
  return { pid: holder.pid, end: () => holder.kill('SIGKILL') };
}

t.test('set-ups wait while the lock holder runs; when it has ended, one of them continues', { skip }, async (t) => {
  const root = checkout(t);
  const lock = join(root, '.setup.lock');
  const holder = await holdLock(root);
  const scripts = some(['build.mjs', 'build.mjs'], ['build.mjs', 'prepack.mjs', 'build.mjs']);
  const printed = scripts.map(() => '');
  const all = scripts.map((script, index) => {
    const child = spawn(process.execPath, [join(root, 'scripts', script)], { cwd: root });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed[index] += text));
    return child;
  });
  const ended = all.map((child) => once(child, 'exit'));
  await Promise.all(
    all.map(async (child, index) => {
      while (!printed[index]?.includes(' …') && child.exitCode === null)
        await Promise.race([once(child.stderr, 'data'), ended[index]]);
    }),
  );
  const waiting = `Waiting for process ${holder.pid}, which installs or builds in this folder …\n`;
  t.strictSame(
    printed,
    scripts.map(() => waiting),
  );
  t.notOk(existsSync(join(root, 'dist')));
  holder.end();
  t.strictSame(
    await Promise.all(ended),
    scripts.map(() => [0, null]),
  );
  t.equal(printed.filter((text) => text.includes('Building …')).length, 1, printed.join('|'));
  t.ok(existsSync(join(root, 'dist', 'src', 'worker.js')));
  t.notOk(existsSync(lock));

  put(root, 'src/index.ts', 'export const name: string = "changed";\n');
  writeFileSync(lock, `${holder.pid} ${hostname()}`);
  t.match((await node(root, 'build.mjs')).stderr, /^Building …\n/, 'a leftover is not waited for');
  t.equal((await node(root, 'build.mjs')).stderr, '', 'nothing is locked if there is nothing to do');
});
