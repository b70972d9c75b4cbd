import t from 'tap';
import { openApi, type Api } from '../support/api.ts';

const VERSION = '2026-07-28';
const META = { 'io.modelcontextprotocol/protocolVersion': VERSION, 'io.modelcontextprotocol/clientCapabilities': {} };
const DOCUMENT = 'text/html;profile=mcp-app';
const EXTENSION = 'io.modelcontextprotocol/ui';

const legacy = (api: Api, method: string, params: object = {}) => api.post({ jsonrpc: '2.0', id: 1, method, params });
const modern = (api: Api, method: string, params: object = {}, name?: string) =>
  api.post(
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
    { 'mcp-protocol-version': VERSION, 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) },
  );

t.test('SPEC §13: both generations announce resources, prompts and the extension to every client', async (t) => {
  const api = await openApi(t);
  const wanted = { tools: {}, resources: {}, prompts: {}, extensions: { [EXTENSION]: {} } };
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  t.strictSame((await legacy(api, 'initialize', initialize)).json.result.capabilities, wanted);
  t.strictSame((await modern(api, 'server/discover')).json.result.capabilities, wanted);
});

t.test('SPEC §13: each tool names a listed document, under the names that clients look for', async (t) => {
  const api = await openApi(t);
  const { tools } = (await legacy(api, 'tools/list')).json.result;
  const { resources } = (await legacy(api, 'resources/list')).json.result;
  const listed = new Set(resources.map(({ uri }: { uri: string }) => uri));
  const shownBy: Record<string, string> = {
    ping: 'ping',
    scrape_jobs: 'jobs',
    get_reputation: 'reputation',
    scrape_url: 'page',
  };
  let added = 0;
  for (const { name, _meta: meta } of tools) {
    const uri = meta.ui.resourceUri;
    t.match(uri, new RegExp(`^ui://job-data/${shownBy[name]}-[0-9a-f]{4}$`), name);
    t.ok(listed.has(uri), `${name}: is listed`);
    if (name !== 'ping') {
      t.equal(meta['ui/resourceUri'], uri, `${name}: the older name`);
      t.equal(meta['openai/outputTemplate'], uri, `${name}: ChatGPT's name`);
    }
    const { 'anthropic/maxResultSizeChars': size, ...own } = meta;
    added += JSON.stringify(own).length + (size === undefined ? '"_meta":,'.length : -'{'.length);
  }
  for (const document of Object.values(shownBy))
    t.ok(listed.has(`ui://job-data/${document}`), `${document}: the plain address`);
  t.ok(added <= 600, `tools/list grows by ${added} bytes`);
  t.strictSame((await modern(api, 'tools/list')).json.result.tools, tools, 'the same whatever the client announces');
});

t.test('SPEC §13: resources/list and resources/templates/list', async (t) => {
  const api = await openApi(t);
  const old = (await legacy(api, 'resources/list')).json.result;
  t.strictSame(Object.keys(old), ['resources']);
  for (const { uri, mimeType, size, name, title, description, _meta: meta } of old.resources) {
    t.equal(mimeType, DOCUMENT, uri);
    t.ok(size > 1_000 && size <= 60_000, `${uri}: ${size} bytes`);
    for (const text of [name, title, description]) t.ok(text.length > 3, `${uri}: ${text}`);
    t.strictSame(meta.ui.csp, { connectDomains: [], resourceDomains: [] });
    t.notOk('domain' in meta.ui, 'a wrong domain would break Claude');
  }
  const { resources, ...hints } = (await modern(api, 'resources/list')).json.result;
  t.strictSame(resources, old.resources);
  t.match(hints, { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' });
  t.strictSame((await legacy(api, 'resources/templates/list')).json.result, { resourceTemplates: [] });
  t.match((await modern(api, 'resources/templates/list')).json.result, {
    resultType: 'complete',
    resourceTemplates: [],
    ttlMs: 3_600_000,
    cacheScope: 'public',
  });
  for (const method of ['resources/list', 'resources/templates/list', 'prompts/list'])
    t.match(await legacy(api, method, { cursor: 'x' }), { status: 200, json: { error: { code: -32602 } } }, method);
});

t.test('SPEC §13: resources/read gives one self-contained document', async (t) => {
  const api = await openApi(t);
  for (const name of ['jobs', 'reputation', 'page', 'ping']) {
    const uri = `ui://job-data/${name}`;
    const { contents, ...rest } = (await legacy(api, 'resources/read', { uri })).json.result;
    t.strictSame(rest, {});
    t.equal(contents.length, 1);
    const [{ text, ...content }] = contents;
    t.match(content, { uri, mimeType: DOCUMENT, _meta: { ui: { csp: {}, prefersBorder: true } } });
    t.ok(Buffer.byteLength(text) <= 60_000, `${name}: ${Buffer.byteLength(text)} bytes`);
    t.match(text, /^<!doctype html>\s*<html lang="en">\s*<head>/, `${name}: clients look for the head`);
    t.notMatch(
      text,
      /\ssrc=|<link|@import|url\(|\beval\(|new Function|innerHTML|<form|<a\s|fetch\(/,
      `${name}: loads nothing`,
    );
    t.equal((text.match(/<\/script/g) ?? []).length, 1);
    const answer = (await modern(api, 'resources/read', { uri }, uri)).json.result;
    t.equal(answer.contents[0].text, text);
    t.match(answer, { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' });
  }
});

t.test('an address of an earlier release returns the newest document', async (t) => {
  const api = await openApi(t);
  const newest = (await legacy(api, 'resources/read', { uri: 'ui://job-data/jobs' })).json.result.contents[0].text;
  for (const uri of ['ui://job-data/jobs-0000', 'ui://job-data/jobs-0123456789abcdef.html'])
    t.match((await legacy(api, 'resources/read', { uri })).json.result.contents[0], { uri, text: newest }, uri);
});

t.test('other resources are refused by address, and never read as files', async (t) => {
  const api = await openApi(t);
  const wrong = [
    'ui://job-data/nothing',
    'ui://job-data/',
    'ui://job-data/../../package',
    'ui://job-data/jobs/../ping',
    'ui://job-data/jobs-xyz',
    'ui://job-data/constructor',
    'file:///etc/passwd',
    'UI://JOB-DATA/JOBS',
    '',
  ];
  for (const uri of wrong) {
    const old = await legacy(api, 'resources/read', { uri });
    t.match(old, { status: 200, json: { error: { code: -32602, data: { reason: 'invalid_params', uri } } } }, uri);
    t.match(old.json.error.message, 'ui://job-data/jobs');
    if (uri !== '')
      t.match(await modern(api, 'resources/read', { uri }, uri), {
        status: 200,
        json: { error: { code: -32602, data: { uri } } },
      });
  }
  for (const params of [{}, { uri: 5 }, { uri: null }, { uri: ['ui://job-data/jobs'] }])
    t.match(await legacy(api, 'resources/read', params), {
      status: 200,
      json: { error: { code: -32602, data: { fields: [{ path: '/uri' }] } } },
    });
  t.equal((await legacy(api, 'resources/read', { uri: 'x'.repeat(100_000) })).json.error.data.uri.length, 200);
});

t.test('modern requests repeat address and name in the header Mcp-Name', async (t) => {
  const api = await openApi(t);
  const uri = 'ui://job-data/jobs';
  const encoded = `=?base64?${Buffer.from(uri).toString('base64')}?=`;
  t.equal((await modern(api, 'resources/read', { uri }, encoded)).status, 200);
  t.match(await modern(api, 'resources/read', { uri }), { status: 400, json: { error: { code: -32020 } } });
  t.match(await modern(api, 'resources/read', { uri }, 'ui://job-data/ping'), {
    status: 400,
    json: { error: { code: -32020 } },
  });
  t.match(await modern(api, 'prompts/get', { name: 'compare-employers' }, 'jobs-for-my-cv'), {
    status: 400,
    json: { error: { code: -32020 } },
  });
});

t.test('resources and prompts need a key, cost nothing and are not counted', async (t) => {
  const api = await openApi(t, { plans: { pro: { monthly_credits: 5, rpm_limit: 1, overage_rate: 0.01 } } });
  for (let round = 0; round < 3; round += 1) {
    t.equal((await legacy(api, 'resources/read', { uri: 'ui://job-data/ping' })).status, 200);
    t.ok((await legacy(api, 'prompts/list')).json.result);
  }
  t.equal((await api.call('ping')).json.result.structuredContent.credits_remaining, 5);
  for (const method of ['resources/list', 'resources/read', 'prompts/list', 'prompts/get'])
    t.equal(
      (await api.post({ jsonrpc: '2.0', id: 1, method, params: {} }, { authorization: 'Bearer x' })).status,
      401,
      method,
    );
});

t.test('batches may contain them', async (t) => {
  const api = await openApi(t);
  const answers = (
    await api.post([
      { jsonrpc: '2.0', id: 1, method: 'resources/list' },
      { jsonrpc: '2.0', id: 2, method: 'prompts/get', params: { name: 'none' } },
    ])
  ).json;
  t.match(answers, [
    { id: 1, result: { resources: [{}] } },
    { id: 2, error: { code: -32602 } },
  ]);
});
