import { readFileSync } from 'node:fs';
import t from 'tap';
import { openApi, type Api } from '../support/api.ts';

const PATHS = ['/mcp/server-card', '/.well-known/mcp/server-card.json'];
const CATALOG = '/.well-known/ai-catalog.json';
const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

const get = (api: Api, url: string, headers: Record<string, string> = {}) =>
  api.service.app.inject({ method: 'GET', url, headers });

t.test('SPEC §13: GET /mcp/server-card describes the server without a key', async (t) => {
  const api = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example.com' } });
  for (const path of PATHS) {
    const answer = await get(api, path);
    t.equal(answer.statusCode, 200, path);
    t.equal(answer.headers['content-type'], 'application/mcp-server-card+json');
    t.equal(answer.headers['cache-control'], 'public, max-age=3600');
    t.equal(answer.headers['access-control-allow-origin'], '*');
    t.match(answer.json(), {
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      title: 'Job Data',
      websiteUrl: 'https://jobs.example.com',
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://jobs.example.com/mcp',
          headers: [{ name: 'Authorization', isSecret: true, value: 'Bearer {api_key}' }],
        },
      ],
    });
  }
});

t.test('the card agrees with initialize, server/discover, the package and the registry’s entry', async (t) => {
  const api = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example.com' } });
  const card = (await get(api, '/mcp/server-card')).json();
  const { serverInfo } = (await api.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })).json.result;
  t.equal(card.version, serverInfo.version);
  t.equal(card.title, serverInfo.title);
  const served: string[] = card.remotes[0].supportedProtocolVersions;
  t.equal(served[0], '2026-07-28');
  for (const version of served.slice(1)) {
    const params = { protocolVersion: version };
    const answer = await api.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    t.equal(answer.json.result.protocolVersion, version, version);
  }
  const registry = read('scripts/deploy/server.json');
  t.equal(card.name, registry.name);
  t.equal(card.name, read('package.json').mcpName);
  t.equal(card.version, registry.version);
  t.equal(card.description, registry.description);
  t.equal(registry.packages[0].identifier, read('package.json').name);
  t.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  t.ok(card.description.length <= 100);
});

t.test('attack: invalid host names get no address and cause no error', async (t) => {
  const api = await openApi(t);
  for (const host of ['1.2.3.999', 'a.example:99999', '[1:2]', '[:::]', 'xn--a'])
    for (const path of [...PATHS, CATALOG]) {
      const answer = await get(api, path, { host });
      t.equal(answer.statusCode, 404, `${path} ${host}`);
      t.notMatch(answer.body, host);
    }
  const host = '[::1]:8080';
  t.match((await get(api, CATALOG, { host })).json(), { entries: [{ url: 'http://[::1]:8080/mcp/server-card' }] });
});

t.test('/.well-known/ai-catalog.json links to the card, under the operator’s domain', async (t) => {
  const api = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example.com' } });
  const answer = await get(api, CATALOG);
  t.equal(answer.headers['content-type'], 'application/ai-catalog+json');
  t.strictSame(answer.json(), {
    specVersion: '1.0',
    entries: [
      {
        identifier: 'urn:air:jobs.example.com:mcp:jobdata',
        type: 'application/mcp-server-card+json',
        url: 'https://jobs.example.com/mcp/server-card',
      },
    ],
  });
});

t.test('a known description is not sent again; pages of every origin may read it', async (t) => {
  const api = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example.com' } });
  for (const path of [...PATHS, CATALOG]) {
    const tag = String((await get(api, path)).headers['etag']);
    t.match(tag, /^"[\w-]{22}"$/);
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await get(api, path, { 'if-none-match': known });
      t.equal(again.statusCode, 304, known);
      t.equal(again.payload, '');
    }
    t.equal((await get(api, path, { 'if-none-match': '"x"' })).statusCode, 200);
    const preflight = await api.service.app.inject({
      method: 'OPTIONS',
      url: path,
      headers: { origin: 'https://a.example' },
    });
    t.equal(preflight.statusCode, 204);
    t.match(preflight.headers, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'content-type, if-none-match',
    });
    t.equal((await api.service.app.inject({ method: 'POST', url: path, payload: {} })).statusCode, 404);
  }
});

t.test('without PUBLIC_URL the document contains the requested host, and no cache stores it for others', async (t) => {
  const api = await openApi(t);
  const answer = await get(api, '/mcp/server-card', { host: 'localhost:8080' });
  t.equal(answer.json().remotes[0].url, 'http://localhost:8080/mcp');
  t.equal(answer.headers['cache-control'], 'private, no-cache');
  const odd = await get(api, '/mcp/server-card', { host: 'a b<script>' });
  t.notMatch(odd.payload, '<script>');
  t.equal((await get(api, '/mcp')).statusCode, 405, 'the endpoint itself stays for POST');
  t.equal((await get(api, '/mcp/.well-known/x')).statusCode, 404);
});
