// Commands of the READMEs, pasted unchanged: from the clone to the last command.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import t, { type Test } from 'tap';
import { runCommand } from '../support/fleet.ts';
import { some } from '../support/volume.ts';
import { DocsPage, named } from './documents.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = ['README.md', 'README.fr.md'];
const readme = (file: string): DocsPage => new DocsPage(readFileSync(ROOT + file, 'utf8'));
const lacks = ['curl', 'jq', 'git', 'npm'].filter((program) => spawnSync(program, ['--version']).status !== 0);
const skip =
  (!existsSync(join(ROOT, '.git')) && 'no repository to clone') ||
  (lacks.length > 0 && `no ${lacks.join(', ')} on this machine`);

interface Started {
  base: string;
  clone: string;
  env: NodeJS.ProcessEnv;
}

/** Replaces `claude`: prints its arguments, one on each line. */
const SAYS_ITS_WORDS = '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word"; done\n';

/**
 * The first block, with packages and build already in place, because installing takes minutes and is tested elsewhere.
 */
async function cloneAndStart(t: Test, block: string): Promise<Started> {
  const folder = t.testdir({ bin: { claude: SAYS_ITS_WORDS } });
  chmodSync(join(folder, 'bin', 'claude'), 0o755);
  const clone = join(folder, 'job-data');
  const [get = '', start = ''] = block.split('\n');
  await run('sh', ['-c', get.replace(/<[^>]+>/, ROOT)], { cwd: folder });
  cpSync(join(ROOT, 'dist'), join(clone, 'dist'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  const setup = "import('./scripts/setup.mjs').then(({ newestSource }) => console.log(newestSource()))";
  const { stdout } = await run(process.execPath, ['-e', setup], { cwd: clone });
  writeFileSync(join(clone, 'dist', '.built'), stdout.trim());

  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const env = {
    ...process.env,
    PATH: path,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DRAIN_WAIT_MS: '0',
  };
  const child = spawn('sh', ['-c', `exec ${start}`], { cwd: clone, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  for (;;) {
    const base = /listening on (\S+)\/mcp/.exec(printed)?.[1];
    if (base !== undefined) {
      const keys = [...printed.matchAll(/export (\w+)=(\w+)/g)].map(([, name = '', key = '']) => [name, key]);
      return { base, clone, env: { ...env, ...Object.fromEntries(keys) } };
    }
    const failed = ended.then(() => Promise.reject(new Error(`It ended: ${printed}`)));
    await Promise.race([once(child.stderr, 'data'), failed]);
  }
}

async function toolsAt(url: string, headers: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: 'readme', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

/** Shell commands inside sentences: how each is tested. */
const COMMANDS: Readonly<Record<string, (command: string, service: Started) => Promise<void>>> = {
  './jobdata search': async (command, { clone, env }) => {
    const { stdout } = await run('sh', ['-c', command], { cwd: clone, env });
    if (!/nurse|infirmier/i.test(stdout)) throw new Error(stdout);
  },
  './jobdata account plan': async (command, { clone, env }) => {
    await runCommand(env, ['account', 'create', '--email', 'ann@example.com']);
    await run('sh', ['-c', command], { cwd: clone, env });
  },
  'jobdata doctor --terms': async (command, { clone, env }) => {
    await run('sh', ['-c', `./${command}`], { cwd: clone, env });
  },
  'jobdata mcp': async (command, { clone, env }) => {
    // The running service has its data folder to itself.
    const own = { ...env, DATA_DIR: `${env['DATA_DIR']}-mcp` };
    await run('sh', ['-c', `./${command} </dev/null`], { cwd: clone, env: own });
  },
  // What `npm start` has just run, for a shell without `exec`.
  'node scripts/start.mjs': async (command, { clone }) => {
    const { start } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).scripts;
    if (!start.endsWith(command.slice('node'.length))) throw new Error(start);
  },
};

// Both have the same commands.
for (const file of some(['README.md'], FILES)) {
  t.test(`every code block and command of ${file} works as written`, { skip }, async (t) => {
    const printed = readme(file);
    const [first = '', exports = '', ...blocks] = printed.blocks('sh');
    const service = await cloneAndStart(t, first);
    const { base, clone, env } = service;
    const here = (text: string): string => text.replaceAll('http://127.0.0.1:8080', base);
    for (const [, name = ''] of exports.matchAll(/^export (\w+)=jdm_/gm)) t.ok(env[name], `${name} is printed`);
    const answers = printed.blocks('json').map((block) => JSON.parse(block));

    const calls = blocks.filter((block) => block.startsWith('curl'));
    t.equal(calls.length, 2, 'one call of each country');
    const outputs: string[] = [];
    for (const call of calls) outputs.push((await run('sh', ['-c', here(call)], { env })).stdout);
    t.strictSame(JSON.parse(outputs[0] ?? ''), answers[0], `${file}: the answer that is shown`);
    t.match(outputs[1], /"title": "/);
    t.match(outputs[1], /"url": "https:/);

    const [claude = ''] = blocks.filter((block) => block.startsWith('claude'));
    const words = (await run('sh', ['-c', here(claude)], { env })).stdout.trim().split('\n');
    t.strictSame(words.slice(0, 5), ['mcp', 'add', '--transport', 'http', 'job-data']);
    const header = /^(\S+): (.+)$/.exec(words[7] ?? '') ?? [];
    t.ok((await toolsAt(words[5] ?? '', { [header[1] ?? '']: header[2] ?? '' })).includes('scrape_jobs'));

    for (const { mcpServers } of answers.filter((answer) => answer.mcpServers)) {
      const { url, headers } = mcpServers['job-data'];
      const given = headers.Authorization.replace(/\$\{env:(\w+)\}/, (_: string, name: string) => env[name]);
      t.ok((await toolsAt(here(url), { Authorization: given })).includes('scrape_jobs'), `${file}: Cursor`);
    }

    const scripts = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).scripts;
    const others = blocks
      .filter((block) => !/^(?:curl|claude) /.test(block))
      .flatMap((block) => block.trim().split('\n'));
    for (const line of others) {
      const script = /^npm (?:run )?(\w+)\s+#/.exec(line)?.[1] ?? '';
      t.type(scripts[script], 'string', `${file}: ${line}`);
    }

    const inline = named(printed.markdown.replace(/^```[\s\S]*?^```$/gm, '')).filter((text) =>
      /^(?:\.\/)?jobdata |^node /.test(text),
    );
    t.ok(inline.length >= 4, file);
    for (const command of inline) {
      const known = Object.keys(COMMANDS).find((begin) => command.startsWith(begin)) ?? '';
      t.ok(known, `${file}: ${command} is tried`);
      await t.resolves(COMMANDS[known]?.(command, service) ?? Promise.reject(new Error('not tried')), command);
    }
  });
}

t.test('the pictures of the READMEs exist and are small', async (t) => {
  for (const file of FILES) {
    const pictures = [...readme(file).markdown.matchAll(/!\[[^\]]+\]\((\.github\/[^)]+)\)/g)].map(
      ([, path = '']) => path,
    );
    t.equal(pictures.length, 3, file);
    for (const path of pictures) t.ok(statSync(ROOT + path).size < 60_000, path);
  }
});
