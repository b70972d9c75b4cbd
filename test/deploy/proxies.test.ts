import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { createApiKey } from '../../src/accounts/api-key.ts';
import { nhsFeed, openApi, type Api } from '../support/api.ts';

/**
 * The proxies of scripts/deploy in front of the service, on loopback, each with
 * its file as it stands there but for ports, names and certificates.
 */
const file = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../scripts/deploy/${name}`, import.meta.url)), 'utf8');

function isThere(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until something listens there, or the proxy has ended. */
async function listens(url: string, proxy: ChildProcess): Promise<void> {
  let ended = false;
  proxy.once('exit', () => (ended = true));
  for (let tries = 0; tries < 500 && !ended; tries += 1) {
    if (
      await fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`The proxy does not listen: ${ended ? 'it ended' : 'it hangs'}.`);
}

/** Not the test's own, in which the service keeps its data. */
function ownFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-proxy-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startNginx(t: Test, upstream: string): Promise<string> {
  const folder = ownFolder(t);
  const port = await freePort();
  const server = file('nginx.conf')
    .replace('server 127.0.0.1:8080;', `server ${upstream};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^\s*ssl_certificate.*$/gm, '');
  const conf = join(folder, 'nginx.conf');
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    conf,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;\nevents {}\nhttp { access_log off; gzip on; gzip_types text/event-stream application/json; ${temp}\n${server}\n}`,
  );
  const proxy = spawn('nginx', ['-p', folder, '-c', conf, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] });
  t.teardown(() => proxy.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await listens(url, proxy);
  return url;
}

async function startCaddy(t: Test, upstream: string): Promise<string> {
  const folder = ownFolder(t);
  const port = await freePort();
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, `{\n\tadmin off\n\tauto_https off\n}\n${file('Caddyfile')}`);
  const proxy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      JOBDATA_HOST: `http://127.0.0.1:${port}`,
      JOBDATA_UPSTREAM: upstream,
    },
  });
  t.teardown(() => proxy.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await listens(url, proxy);
  return url;
}

const PROXIES = { nginx: startNginx, caddy: startCaddy };

function call(url: string, key: string, tool: string, args: object, meta: object = {}): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': '203.0.113.9',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args, _meta: meta },
    }),
  });
}

async function open(
  t: Test,
  start: (t: Test, upstream: string) => Promise<string>,
): Promise<{ api: Api; url: string }> {
  const api = await openApi(t, { plan: 'pro', env: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'secret' } });
  const address = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  return { api, url: await start(t, new URL(address).host) };
}

for (const [name, start] of Object.entries(PROXIES)) {
  const skip = isThere(name) ? false : `${name} is not installed`;

  t.test(`${name}: progress arrives before the call has ended`, { skip }, async (t) => {
    const { api, url } = await open(t, start);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    api.internet.on('https://www.jobs.nhs.uk/', async () => {
      await released;
      return { body: nhsFeed(2) };
    });
    const response = await call(
      url,
      api.apiKey,
      'scrape_jobs',
      { query: 'nurse', platforms: ['nhs_jobs'] },
      { progressToken: 1 },
    );
    t.match(response.headers.get('content-type'), 'text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader?.read();
    t.match(first?.value, /notifications\/progress/, 'while the platform keeps the call waiting');
    release();
    let rest = '';
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) rest += piece.value;
    t.match(rest, /"total_jobs":2/);
  });

  t.test(`${name}: the caller's address is his own, whatever he says; metrics stay inside`, { skip }, async (t) => {
    const { api, url } = await open(t, start);
    t.equal((await call(url, api.apiKey, 'ping', {})).status, 200);
    // Wrong keys are counted by address: that of the connection, not the one that was made up.
    const reasons: string[] = [];
    for (let tries = 0; tries < 32; tries += 1) {
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${createApiKey()}`,
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.113.${tries}`,
        },
        body: '{}',
      });
      reasons.push(((await response.json()) as { error: { data: { reason: string } } }).error.data.reason);
    }
    t.strictSame([reasons[0], reasons.at(-1)], ['invalid_key', 'rate_limited']);
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer secret' } });
    t.equal(metrics.status, 404);
    const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } });
    t.equal(page.status, 200);
    t.match(await page.text(), /<form method="post" action="\/login">/);
  });

  t.test(`${name}: a body that is too large is refused, one of 900 kB is not`, { skip }, async (t) => {
    const { api, url } = await open(t, start);
    const large = await call(url, api.apiKey, 'ping', { x: 'x'.repeat(900_000) });
    t.equal(large.status, 200);
    await large.arrayBuffer();
    const tooLarge = await call(url, api.apiKey, 'ping', { x: 'x'.repeat(1_200_000) });
    t.equal(tooLarge.status, 413);
    await tooLarge.arrayBuffer();
  });
}
