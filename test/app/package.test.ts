import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { whyNotThisNode } from '../../src/lib/node-version.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const skip =
  process.platform === 'win32' ? 'npm is a script there' : !existsSync(join(root, 'dist', 'src', 'index.js'));

const folder = mkdtempSync(join(tmpdir(), 'jobdata-package-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm pack` says of the package, without building it again. */
async function pack(): Promise<{ filename: string; files: { path: string }[] }> {
  const words = ['pack', root, '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', words, { cwd: folder });
  return JSON.parse(stdout.slice(stdout.indexOf('[')))[0];
}

/** Installs the package in the folder, with the checkout's dependencies. */
async function install(filename: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  await run('tar', ['-xzf', basename(filename), '-C', modules], { cwd: folder });
  await run('mv', [join(modules, 'package'), join(modules, 'jobdata')]);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const target = join(root, 'node_modules', name);
    if (!existsSync(target)) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(target, join(modules, name));
  }
}

t.test('npm pack contains the built service, schemas, documents and licence, and no development files', async (t) => {
  const { filename, files } = await pack();
  const paths = files.map(({ path }) => path);
  for (const path of [
    'LICENSE',
    'README.md',
    'dist/src/docs/THIRD_PARTY.md',
    'dist/src/docs/en/releases.md',
    'package.json',
    'dist/src/cli/main.js',
    'dist/src/index.js',
    'dist/src/dashboard/assets/style.css',
    'dist/src/dashboard/assets/icon.svg',
    'dist/src/dashboard/assets/favicon.ico',
    'dist/src/dashboard/assets/preview.png',
    'dist/src/dashboard/playground/browser.js',
    'dist/src/widgets/documents/jobs.html',
    'dist/src/widgets/documents/ping.html',
    'dist/src/docs/pictures/cards-jobs-en.webp',
  ])
    t.ok(paths.includes(path), path);
  const documents = readdirSync(join(root, 'src', 'docs', 'en')).map((name) => `dist/src/docs/en/${name}`);
  const schemas = readdirSync(join(root, 'schemas', 'json')).map((name) => `schemas/json/${name}`);
  for (const path of [...documents, ...schemas]) t.ok(paths.includes(path), path);
  const known =
    /^(?:LICENSE|README(?:\.fr)?\.md|package\.json|schemas\/json\/[\w.]+\.json|dist\/(?:src|schemas)\/[\w/.-]+\.js|dist\/src\/index\.d\.ts|dist\/src\/[\w/-]+\.tsv|dist\/src\/dashboard\/[\w/-]+\.(?:css|svg|ico|png)|dist\/src\/docs\/(?:THIRD_PARTY|\w+\/[\w-]+)\.md|dist\/src\/docs\/pictures\/[\w-]+\.webp|dist\/src\/widgets\/documents\/\w+\.html|dist\/src\/widgets\/shared\/pieces\.css)$/;
  t.strictSame(
    paths.filter((path) => !known.test(path)),
    [],
  );
  t.strictSame(
    paths.filter((path) => path.endsWith('.test.js') || path.includes('tsbuildinfo')),
    [],
  );
  if (!skip) await install(filename);
});

t.test('the installed package runs without its sources: serve, verify, SIGTERM and exit 0', { skip }, async (t) => {
  const bin = join(folder, 'node_modules', 'jobdata', 'dist', 'src', 'cli', 'main.js');
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DRAIN_WAIT_MS: '0',
  };
  const child = spawn(process.execPath, [bin, 'serve'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let printed = '';
  for await (const piece of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += piece as string;
    if (printed.includes('is listening on')) break;
  }
  child.stderr.resume();
  t.match(printed, /: jobdata account link\)/, 'its commands, as they are called there');
  const [, key = ''] = /\n {2}export JOB_DATA_TEST_KEY=(jdm_test_\w{38})\n/.exec(printed) ?? [];
  const [, url = ''] = /curl -s (\S+) -H/.exec(printed) ?? [];
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'scrape_url', arguments: { urls: ['https://pages.example/article'] } },
    }),
  });
  t.match(await answer.json(), { result: { structuredContent: {}, _meta: { 'io.jobdata/receipt': { test: true } } } });
  const docs = await fetch(new URL('/docs/quick-start', url), { headers: { accept: 'text/html' } });
  t.equal(docs.status, 200, 'its documents too');
  const verify = await run(process.execPath, [bin, 'verify', '--json'], { env });
  t.match(JSON.parse(verify.stdout), { ok: true });
  child.kill('SIGTERM');
  t.strictSame(await ended, [0, null]);
});

t.test('another program starts the service with createService and closes it', { skip }, async (t) => {
  const program = `
    import { Module } from 'node:module';
    import { createService } from 'jobdata';
    const settings = { DATA_DIR: ${JSON.stringify(join(folder, 'other-data'))}, PORT: 0, LOG_LEVEL: 'silent', DRAIN_WAIT_MS: '0' };
    const refused = await createService({ ...settings, PORT: 'x', HOST: '' }).catch((error) => error.message);
    const noText = await createService({ ...settings, PORT: { is: 'an object' }, HOST: null }).catch((error) => error.message);
    let said = '';
    const service = await createService(settings, { print: (text) => (said += text) });
    const healthz = await fetch(new URL('/healthz', service.url));
    await service.close();
    const again = await createService(settings);
    await again.close();
    const clients = Object.keys(Module._cache).filter((file) => /node_modules.(?:pg|ioredis)\\b/.test(file));
    console.log(JSON.stringify({ clients, refused, noText, url: service.url, status: healthz.status, said: said.includes('jdm_live_') }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    // Its settings are separate: the program's environment is not read.
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: '/nowhere', PORT: '1' },
  });
  const told = JSON.parse(stdout) as Record<string, unknown>;
  t.strictSame(told['clients'], [], 'clients of other servers are not loaded where no setting asks for one');
  t.match(told, {
    refused: /PORT/,
    noText: 'PORT must be a text, a number or a truth value.\nHOST must be a text, a number or a truth value.',
    url: /^http:\/\/127\.0\.0\.1:\d+\/mcp$/,
    status: 200,
    said: true,
  });
});

t.test('a Node.js that is too old is refused with a sentence', async (t) => {
  for (const version of ['18.20.8', '20.18.3', '16.0.0', '0.12.18'])
    t.match(whyNotThisNode(version), new RegExp(`^Node\\.js 20\\.19 or newer is needed; this is ${version}\\.`));
  for (const version of ['20.19.0', '22.14.0', '24.1.0', '27.0.0', process.versions.node])
    t.equal(whyNotThisNode(version), undefined, version);
  // The first file of the command line imports nothing that an old Node.js could not load.
  const main = readFileSync(join(root, 'src', 'cli', 'main.ts'), 'utf8');
  t.strictSame(
    [...main.matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name),
    ['../lib/node-version.ts'],
  );
  t.notMatch(readFileSync(join(root, 'src', 'lib', 'node-version.ts'), 'utf8'), /^import/m);
});
