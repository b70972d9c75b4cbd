import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import t, { type Test } from 'tap';
import { nhsFeed, openApi } from '../support/api.ts';
import { runCommand } from '../support/fleet.ts';
import { FAILING_DISK } from '../support/service-process.ts';
import { onlyLong } from '../support/volume.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const skip = !existsSync(MAIN);
const INFO = { name: 'test', version: '1.0.0' };

interface AnyClient {
  connect(): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    params: { name: string; arguments: object },
    options?: { onprogress?: (update: { progress: number }) => void; signal?: AbortSignal },
  ): Promise<any>;
  close(): Promise<void>;
}

type Create = (words: string[], env: Record<string, string>) => AnyClient;

function older(words: string[], env: Record<string, string>): AnyClient {
  const client = new OlderClient(INFO);
  const transport = new OlderTransport({ command: process.execPath, args: [MAIN, ...words], env, stderr: 'ignore' });
  return {
    connect: () => client.connect(transport as never),
    listTools: () => client.listTools(),
    callTool: (params, options) => client.callTool(params as never, undefined, options as never),
    close: () => client.close(),
  };
}

const newer =
  (mode: 'legacy' | 'auto'): Create =>
  (words, env) => {
    const client = new ModernClient(INFO, { versionNegotiation: { mode } });
    const transport = new ModernTransport({ command: process.execPath, args: [MAIN, ...words], env, stderr: 'ignore' });
    return {
      connect: () => client.connect(transport),
      listTools: () => client.listTools(),
      callTool: (params, options) => client.callTool(params as never, options as never),
      close: () => client.close(),
    };
  };

const CLIENTS: Record<string, Create> = {
  'SDK 1.32': older,
  'client 2.4, older era': newer('legacy'),
  'client 2.4, newer era': newer('auto'),
};

const PATH = process.env['PATH'] ?? '';

/** Pages that are sent when `until` resolves; the one at /slow is not answered until the caller disconnects. */
async function openSite(t: Test, until: (path: string) => Promise<void> = async () => {}) {
  const arrived: string[] = [];
  const left: string[] = [];
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    await until(path);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><body><main><p>A page of some words to read.</p></main></body></html>');
  };
  const server = createServer((request, response) => {
    arrived.push(request.url ?? '');
    response.on('close', () => left.push(request.url ?? ''));
    if (request.url === '/slow') return;
    void answer(request.url ?? '', response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, left, server };
}

async function cancel(t: Test, client: AnyClient, site: Awaited<ReturnType<typeof openSite>>): Promise<void> {
  const remaining = async (): Promise<unknown> =>
    (await client.callTool({ name: 'ping', arguments: {} })).structuredContent.credits_remaining;
  const before = await remaining();
  const cancelled = new AbortController();
  const arrived = once(site.server, 'request');
  const call = client
    .callTool(
      { name: 'scrape_url', arguments: { urls: [`${site.url}/slow`], use_javascript: false } },
      { signal: cancelled.signal },
    )
    .catch((error: Error) => error);
  const [, response] = await arrived;
  const closed = once(response, 'close');
  cancelled.abort(new Error('the user changed his mind'));
  t.type(await call, Error);
  await closed;
  // The site notices first: the reservation is released when the loading process reports that it ended.
  let after = await remaining();
  for (let tries = 0; after !== before && tries < 500; tries += 1) after = await remaining();
  t.equal(after, before);
}

/** One client is enough for `npm test`. */
const longFor = (name: string): string | false => name !== Object.keys(CLIENTS).at(-1) && onlyLong;

for (const [name, create] of Object.entries(CLIENTS)) {
  t.test(
    `embedded, ${name}: connects, lists, calls, gets progress, cancels`,
    { skip: skip || longFor(name) },
    async (t) => {
      const dataDir = t.testdir({});
      const heard: number[] = [];
      const progress = new EventEmitter();
      // A client may miss progress that arrives together with the answer, so each page comes after the progress of the
      // one before.
      const site = await openSite(t, async (path) => {
        while (heard.length < ['/a', '/b', '/c'].indexOf(path)) await once(progress, 'heard');
      });
      const env = { PATH, DATA_DIR: dataDir, LOG_LEVEL: 'info', EGRESS_ALLOW: new URL(site.url).host };
      const client = create(['mcp'], env);
      t.teardown(() => client.close());
      await client.connect();
      t.equal((await client.listTools()).tools[0]?.name, 'ping');
      const ping = await client.callTool({ name: 'ping', arguments: {} });
      t.match(ping.structuredContent, { status: 'OK', plan: 'power' });
      const pages = await client.callTool(
        {
          name: 'scrape_url',
          arguments: { urls: ['/a', '/b', '/c'].map((path) => site.url + path), use_javascript: false },
        },
        {
          onprogress: (update) => {
            heard.push(update.progress);
            progress.emit('heard');
          },
        },
      );
      t.match(pages._meta['io.jobdata/receipt'], { tool: 'scrape_url', cost: Number });
      t.ok(pages._meta['io.jobdata/receipt'].cost > 0);
      t.ok(heard.length >= 2 && heard.every((value, index) => index === 0 || value > (heard[index - 1] as number)));
      await t.test('a call that the client cancels is ended and not charged', (t) => cancel(t, client, site));
      await client.close();
      const { out } = await runCommand(env, ['verify', '--json']);
      t.match(JSON.parse(out), { ok: true });
    },
  );

  t.test(
    `bridge, ${name}: calls the remote service, with progress and refusals`,
    { skip: skip || longFor(name) },
    async (t) => {
      const api = await openApi(t, { plan: 'tight' });
      const address = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
      // Not before the client has received progress: SDK 1.32 ignores progress that arrives in one piece with the
      // answer.
      let told = (): void => {};
      const hears = new Promise<void>((resolve) => (told = resolve));
      api.internet.on('https://www.jobs.nhs.uk/', async () => {
        await hears;
        return { body: nhsFeed(2) };
      });
      const client = create(['mcp', '--url', `${address}/mcp`], { PATH, JOB_DATA_KEY: api.apiKey });
      t.teardown(() => client.close());
      await client.connect();
      t.equal((await client.listTools()).tools[0]?.name, 'ping');
      const heard: number[] = [];
      const found = await client.callTool(
        { name: 'scrape_jobs', arguments: { query: 'a', platforms: ['nhs_jobs'] } },
        {
          onprogress: ({ progress }) => {
            heard.push(progress);
            told();
          },
        },
      );
      t.equal(found.structuredContent.total_jobs, 2);
      t.ok(heard.length > 0);
      const refused = await client
        .callTool({ name: 'scrape_jobs', arguments: { query: 5, platforms: ['nhs_jobs'] } })
        .catch((error: { code: number; data: unknown }) => error);
      t.match(refused, { code: -32602, data: { reason: 'invalid_params', fields: [{ path: '/query' }] } });
    },
  );
}

t.test('an invalid key is refused at the start and never printed', async (t) => {
  for (const key of ['jdm_live_se cret', 'jdm_live_se\ncret', 'jdm_live_secrét']) {
    const failed = await runCommand({ PATH, JOB_DATA_KEY: key }, ['mcp', '--url', 'http://127.0.0.1:1/mcp']);
    t.match(failed, { code: 2, out: '', err: /^JOB_DATA_KEY contains characters that no key has/ });
    t.notMatch(failed.err, /jdm_live/);
  }
});

t.test(
  'a failing disk: calls are told so, the process ends with a sentence and 1, and stdout contains only messages',
  { skip },
  async (t) => {
    const site = await openSite(t);
    const env = { PATH, DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent', EGRESS_ALLOW: new URL(site.url).host };
    const child = spawn(process.execPath, ['--import', FAILING_DISK, MAIN, 'mcp'], {
      env,
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    const exit = once(child, 'close');
    let out = '';
    let err = '';
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => (out += piece));
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => (err += piece));
    const ask = (id: number, name: string, args: object = {}): void => {
      const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
      child.stdin?.write(`${JSON.stringify(message)}\n`);
    };
    ask(1, 'ping');
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.send('fail');
    await once(child, 'message');
    ask(2, 'scrape_url', { urls: [`${site.url}/a`], use_javascript: false });
    t.strictSame(await exit, [1, null]);
    t.match(err, /The disk failed under the store\. The service must be started again/);
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    t.match(messages, [
      { id: 1, result: { structuredContent: { status: 'OK' } } },
      { id: 2, error: { code: -32603, data: { reason: 'internal' } } },
    ]);
  },
);

t.test(
  'SIGTERM and the end of input end it with 0; a locked folder is reported with a sentence; sample data',
  { skip },
  async (t) => {
    const dataDir = t.testdir({});
    const env = { PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    const start = (words: string[] = []) => {
      const child = spawn(process.execPath, [MAIN, 'mcp', ...words], { env, stdio: 'pipe' });
      t.teardown(() => child.kill('SIGKILL'));
      let out = '';
      let err = '';
      child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
      child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
      return { child, exit: once(child, 'close'), out: () => out, err: () => err };
    };
    const first = start();
    first.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping"}}\n');
    await once(first.child.stdout, 'data');
    const second = start();
    t.strictSame(await second.exit, [1, null]);
    t.match(second.err(), /Another process serves .* Several clients share one service/);
    t.equal(second.out(), '');
    first.child.kill('SIGTERM');
    t.strictSame(await first.exit, [0, null]);
    t.match(JSON.parse(first.out()), { id: 1, result: { structuredContent: { status: 'OK' } } });
    const third = start(['--test']);
    const search = { name: 'scrape_jobs', arguments: { query: 'software engineer', platforms: ['reed', 'nhs_jobs'] } };
    third.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: search })}\n`);
    await once(third.child.stdout, 'data');
    third.child.stdin.end('{"jsonrpc":"2.0","id":2,"method":"ping"}');
    t.strictSame(await third.exit, [0, null]);
    const [sample, pong] = third
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    t.ok(sample.result.structuredContent.total_jobs > 1);
    t.match(sample.result._meta['io.jobdata/receipt'], { cost: 0, test: true });
    t.strictSame(pong, { jsonrpc: '2.0', id: 2, result: {} });
  },
);

t.test('wrong arguments are reported on standard error, with exit code 2', async (t) => {
  for (const words of [
    ['--url', 'ftp://x/'],
    ['--url', 'http://a:b@x/mcp'],
    ['--url', 'http://x/mcp', '--test'],
  ]) {
    t.match(await runCommand({ PATH }, ['mcp', ...words]), { code: 2, out: '' }, join(...words));
  }
});
