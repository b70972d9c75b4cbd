import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { Bridge } from '../../src/stdio/bridge.ts';
import { readEvents } from '../../src/stdio/events.ts';

interface Asked {
  headers: IncomingMessage['headers'];
  body: any;
}

type Respond = (response: ServerResponse, asked: Asked) => void;

/** A service that gives the test's answers one after another. */
async function open(t: Test, ...script: Respond[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      const one = { headers: request.headers, body: JSON.parse(text) };
      asked.push(one);
      (script[asked.length - 1] ?? script.at(-1))?.(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const waits: number[] = [];
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const bridge = new Bridge({
    url,
    apiKey: 'jdm_test_key',
    sleep: async (ms) => {
      waits.push(ms);
    },
  });
  const heard: string[] = [];
  const ask = async (value: any, signal = new AbortController().signal): Promise<any> => {
    const message = { bytes: Buffer.from(JSON.stringify(value)), value, id: value.id };
    const answer = await bridge.answer(message, (json) => heard.push(json), signal);
    return answer === undefined ? undefined : JSON.parse(answer);
  };
  return { asked, waits, heard, ask, server, url };
}

const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'ping', arguments: {} } };
const json =
  (value: object, status = 200): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(value, null, 1));
  };
const ok = json({ jsonrpc: '2.0', id: 7, result: { a: 1 } });

t.test('events: split anywhere, all three kinds of line ends, comments and other fields', async (t) => {
  const text = ': hello\n\nevent: message\ndata: {"é":1}\n\ndata:a\r\ndata: b\r\nid: 3\r\n\r\n\rdata: last\r\r';
  const whole = Buffer.from(text);
  for (const size of [1, 2, 3, 7, whole.length]) {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    }
    const events: string[] = [];
    for await (const data of readEvents(chunks())) events.push(data);
    t.strictSame(events.slice(0, 2), ['{"é":1}', 'a\nb'], `pieces of ${size}`);
  }
});

t.test('a message is forwarded unchanged with the key; the answer comes back on one line', async (t) => {
  const { asked, ask } = await open(t, ok);
  t.strictSame(await ask(call), { jsonrpc: '2.0', id: 7, result: { a: 1 } });
  t.strictSame(asked[0]?.body, call);
  t.match(asked[0]?.headers, {
    authorization: 'Bearer jdm_test_key',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'idempotency-key': /^stdio-[0-9a-f]{32}$/,
  });
  const own = { ...call, params: { ...call.params, _meta: { 'io.jobdata/idempotency_key': 'mine' } } };
  await ask(own);
  t.equal(asked[1]?.headers['idempotency-key'], undefined, "a client's own key stays the only one");
  await ask({ jsonrpc: '2.0', id: 8, method: 'tools/list' });
  t.equal(asked[2]?.headers['idempotency-key'], undefined);
});

t.test('both generations: headers mirror the newer one, the version of the older one is kept', async (t) => {
  const { asked, ask } = await open(
    t,
    json({ jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-06-18' } }),
    json({ jsonrpc: '2.0', id: 1, result: {} }),
  );
  await ask({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18' } });
  t.equal(asked[0]?.headers['mcp-protocol-version'], undefined);
  await ask({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  t.equal(asked[1]?.headers['mcp-protocol-version'], '2025-06-18');
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  await ask({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'ping', _meta } });
  t.match(asked[2]?.headers, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'ping',
  });
  await ask({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'né\n', _meta } });
  t.equal(asked[3]?.headers['mcp-name'], `=?base64?${Buffer.from('né\n').toString('base64')}?=`);
});

t.test('progress arrives before the answer; a notification has no answer', async (t) => {
  const { ask, heard } = await open(
    t,
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': keepalive\n\nevent: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n');
      response.end('event: message\ndata: {"jsonrpc":"2.0","id":7,"result":{}}\n\n');
    },
    (response) => response.writeHead(202).end(),
  );
  t.match(await ask(call), { id: 7, result: {} });
  t.strictSame(heard, ['{"jsonrpc":"2.0","method":"notifications/progress"}']);
  t.equal(await ask({ jsonrpc: '2.0', method: 'notifications/initialized' }), undefined);
});

t.test('if the answer is lost, the call is repeated with the same idempotency key', async (t) => {
  const { ask, asked, waits } = await open(
    t,
    (response) => response.destroy(),
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(': keepalive\n\n');
    },
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"jsonrpc":');
      setImmediate(() => response.destroy());
    },
    ok,
  );
  t.match(await ask(call), { id: 7, result: { a: 1 } });
  t.strictSame(waits, [250, 1_000, 3_000]);
  t.equal(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size, 1);
});

t.test('progress of a repeated call never goes back', async (t) => {
  const progress = (value: number): string =>
    `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":${value}}}\n\n`;
  const stream = { 'content-type': 'text/event-stream' };
  const { ask, heard } = await open(
    t,
    (response) => response.writeHead(200, stream).end(progress(0) + progress(1)),
    (response) =>
      response
        .writeHead(200, stream)
        .end(`${progress(0)}${progress(1)}${progress(2)}data: {"jsonrpc":"2.0","id":7,"result":{}}\n\n`),
  );
  t.match(await ask(call), { id: 7, result: {} });
  t.strictSame(
    heard.map((json) => JSON.parse(json).params.progress),
    [0, 1, 2],
  );
});

t.test('values that no header can hold are sent only in the message', async (t) => {
  const { asked, ask } = await open(t, ok);
  for (const [version, method] of [
    ['2026-07-28\r\nx: y', 'tools/call'],
    ['2026-07-28', 'tools/\ncall'],
    ['é', 'ü'],
  ]) {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': version };
    t.match(await ask({ jsonrpc: '2.0', id: 7, method, params: { name: 'ping', _meta } }), { result: { a: 1 } });
    t.equal(asked.at(-1)?.body.method, method);
    t.equal(asked.at(-1)?.headers['x'], undefined);
  }
  t.equal(asked.length, 3, 'each asked for once');
});

t.test('a service that stays away: an error with the client’s ID', async (t) => {
  const { ask, server, url } = await open(t, ok);
  server.close();
  await once(server, 'close');
  t.match(await ask(call), {
    id: 7,
    error: {
      code: -32000,
      message: `The service at ${url} could not be reached: ECONNREFUSED. Is it running?`,
      data: { docs: `${new URL(url).origin}/docs/errors#upstream_failed` },
    },
  });
  t.equal(await ask({ jsonrpc: '2.0', method: 'notifications/initialized' }), undefined);
});

t.test('calls of a batch, which have no keys, are not repeated', async (t) => {
  const { ask, asked } = await open(t, (response) => response.destroy());
  const message = [call, { ...call, id: 8 }];
  t.match(await ask(Object.assign(message, {})), undefined);
  t.equal(asked.length, 1);
});

t.test('errors are forwarded unchanged; one without an ID gets the client’s', async (t) => {
  const { ask } = await open(
    t,
    json({ jsonrpc: '2.0', id: 7, error: { code: -32000, message: 'no', data: { reason: 'quota_exceeded' } } }),
    json({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'key', data: { reason: 'invalid_key' } } }, 401),
  );
  t.strictSame((await ask(call)).error, { code: -32000, message: 'no', data: { reason: 'quota_exceeded' } });
  t.match(await ask(call), { id: 7, error: { message: 'key', data: { reason: 'invalid_key' } } });
});

t.test('wrong addresses: the key follows no redirect; pages and proxies are told apart', async (t) => {
  const elsewhere = await open(t, ok);
  const { ask, asked } = await open(
    t,
    (response) => response.writeHead(307, { location: elsewhere.url.href }).end(),
    (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
    json({ error: 'not_found', message: 'There is nothing at POST /.' }, 404),
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>'),
    json({ hello: 1 }),
    (response) => response.writeHead(502).end('bad gateway'),
    ok,
  );
  t.match((await ask(call)).error.message, /HTTP 307 .*It redirects: give the address/);
  t.equal(elsewhere.asked.length, 0);
  t.match((await ask(call)).error.message, /HTTP 404 and no JSON-RPC\. Is it the address of the service/);
  t.match(
    (await ask(call)).error.message,
    /HTTP 404 and no JSON-RPC\. Is it the address of the service/,
    'JSON of another kind',
  );
  t.match(await ask(call), { id: 7, error: { message: /HTTP 200 and no JSON-RPC/ } }, 'a page in between');
  t.match(await ask(call), { id: 7, error: { message: /HTTP 200 and no JSON-RPC/ } });
  t.match(await ask(call), { id: 7, result: { a: 1 } }, 'a proxy whose service starts anew');
  t.equal(asked.length, 7);
});

t.test('a call that the client cancels: its connection ends, and there is no answer', async (t) => {
  const cancelled = new AbortController();
  let closed: Promise<unknown> | undefined;
  const { ask } = await open(t, (response) => {
    closed = once(response, 'close');
    cancelled.abort();
  });
  t.equal(await ask(call, cancelled.signal), undefined);
  await closed;
  t.pass('the service sees that nobody waits');
});

t.test('W3C trace context is forwarded unchanged in both directions', async (t) => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const own = '00-0af7651916cd43dd8448eb211c80319c-c7ad6b7169203331-01';
  const { asked, ask } = await open(t, json({ jsonrpc: '2.0', id: 7, result: { _meta: { traceparent: own } } }));
  const params = { ...call.params, _meta: { traceparent, tracestate: 'congo=1' } };
  t.strictSame((await ask({ ...call, params })).result._meta, { traceparent: own });
  t.strictSame(asked[0]?.body.params._meta, { traceparent, tracestate: 'congo=1' });
});
