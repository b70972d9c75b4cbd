import t, { type Test } from 'tap';
import {
  findHaproxy,
  isInstalled,
  startCaddy,
  startCaddyBalancer,
  startHaproxy,
  startNginx,
  type Proxy,
} from '../../../scripts/installs/proxies.ts';
import { createApiKey } from '../../../src/accounts/key-format.ts';
import { nhsFeed, openApi, type Api } from '../../support/api.ts';
import { parsePiece } from '../../support/page.ts';

/** The proxies of scripts/deploy in front of the service on loopback; balancers have it as their only replica. */
const PROXIES = {
  nginx: { start: startNginx, found: isInstalled('nginx') },
  caddy: { start: startCaddy, found: isInstalled('caddy') },
  haproxy: { start: (upstream: string) => startHaproxy([upstream]), found: findHaproxy() !== undefined },
  'caddy of replicas': { start: (upstream: string) => startCaddyBalancer([upstream]), found: isInstalled('caddy') },
};

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

async function open(t: Test, start: (upstream: string) => Promise<Proxy>): Promise<{ api: Api; url: string }> {
  const api = await openApi(t, { plan: 'pro', env: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'secret' } });
  const address = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = await start(new URL(address).host);
  t.teardown(() => proxy.stop());
  return { api, url: proxy.url };
}

for (const [name, { start, found }] of Object.entries(PROXIES)) {
  const skip = found ? false : `${name} is not installed`;

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

  t.test(`${name}: the client’s address cannot be forged, and /metrics is not public`, { skip }, async (t) => {
    const { api, url } = await open(t, start);
    t.equal((await call(url, api.apiKey, 'ping', {})).status, 200);
    // Wrong keys are counted by the address of the connection, not by the forged one.
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
    for (const path of ['/metrics', '/metrics/', '/metrics?a', '/%6detrics', '//metrics', '/./metrics/']) {
      const metrics = await fetch(url + path, { headers: { authorization: 'Bearer secret' } });
      t.equal(metrics.status, 404, path);
    }
    const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } });
    t.equal(page.status, 200);
    t.ok(parsePiece(await page.text()).has('form[action="/login"]'));
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
