import { once, type EventEmitter } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { HttpConnections, CONNECTION_LIMITS, type ConnectionLimits } from '../../src/http/connections.ts';
import { createProxyCheck } from '../../src/http/trusted-proxies.ts';
import { openApi } from '../support/api.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

interface Guarded {
  connections: HttpConnections;
  server: Server;
  /** A connection from one of this machine's addresses. */
  open(from?: string): Promise<Socket>;
}

/** A server with limits of the test's own; loopback addresses stand for so many networks. */
async function guard(t: Test, limits: Partial<ConnectionLimits>, handler: RequestListener): Promise<Guarded> {
  const connections = new HttpConnections((address) => address === '127.0.0.99', { ...CONNECTION_LIMITS, ...limits });
  const server = connections.createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    connections.close(60_000);
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = async (from = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { connections, server, open };
}

async function answerOf(socket: Socket, request = GET): Promise<string> {
  socket.write(request);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString('latin1');
}

/** Resolves when a socket or server is closed, also by a reset. */
const whenClosed = (emitter: EventEmitter): Promise<void> =>
  new Promise((resolve) => void emitter.once('close', () => resolve()));

const hello: RequestListener = (_request, response) => response.end('hello');

t.test('too many connections: the oldest idle one of the network with the most connections is closed', async (t) => {
  const { open } = await guard(t, { maximum: 3 }, hello);
  const kept = await open('127.0.0.2');
  const first = await open('127.0.0.3');
  await open('127.0.0.3');
  const gone = whenClosed(first);
  const newcomer = await open('127.0.0.4');
  await gone;
  t.match(await answerOf(newcomer), /^HTTP\/1\.1 200/);
  t.match(await answerOf(kept), /^HTTP\/1\.1 200/);
});

t.test(
  'too many connections of one network: its oldest ones are closed, and a trusted proxy has no such limit',
  async (t) => {
    const { open } = await guard(t, { maximumEach: 2 }, hello);
    const other = await open('127.0.0.2');
    const first = await open('127.0.0.3');
    await open('127.0.0.3');
    const gone = whenClosed(first);
    t.match(await answerOf(await open('127.0.0.3')), /^HTTP\/1\.1 200/);
    await gone;
    t.match(await answerOf(other), /^HTTP\/1\.1 200/);
    const proxied = [await open('127.0.0.99'), await open('127.0.0.99'), await open('127.0.0.99')];
    for (const socket of proxied) t.match(await answerOf(socket), /^HTTP\/1\.1 200/);
  },
);

t.test(
  'unfinished requests are closed after idle connections of their network, and answered ones are kept',
  async (t) => {
    const asked: (() => void)[] = [];
    const begun = async (socket: Socket, request: string): Promise<void> => {
      const heard = new Promise<void>((resolve) => asked.push(resolve));
      socket.write(request);
      await heard;
    };
    const { open } = await guard(t, { maximum: 4 }, (request, response) => {
      asked.shift()?.();
      request.resume().once('end', () => response.end('hello'));
      request.on('error', () => {});
    });
    const idle = await open('127.0.0.2');
    const endless = [await open('127.0.0.2'), await open('127.0.0.2')] as const;
    for (const socket of endless) await begun(socket, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx');
    const other = await open('127.0.0.3');
    for (const socket of [idle, endless[0]]) {
      const gone = whenClosed(socket);
      socket.resume();
      t.match(await answerOf(await open('127.0.0.4')), /^HTTP\/1\.1 200/);
      await gone;
      if (socket === idle) t.notOk(endless.some(({ closed }) => closed));
    }
    t.match(await answerOf(other), /^HTTP\/1\.1 200/);
  },
);

t.test('the rest of a body after an early answer is limited; pipelined requests are not', async (t) => {
  const { open } = await guard(t, { unwantedBytes: 1_000, checkMs: 5 }, hello);
  const endless = await open('127.0.0.2');
  t.match(await answerOf(endless, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\nx'), /^HTTP\/1\.1 200/);
  const gone = whenClosed(endless);
  const drip = setInterval(() => endless.write('x'.repeat(200)), 2);
  t.teardown(() => clearInterval(drip));
  await gone;
  clearInterval(drip);
  const patient = await open('127.0.0.2');
  for (let count = 0; count < 50; count += 1) t.match(await answerOf(patient), /^HTTP\/1\.1 200/);
  t.ok(patient.bytesWritten > 1_000);
});

t.test('when all connections wait for their answers, a new one is refused and no caller is cut off', async (t) => {
  let finish: () => void = () => {};
  let asked: () => void = () => {};
  const wasAsked = new Promise<void>((resolve) => (asked = resolve));
  const { open } = await guard(t, { maximum: 1 }, (_request, response) => {
    finish = () => response.end('late');
    asked();
  });
  const caller = await open();
  caller.write(GET);
  await wasAsked;
  const refused = await open('127.0.0.2');
  refused.resume();
  await whenClosed(refused);
  finish();
  const [chunk] = (await once(caller, 'data')) as [Buffer];
  t.match(chunk.toString(), /late$/);
});

t.test('a client that does not read its answer is cut off; one that reads slowly is not', async (t) => {
  const large = Buffer.alloc(32 * 1024 * 1024, 'x');
  const { open, server } = await guard(t, { unreadMs: 2_000, checkMs: 20 }, (_request, response) =>
    response.end(large),
  );
  const accepted = once(server, 'connection');
  const deaf = await open();
  const [its] = (await accepted) as [Socket];
  const cutOff = whenClosed(its);
  deaf.write(GET);
  deaf.pause();
  const slow = await open();
  slow.write(GET);
  let read = 0;
  slow.on('data', (chunk: Buffer) => {
    read += chunk.length;
    slow.pause();
    setImmediate(() => slow.resume());
  });
  while (read < large.length) await once(slow, 'data');
  t.ok(read >= large.length, 'all of it');
  await cutOff;
  // Bytes that were already buffered can still be read, and no more.
  let heard = 0;
  deaf.on('data', (chunk: Buffer) => (heard += chunk.length));
  deaf.resume();
  await whenClosed(deaf);
  t.ok(heard < large.length, `${heard} bytes`);
});

t.test('header fields and bodies that arrive slowly, and silent connections, time out', async (t) => {
  const { open } = await guard(t, { headersMs: 100, requestMs: 200, checkMs: 20 }, (request, response) => {
    request.resume();
    request.on('end', () => response.end());
    request.on('error', () => {});
  });
  const silent = await open();
  const dripping = await open();
  dripping.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
  const body = await open();
  body.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx');
  for (const socket of [silent, dripping, body]) socket.resume();
  await Promise.all([whenClosed(silent), whenClosed(dripping), whenClosed(body)]);
  t.pass('all three are closed');
});

t.test('closing: idle and incomplete connections end at once, others right after their answer', async (t) => {
  const responses: (() => void)[] = [];
  const { connections, server, open } = await guard(t, { unreadClosingMs: 50, checkMs: 20 }, (request, response) => {
    request.resume();
    if (request.method === 'GET') responses.push(() => response.end('late'));
  });
  const idle = await Promise.all(Array.from({ length: 5 }, () => open()));
  const half = await open();
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx');
  await once(server, 'request');
  const caller = await open();
  caller.write(GET);
  await once(server, 'request');
  const gone = [...idle, half].map((socket) => whenClosed(socket.resume()));
  connections.close(60_000);
  const closed = whenClosed(server);
  server.close();
  await Promise.all(gone);
  t.equal(caller.destroyed, false);
  responses[0]?.();
  const [chunk] = (await once(caller, 'data')) as [Buffer];
  t.match(chunk.toString(), /connection: close[^]*late$/i);
  await closed;
});

t.test('closing: a call is answered even if half of another request follows on its connection', async (t) => {
  let finish: () => void = () => {};
  const { connections, server, open } = await guard(t, {}, (request, response) => {
    request.resume();
    if (request.method === 'GET') finish = () => response.end('late');
  });
  const caller = await open();
  const both = new Promise<void>((resolve) => server.on('request', ({ method }) => method === 'POST' && resolve()));
  caller.write(`${GET}POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx`);
  await both;
  connections.close(60_000);
  const closed = whenClosed(server);
  server.close();
  finish();
  const [chunk] = (await once(caller, 'data')) as [Buffer];
  t.match(chunk.toString(), /connection: close[^]*late$/i);
  await closed;
});

t.test('CONNECT is answered, and its connection closed', async (t) => {
  const { open } = await guard(t, {}, hello);
  t.match(
    await answerOf(await open(), 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'),
    /^HTTP\/1\.1 405 .*Allow: POST/s,
  );
});

t.test('closing: an answer in transit is completed, and one that is not read is not waited for', async (t) => {
  const large = Buffer.alloc(32 * 1024 * 1024, 'x');
  const finish: (() => void)[] = [];
  const { connections, server, open } = await guard(t, { unreadClosingMs: 50, checkMs: 20 }, ({ url }, response) => {
    if (url === '/large') response.end(large);
    else {
      response.write('begun');
      finish.push(() => response.end('ended'));
    }
  });
  const deaf = await open();
  deaf.pause();
  deaf.write(GET.replace('/', '/large'));
  await once(server, 'request');
  const caller = await open();
  t.match(await answerOf(caller), /begun/);
  connections.close(60_000);
  const closed = whenClosed(server);
  server.close();
  finish[0]?.();
  t.match(((await once(caller, 'data')) as [Buffer])[0].toString(), /ended/);
  await whenClosed(caller);
  await closed;
});

t.test('closing: after the time limit nothing is waited for', async (t) => {
  const { connections, server, open } = await guard(t, {}, () => {});
  const caller = await open();
  caller.write(GET);
  await once(server, 'request');
  const gone = whenClosed(caller);
  connections.close(1);
  await gone;
  t.pass('the connection is closed');
});

t.test('connections from trusted proxies', async (t) => {
  const isProxy = createProxyCheck(['10.1.0.0/16', '203.0.113.7', 'fd00::/8']);
  for (const [address, proxy] of [
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['10.2.0.1', false],
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['fd12::1', true],
    ['2001:db8::1', false],
    ['', false],
  ] as const) {
    t.equal(isProxy(address), proxy, address);
  }
});

t.test('2,000 open connections keep no caller out and do not delay the shutdown', async (t) => {
  const api = await openApi(t);
  const { app } = api.service;
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const held: Socket[] = [];
  let closed = 0;
  for (let batch = 0; batch < 20; batch += 1) {
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => (closed += 1));
        held.push(socket);
        await Promise.race([once(socket, 'connect'), whenClosed(socket)]);
        if (index % 3 === 0) socket.write('POST /mcp HTTP/1.1\r\nHost: x\r\nAuthor');
        socket.resume();
      }),
    );
  }
  const ask = async (): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.apiKey}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping' } }),
    });
    return response.status;
  };
  t.equal(await ask(), 200);
  t.ok(held.length - closed <= CONNECTION_LIMITS.maximum, `${held.length - closed} are held at most`);
  t.ok(closed >= 2_000 - CONNECTION_LIMITS.maximum);
  await app.close();
  await Promise.all(held.filter((socket) => !socket.closed).map((socket) => whenClosed(socket)));
  t.equal(closed, 2_000);
});

t.test(
  'thousands of pipelined requests on one connection: a limited number run at once, other connections get their turn, all are answered',
  async (t) => {
    let begun = 0;
    const waiting: (() => void)[] = [];
    const { open } = await guard(t, {}, (request, response) => {
      if (request.url === '/other') return response.end('hello');
      begun += 1;
      waiting.push(() => response.end('hello'));
      return undefined;
    });
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const greedy = await open();
    const request = `GET / HTTP/1.1\r\nHost: x\r\nX-Filler: ${'x'.repeat(250)}\r\n\r\n`;
    greedy.write(request.repeat(5_000));
    let answers = 0;
    greedy.on('data', (chunk: Buffer) => {
      answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
    });
    const other = await open();
    t.match(await answerOf(other, GET.replace('/', '/other')), /^HTTP\/1\.1 200/);
    for (let index = 0; index < 200; index += 1) await turn();
    t.equal(begun, 16, 'of those in one go');
    while (answers < 5_000) {
      for (const answer of waiting.splice(0)) answer();
      await turn();
    }
    t.equal(begun, 5_000);
  },
);
