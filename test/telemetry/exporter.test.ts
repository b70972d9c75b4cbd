import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { attributesOf } from '../../src/telemetry/otlp.ts';
import { OtlpExporter } from '../../src/telemetry/otlp-exporter.ts';
import { OtlpSender } from '../../src/telemetry/otlp-sender.ts';
import type { FinishedSpan } from '../../src/telemetry/span-recorder.ts';
import { FakeClock } from '../support/clock.ts';
import { openCollector } from '../support/collector.ts';

const SPAN: FinishedSpan = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: undefined,
  isParentRemote: false,
  state: '',
  name: 'work',
  kind: 'internal',
  startedAt: 0,
  endedAt: 1,
  attributes: {},
  failed: false,
};

function open(t: Test, endpoint: string, { timeoutMs = 20_000, headers = {} } = {}) {
  const clock = new FakeClock();
  const told: string[] = [];
  const exporter = new OtlpExporter({
    endpoint,
    sender: new OtlpSender({ endpoint, headers, timeoutMs }),
    origin: { resource: { attributes: attributesOf({}) }, scope: { name: 'test', version: '1' } },
    now: () => clock.now(),
    onFault: (sentence) => told.push(sentence),
    onRecovery: () => told.push('again'),
    closeMs: 50,
  });
  t.teardown(() => exporter.close());
  const add = (count: number): void => {
    for (let index = 0; index < count; index += 1) exporter.add({ ...SPAN, name: `work ${index}` });
  };
  return { exporter, clock, told, add };
}

/** A TCP server that does what it is told with each connection. */
async function openTcp(t: Test, serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test(
  'waiting spans are sent in batches, with the operator’s headers, to the path below the base address',
  async (t) => {
    const collector = await openCollector(t);
    const { exporter, told, add } = open(t, `${collector.url}/otlp`, { headers: { authorization: 'Bearer s3cret' } });
    add(1_300);
    await exporter.sendSpans();
    t.strictSame(
      collector.requests.map(({ path }) => path),
      ['/otlp/v1/traces', '/otlp/v1/traces', '/otlp/v1/traces'],
    );
    t.match(collector.requests[0]?.headers, { authorization: 'Bearer s3cret', 'content-type': 'application/json' });
    t.equal(exporter.waiting, 0);
    t.strictSame(told, []);
  },
);

t.test('a refusing port: one sentence at the start, then one in ten minutes; waiting spans are bounded', async (t) => {
  const endpoint = await openTcp(t, () => {});
  const { port } = new URL(endpoint);
  const { exporter, clock, told, add } = open(t, `http://127.0.0.1:${port === '1' ? 2 : 1}`);
  const sentence = await exporter.check();
  t.match(sentence, /^The collector of OTEL_EXPORTER_OTLP_ENDPOINT \(http:\/\/127\.0\.0\.1:\d\) .*ECONNREFUSED.*4318/);
  t.match(sentence, /calls go on/);
  add(5_000);
  t.equal(exporter.waiting, 2_048);
  t.equal(exporter.dropped, 5_000 - 2_048);
  for (let minute = 0; minute < 35; minute += 1) {
    clock.advance(60_000);
    await exporter.sendSpans();
  }
  t.equal(told.length, 3, 'told at the start, and then every ten minutes');
  t.equal(exporter.waiting, 2_048, 'kept for when it comes back');
});

t.test('after a failure nothing is sent for a while', async (t) => {
  let connections = 0;
  const endpoint = await openTcp(t, (socket) => {
    connections += 1;
    socket.destroy();
  });
  const { exporter, clock, add } = open(t, endpoint);
  add(1);
  await exporter.sendSpans();
  await exporter.sendSpans();
  t.equal(connections, 1);
  clock.advance(5_000);
  await exporter.sendSpans();
  t.equal(connections, 2);
  clock.advance(5_000);
  await exporter.sendSpans();
  t.equal(connections, 2, 'the rest doubles');
});

t.test('a clock that is set back neither prolongs that pause nor suppresses a message', async (t) => {
  let connections = 0;
  const endpoint = await openTcp(t, (socket) => {
    connections += 1;
    socket.destroy();
  });
  const { exporter, clock, add, told } = open(t, endpoint);
  add(1);
  await exporter.sendSpans();
  clock.advance(-24 * 3_600_000);
  await exporter.sendSpans();
  t.equal(connections, 2, 'not a day later');
  t.equal(told.length, 2);
});

t.test('a collector that returns gets the waiting spans, and this is logged', async (t) => {
  let status = 503;
  const collector = await openCollector(t, (_request, response) => response.writeHead(status).end());
  const { exporter, clock, told, add } = open(t, collector.url);
  add(3);
  await exporter.sendSpans();
  t.equal(exporter.waiting, 3);
  status = 200;
  clock.advance(60_000);
  await exporter.sendSpans();
  t.equal(exporter.waiting, 0);
  t.equal(exporter.dropped, 0);
  t.match(told, [/HTTP 503.*Its own log says more/, 'again']);
});

t.test('permanently refused spans are dropped, and the message says what to do', async (t) => {
  for (const [status, advice] of [
    [401, /OTEL_EXPORTER_OTLP_HEADERS/],
    [404, /base address/],
    [302, /base address/],
    [415, /http\/json/],
  ] as const) {
    const collector = await openCollector(t, (_request, response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(),
    );
    const { exporter, told, add } = open(t, collector.url);
    add(2);
    await exporter.sendSpans();
    t.match(told, [advice], String(status));
    t.equal(exporter.waiting, 0);
    t.equal(exporter.dropped, 2);
    t.equal(collector.requests.length, 1, 'no redirect is followed');
  }
});

t.test('a collector that hangs, answers garbage, or never ends its answer', async (t) => {
  const ways: [what: string, serve: (socket: Socket) => void, taken: boolean][] = [
    ['says nothing', () => {}, false],
    ['is no HTTP server', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), false],
    ['drips headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nx: '), false],
    [
      'answers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
        const pour = (): void => {
          while (!socket.destroyed && socket.write('x'.repeat(16_384)));
        };
        socket.on('drain', pour);
        pour();
      },
      true,
    ],
    ['answers no JSON', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n<htm>'), true],
  ];
  for (const [what, serve, taken] of ways) {
    const { exporter, told, add } = open(t, await openTcp(t, serve), { timeoutMs: 100 });
    add(1);
    await exporter.sendSpans();
    t.equal(told.length, taken ? 0 : 1, what);
    t.equal(exporter.waiting, taken ? 0 : 1, what);
    await exporter.close();
    t.equal(exporter.waiting, 0, 'nothing is kept past the end');
  }
});

t.test('the shutdown waits for a collector that hangs only up to the limit', async (t) => {
  const { exporter, add } = open(t, await openTcp(t, () => {}));
  add(10);
  // Its request would last 20 seconds.
  await exporter.close();
  t.equal(exporter.dropped, 10);
});
