import { METHODS } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { openApi } from '../support/api.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

t.test('SPEC §2: the envelope', async (t) => {
  const api = await openApi(t);
  const { post } = api;

  t.test('a request without a handshake is answered with its ID', async (t) => {
    for (const id of [0, 1, -7, 'x', '', 9007199254740991]) {
      const { status, json } = await post({ ...LIST, id });
      t.equal(status, 200);
      t.equal(json.id, id);
      t.strictSame(Object.keys(json), ['jsonrpc', 'id', 'result']);
    }
    t.equal(
      (await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' })).json.result.tools.length,
      api.service.tools.definitions.length,
      'absent params count as {}',
    );
  });

  t.test('bodies that are not JSON', async (t) => {
    const bodies = ['', '{', 'nonsense', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), '{"jsonrpc":"2.0",}'];
    for (const body of bodies) {
      const { status, json } = await post(body);
      t.equal(status, 400);
      t.match(json, {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32700, data: { reason: 'parse_error', retryable: false } },
      });
    }
  });

  t.test('JSON that is not a request', async (t) => {
    const bodies: [unknown, unknown][] = [
      [null, null],
      [1, null],
      ['"text"', null],
      [{}, null],
      [{ ...LIST, jsonrpc: '1.0' }, 1],
      [{ ...LIST, jsonrpc: 2 }, 1],
      [{ jsonrpc: '2.0', id: 5 }, 5],
      [{ ...LIST, method: 3 }, 1],
      [{ ...LIST, id: null }, null],
      [{ ...LIST, id: 1.5 }, null],
      [{ ...LIST, id: {} }, null],
      [{ ...LIST, id: true }, null],
      [{ ...LIST, id: 2 ** 60 }, null],
      [{ ...LIST, params: [] }, 1],
      [{ ...LIST, params: null }, 1],
      [{ ...LIST, params: 'x' }, 1],
    ];
    for (const [body, id] of bodies) {
      const { status, json } = await post(typeof body === 'string' ? body : JSON.stringify(body));
      t.equal(status, 400, JSON.stringify(body));
      t.match(json, { id, error: { code: -32600, data: { reason: 'invalid_request' } } });
    }
  });

  t.test('an ID that JSON cannot represent exactly', async (t) => {
    const { json } = await post('{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}');
    t.match(json, { id: null, error: { code: -32600, message: /beyond 2\^53 − 1.*send it as a string/ } });
  });

  t.test('deep nesting, and members that would change a prototype', async (t) => {
    t.equal((await post(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).json.error.code, -32600);
    t.equal(
      (
        await post(
          `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
        )
      ).json.error.code,
      -32600,
    );
    const polluted = await post(
      '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"ping","arguments":{"__proto__":{"x":1},"constructor":{"prototype":{}}}}}',
    );
    t.equal(polluted.json.result.structuredContent.status, 'OK');
    t.notOk('x' in {});
  });

  t.test('unknown methods, including names of Object.prototype', async (t) => {
    for (const method of [
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'rpc.anything',
      '',
      'x'.repeat(5000),
      'server/discover',
    ]) {
      const { status, json } = await post({ ...LIST, method });
      t.equal(status, 200);
      t.match(json, { id: 1, error: { code: -32601, data: { reason: 'method_not_found' } } });
    }
  });

  t.test('notifications and posted responses: 202, empty, not run', async (t) => {
    const bodies = [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'ping', arguments: {} } },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
    ];
    const before = api.logs.length;
    for (const body of bodies) {
      const { status, text } = await post(body);
      t.equal(status, 202);
      t.equal(text, '');
    }
    t.equal(api.logs.length, before);
  });

  t.test('batches', async (t) => {
    t.equal((await post([])).json.error.code, -32600);
    const twenty = Array.from({ length: 20 }, (_, index) => ({ ...LIST, id: index }));
    const answers = (await post(twenty)).json;
    t.strictSame(
      answers.map((answer: { id: number }) => answer.id),
      twenty.map(({ id }) => id),
    );
    t.match(await post([...twenty, LIST]), { status: 400, json: { id: null, error: { code: -32600 } } });
    t.match(await post([LIST, 1]), {
      status: 400,
      json: {
        id: null,
        error: { code: -32600, message: /Nothing of the batch was run, because of its element 2\. A JSON/ },
      },
    });
    t.match(await post([LIST, { ...LIST, method: 'initialize' }]), { status: 400 });
    t.equal((await post([{ jsonrpc: '2.0', method: 'notifications/x' }])).status, 202);
    const mixed = await post([
      { jsonrpc: '2.0', method: 'notifications/x' },
      LIST,
      { ...LIST, id: 'b', method: 'nope' },
    ]);
    t.match(mixed.json, [
      { id: 1, result: {} },
      { id: 'b', error: { code: -32601 } },
    ]);
    t.equal((await post([LIST], { 'idempotency-key': 'k' })).status, 400);
    const calls = await post(
      [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'ping', arguments: {} } })),
    );
    t.equal(calls.headers['x-credits-cost'], undefined, 'in a batch the receipts speak');
    t.equal(calls.json[1].result._meta['io.jobdata/receipt'].tool, 'ping');
  });
});

t.test('facts MCP §3, §7: HTTP headers and statuses around the envelope', async (t) => {
  const api = await openApi(t, {
    env: { ALLOWED_ORIGINS: 'https://app.example.com', PUBLIC_URL: 'https://jobs.example.com', OAUTH: 'off' },
  });
  const { post, service } = api;
  const { app } = service;

  t.test('every other HTTP method gets 405, also without a key, whatever the body', async (t) => {
    const verbs = METHODS.filter((method) => method !== 'POST' && method !== 'CONNECT');
    t.ok(['GET', 'HEAD', 'PROPFIND', 'QUERY', 'PURGE', 'M-SEARCH'].every((verb) => verbs.includes(verb)));
    for (const method of verbs) {
      for (const url of ['/mcp', '/mcp/', '/mcp?x=1']) {
        const response = await app.inject({ method: method as 'GET', url });
        t.equal(response.statusCode, 405, `${method} ${url}`);
        t.equal(response.headers['allow'], 'POST');
        if (method !== 'HEAD') t.match(response.json(), { id: null, error: { code: -32600 } });
      }
    }
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/xml' }]) {
      const response = await app.inject({ method: 'PUT', url: '/mcp', headers, payload: '{"a":' });
      t.equal(response.statusCode, 405, headers['content-type']);
    }
  });

  t.test('an HTTP method unknown to Node, and one that it knows, over a socket', async (t) => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const statusOf = (verb: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(`${verb} /mcp HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
        );
        let text = '';
        socket.setEncoding('latin1');
        socket.on('data', (chunk) => (text += chunk));
        socket.on('end', () => resolve(text.split(' ', 2)[1] ?? ''));
        socket.on('error', reject);
      });
    t.equal(await statusOf('PROPFIND'), '405');
    t.equal(await statusOf('QUERY'), '405');
    t.equal(await statusOf('NONSENSE'), '400');
  });

  t.test('invalid keys: 401 with a WWW-Authenticate challenge', async (t) => {
    const without = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'content-type': 'application/json' },
      payload: LIST,
    });
    t.equal(without.statusCode, 401);
    t.equal(without.headers['www-authenticate'], 'Bearer realm="job-data"');
    t.match(without.json(), { jsonrpc: '2.0', id: null, error: { code: -32000, data: { reason: 'invalid_key' } } });
    for (const authorization of [
      'Bearer nonsense',
      'Bearer jdm_live_00000000000000000000000000000000000000',
      `Basic ${api.apiKey}`,
      'Bearer',
      `Bearer ${api.apiKey} x`,
    ]) {
      const response = await post(LIST, { authorization });
      t.equal(response.status, 401, authorization);
      t.equal(response.headers['www-authenticate'], 'Bearer realm="job-data", error="invalid_token"');
    }
    t.equal((await post(LIST, { authorization: `bearer   ${api.apiKey} ` })).status, 200);
  });

  t.test('both spellings of the path are accepted, and no other', async (t) => {
    const slash = await app.inject({
      method: 'POST',
      url: '/mcp/',
      headers: { authorization: `Bearer ${api.apiKey}`, 'content-type': 'application/json' },
      payload: LIST,
    });
    t.equal(slash.statusCode, 200);
    for (const url of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration/mcp',
      '/mcp/.well-known/openid-configuration',
      '/register',
      '/authorize',
      '/token',
      '/nothing',
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        const response = await app.inject({ method, url });
        t.equal(response.statusCode, 404, `${method} ${url}`);
        t.match(response.headers['content-type'], /^application\/json/);
        t.ok(response.payload.length < 300);
      }
    }
  });

  t.test('SPEC §11: an unknown path gets a small JSON 404, whatever the method and the body', async (t) => {
    const bodies: [type: string | undefined, body: string | Buffer][] = [
      [undefined, ''],
      ['application/json', '{"a":'],
      ['application/json', ''],
      ['application/json', JSON.stringify(LIST)],
      ['text/plain', 'words'],
      ['application/x-www-form-urlencoded', 'a=%zz'],
      ['multipart/form-data; boundary=x', 'x'],
      ['nonsense', 'x'],
      ['application/json', Buffer.alloc(2 * 1024 * 1024, 0x20)],
    ];
    for (const [type, payload] of bodies) {
      for (const url of ['/nothing', '/mcp/x', '/%zz', `/${'x'.repeat(5000)}`]) {
        const headers = type === undefined ? {} : { 'content-type': type };
        const response = await app.inject({ method: 'POST', url, headers, payload });
        t.equal(response.statusCode, 404, `${type} to ${url.slice(0, 20)}`);
        t.match(response.headers['content-type'], /^application\/json/);
        t.equal(response.json().error, 'not_found');
        t.ok(response.payload.length < 300);
      }
    }
    for (const method of METHODS.filter((verb) => verb !== 'CONNECT')) {
      const response = await app.inject({ method: method as 'GET', url: '/nothing' });
      t.equal(response.statusCode, 404, method);
      t.match(response.headers['content-type'], /^application\/json/);
    }
  });

  t.test('origins: none, loopback and configured ones are accepted, no other', async (t) => {
    for (const origin of [
      'http://localhost:3000',
      'http://127.0.0.1:1',
      'http://[::1]:9',
      'https://app.example.com',
      'https://jobs.example.com',
    ]) {
      const { status, headers } = await post(LIST, { origin });
      t.equal(status, 200, origin);
      t.equal(headers['access-control-allow-origin'], origin);
    }
    for (const origin of [
      'http://evil.example.com',
      'https://app.example.com.evil.net',
      'null',
      'http://localhost.evil.net',
      '',
    ]) {
      if (origin === '') continue;
      const { status, json } = await post(LIST, { origin, host: 'evil.example.com' });
      t.equal(status, 403, origin);
      t.match(json, { id: null, error: { code: -32600 } });
    }
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/mcp',
      headers: { origin: 'https://app.example.com' },
    });
    t.equal(preflight.statusCode, 204);
    t.match(preflight.headers['access-control-allow-headers'], /authorization.*mcp-protocol-version/);
  });

  t.test('sizes and types', async (t) => {
    t.match(await post(Buffer.alloc(10 * 1024 * 1024, 0x20)), {
      status: 413,
      json: { id: null, error: { code: -32600 } },
    });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'nonsense',
    ]) {
      t.match(await post(LIST, { 'content-type': type }), { status: 415, json: { error: { code: -32600 } } }, type);
    }
    t.equal((await post(LIST, { 'content-type': 'application/json; charset=utf-8' })).status, 200);
    t.equal((await post(LIST, { 'content-type': 'application/json; charset="UTF-8"' })).status, 200);
    for (const charset of ['utf-16', 'iso-8859-1', '"windows-1252"'])
      t.match(
        await post(LIST, { 'content-type': `application/json; charset=${charset}` }),
        { status: 415, json: { error: { code: -32600, message: /JSON in UTF-8/ } } },
        charset,
      );
    t.match(await post(LIST, { 'content-type': 'application/json', 'content-encoding': 'gzip' }), {
      status: 415,
      json: { error: { code: -32600, message: /without the header Content-Encoding/ } },
    });
    t.equal((await post(LIST, { 'content-type': 'application/json', 'content-encoding': 'identity' })).status, 200);
  });

  t.test('health', async (t) => {
    t.equal((await app.inject('/healthz')).statusCode, 200);
    t.equal((await app.inject('/readyz')).statusCode, 200);
    service.drain();
    t.equal((await app.inject('/readyz')).statusCode, 503);
  });

  t.test('metrics are served only to this machine or with the token', async (t) => {
    const local = await openApi(t);
    const { app } = local.service;
    await local.call('ping');
    const response = await app.inject('/metrics');
    t.match(response.payload, /jobdata_tool_calls_total\{tool="ping",outcome="ok"\} \d/);
    const closed = async (what: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      t.equal((await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode, 404, what);
    await closed('a stranger', {}, '203.0.113.9');
    await closed('a mapped stranger', {}, '::ffff:203.0.113.9');
    await closed('a stranger who says otherwise', { 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9');
    await closed('a name that was rebound to this machine', { host: 'jobs.example.com' });
    const headers = { accept: 'text/plain', 'x-prometheus-scrape-timeout-seconds': '10', 'sec-fetch-site': 'none' };
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      t.equal((await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode, 200, remoteAddress);
    }
    // A proxy on this machine that adds no header looks like any local program, so the settings decide, not the
    // request.
    for (const env of [{ TRUST_PROXY: '127.0.0.1' }, { PUBLIC_URL: 'https://jobs.example.com' }]) {
      const behind = await openApi(t, { env });
      const plain = { url: '/metrics', headers: { host: '127.0.0.1:8080', 'user-agent': 'curl', accept: '*/*' } };
      t.equal((await behind.service.app.inject(plain)).statusCode, 404, JSON.stringify(env));
    }
    const loopback = await openApi(t, { env: { PUBLIC_URL: 'http://localhost:8080' } });
    t.equal((await loopback.service.app.inject('/metrics')).statusCode, 200, 'a public address on this machine');
    const guarded = await openApi(t, { env: { METRICS_TOKEN: 's3cret' } });
    t.equal((await guarded.service.app.inject('/metrics')).statusCode, 404);
    t.equal(
      (await guarded.service.app.inject({ url: '/metrics', headers: { authorization: 'Bearer s3cret' } })).statusCode,
      200,
    );
  });

  t.test('no secret is logged', async (t) => {
    t.notMatch(JSON.stringify(api.logs), api.apiKey);
  });
});
