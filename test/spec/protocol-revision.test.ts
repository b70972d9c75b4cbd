import t from 'tap';
import { openApi } from '../support/api.ts';

const VERSION = '2026-07-28';
const PROTOCOL = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const META = { [PROTOCOL]: VERSION, [CAPABILITIES]: {} };

function modern(method: string, params: Record<string, unknown> = {}, meta: Record<string, unknown> = META) {
  return { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } };
}
function mirror(method: string, name?: string): Record<string, string> {
  return { 'mcp-protocol-version': VERSION, 'mcp-method': method, ...(name ? { 'mcp-name': name } : {}) };
}

t.test('facts MCP §1: the protocol generation of a request', async (t) => {
  const { post } = await openApi(t);
  const ping = { name: 'ping', arguments: {} };

  t.test('2026-07-28', async (t) => {
    const discover = await post(modern('server/discover'), mirror('server/discover'));
    t.equal(discover.status, 200);
    t.match(discover.json.result, {
      resultType: 'complete',
      supportedVersions: [VERSION],
      capabilities: { tools: {} },
      ttlMs: 3_600_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'job-data' } },
    });
    const list = await post(modern('tools/list'), mirror('tools/list'));
    t.match(list.json.result, { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public', _meta: {} });
    t.equal(list.json.result.tools[0].name, 'ping');
    const call = await post(modern('tools/call', ping), mirror('tools/call', 'ping'));
    t.match(call.json.result, {
      resultType: 'complete',
      structuredContent: { status: 'OK' },
      content: [{ type: 'text' }],
      _meta: { 'io.modelcontextprotocol/serverInfo': {}, 'io.jobdata/receipt': { tool: 'ping', cost: 0 } },
    });
    t.notOk('ttlMs' in call.json.result);
    t.equal((await post(modern('tools/call', ping), mirror('tools/call', '=?base64?cGluZw==?='))).status, 200);
    for (const method of [
      'initialize',
      'ping',
      'logging/setLevel',
      'resources/subscribe',
      'completion/complete',
      'subscriptions/listen',
      'constructor',
    ]) {
      t.match(
        await post(modern(method), mirror(method)),
        { status: 404, json: { id: 7, error: { code: -32601 } } },
        method,
      );
    }
  });

  t.test('wrong headers and versions', async (t) => {
    const list = mirror('tools/list');
    const cases: [string, unknown, Record<string, string>, number][] = [
      ['no capabilities', modern('tools/list', {}, { [PROTOCOL]: VERSION }), list, -32602],
      ['capabilities of another type', modern('tools/list', {}, { ...META, [CAPABILITIES]: [] }), list, -32602],
      ['a version of another type', modern('tools/list', {}, { ...META, [PROTOCOL]: 5 }), list, -32602],
      [
        'client info of another type',
        modern('tools/list', {}, { ...META, 'io.modelcontextprotocol/clientInfo': 'x' }),
        list,
        -32602,
      ],
      [
        'another version in the header',
        modern('tools/list'),
        { ...list, 'mcp-protocol-version': '2025-11-25' },
        -32020,
      ],
      ['another method in the header', modern('tools/list'), { ...list, 'mcp-method': 'tools/call' }, -32020],
      ['the method in other case', modern('tools/list'), { ...list, 'mcp-method': 'Tools/List' }, -32020],
      [
        'a version that nobody serves',
        modern('tools/list', {}, { ...META, [PROTOCOL]: '2031-01-01' }),
        { ...list, 'mcp-protocol-version': '2031-01-01' },
        -32022,
      ],
      [
        'an older version per request',
        modern('tools/list', {}, { ...META, [PROTOCOL]: '2025-11-25' }),
        { ...list, 'mcp-protocol-version': '2025-11-25' },
        -32022,
      ],
      ['no version header', modern('tools/list'), { 'mcp-method': 'tools/list' }, -32020],
      ['no method header', modern('tools/list'), { 'mcp-protocol-version': VERSION }, -32020],
      ['no name header', modern('tools/call', ping), mirror('tools/call'), -32020],
      ['another name', modern('tools/call', ping), mirror('tools/call', 'scrape_jobs'), -32020],
      ['a broken name', modern('tools/call', ping), mirror('tools/call', '=?base64?*?='), -32020],
      ['no claim under its header', { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} }, list, -32602],
      [
        'initialize under its header',
        { jsonrpc: '2.0', id: 7, method: 'initialize', params: {} },
        { 'mcp-protocol-version': VERSION },
        -32020,
      ],
    ];
    for (const [what, body, headers, code] of cases) {
      t.match(await post(body, headers), { status: 400, json: { id: 7, error: { code } } }, what);
    }
    const unsupported = await post(modern('tools/list', {}, { ...META, [PROTOCOL]: '2031-01-01' }), {
      ...list,
      'mcp-protocol-version': '2031-01-01',
    });
    t.match(unsupported.json.error.data, { supported: [VERSION], requested: '2031-01-01' });
    t.equal((await post([modern('tools/list')])).status, 400, 'no batches');
    t.equal(
      (
        await post(
          { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: META } },
          mirror('notifications/cancelled'),
        )
      ).status,
      202,
    );
    t.equal(
      (await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: META } }, mirror('tools/call')))
        .status,
      400,
    );
  });

  t.test('a header with an unknown version is refused in single calls, batches and initialize', async (t) => {
    const bodies: [what: string, body: unknown][] = [
      ['single', { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} }],
      ['batch', [{ jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} }]],
      ['initialize', { jsonrpc: '2.0', id: 7, method: 'initialize', params: { protocolVersion: '2025-11-25' } }],
    ];
    for (const [what, body] of bodies) {
      for (const version of ['2019-01-01', '2025-12-01', '1', '']) {
        const { status, json } = await post(body, { 'mcp-protocol-version': version });
        t.equal(status, 400, `${what}, "${version}"`);
        t.match(json, { id: what === 'batch' ? null : 7, error: { code: -32600 } });
        t.match(json.error.message, /unknown version/);
      }
      t.equal((await post(body, { 'mcp-protocol-version': '2024-10-07' })).status, 200, `${what}, an old one`);
    }
    const codes = { single: -32602, batch: -32600, initialize: -32020 };
    for (const [what, body] of bodies) {
      for (const version of [VERSION, '2031-01-01']) {
        const { status, json } = await post(body, { 'mcp-protocol-version': version });
        t.equal(status, 400, `${what}, ${version}`);
        t.equal(json.error.code, codes[what as keyof typeof codes], `${what}, ${version}`);
      }
    }
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    t.equal((await post(notification, { 'mcp-protocol-version': '2019-01-01' })).status, 202);
    t.equal((await post([notification], { 'mcp-protocol-version': '2019-01-01' })).status, 202);
  });

  t.test('2024-11-05 to 2025-11-25', async (t) => {
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const { json } = await post({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', extra: [] }, sessionContext: 1 },
      });
      t.match(json, {
        id: 0,
        result: {
          protocolVersion: version,
          capabilities: { tools: {} },
          serverInfo: { name: 'job-data', version: '1.0.0' },
        },
      });
      t.notOk('resultType' in json.result);
    }
    for (const params of [{}, { protocolVersion: VERSION }, { protocolVersion: 5 }]) {
      t.equal(
        (await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).json.result.protocolVersion,
        '2025-11-25',
      );
    }
    const get = async (method: string, headers = {}) => post({ jsonrpc: '2.0', id: 1, method, params: {} }, headers);
    t.strictSame((await get('ping')).json.result, {});
    t.strictSame((await get('resources/templates/list')).json.result, { resourceTemplates: [] });
    t.match(await get('logging/setLevel'), { status: 200, json: { error: { code: -32601 } } });
    t.equal(
      (
        await get('tools/list', {
          'mcp-protocol-version': '2025-06-18',
          'mcp-session-id': 'stale',
          'last-event-id': '3',
          'mcp-method': 'whatever',
        })
      ).status,
      200,
    );
    t.match(await get('tools/list', { 'mcp-protocol-version': '2019-01-01' }), {
      status: 400,
      json: { id: 1, error: { code: -32600 } },
    });
    t.match(await post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x' } }), {
      status: 200,
      json: { error: { code: -32602 } },
    });
  });
});
