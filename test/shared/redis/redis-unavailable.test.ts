import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import t, { type Test } from 'tap';
import { CircuitBreaker } from '../../../src/jobs/circuit-breaker.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { RedisShared } from '../../../src/shared/redis/create.ts';
import type { HostSlot, Shared } from '../../../src/shared/types.ts';
import { FakeClock } from '../../support/clock.ts';
import { startRedis, withoutRedis } from '../../support/redis-server.ts';
import { openRedisShared } from '../../support/shared-engines.ts';
import { until } from '../../support/until.ts';

const skip = await withoutRedis();

/**
 * Calls in sequence, as many at a time as a service may have; returns a function that ends them and returns their
 * number.
 */
function load({ windows, pages, singleFlight, hostThrottle, cooldowns }: RedisShared): () => Promise<number> {
  let ended = false;
  let calls = 0;
  const call = async (): Promise<void> => {
    while (!ended) {
      await windows.count('calls', 'somebody', 60_000);
      await pages.put('a page', 'text', systemClock.now(), systemClock.now() + 60_000);
      await pages.get('a page', systemClock.now());
      await hostThrottle.take('site.example', 1, systemClock.now() + 60_000);
      await cooldowns.find('reed');
      await singleFlight.run(`work ${calls}`, async () => 'done', { patienceMs: 1_000 });
      calls += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const running = Promise.all(Array.from({ length: 16 }, call));
  return async () => {
    ended = true;
    await running;
    return calls;
  };
}

t.test(
  'a server that hangs or is killed under load fails no call, and is used again when it returns',
  { skip },
  async (t) => {
    const server = await startRedis(t);
    const told: string[] = [];
    const shared = await openRedisShared(t, server.url, systemClock, told);
    const fault = (): string | undefined => shared.server?.fault();
    t.equal(fault(), undefined);
    for (const [go, come] of [
      [async () => server.suspend(), async () => server.resume()],
      [() => server.kill(), () => server.start()],
    ] as const) {
      told.length = 0;
      const end = load(shared);
      await go();
      await until(() => fault() !== undefined);
      const meanwhile = load(shared);
      await until(() => told.length > 0);
      t.ok((await meanwhile()) >= 16, 'calls go on meanwhile');
      await come();
      await until(() => fault() === undefined);
      t.ok((await end()) > 16);
      t.equal(told.length, 2, 'one line when it went, and one when it is back');
      t.match(told[0], /^Redis at 127\.0\.0\.1:\d+ (does not answer|cannot be reached)/);
      t.equal(told[1], 'back');
      const { count } = await shared.windows.count('anew', 'x', 60_000);
      t.equal(count, 1, 'and is counted on');
    }
  },
);

t.test('a server that is full or read-only counts as unavailable', { skip }, async (t) => {
  const server = await startRedis(t);
  const told: string[] = [];
  const shared = await openRedisShared(t, server.url, systemClock, told);
  const admin = new Redis(server.url);
  t.teardown(() => admin.disconnect());
  const fault = (): string | undefined => shared.server?.fault();
  for (const [spoil, mend, sentence] of [
    [() => admin.config('SET', 'maxmemory', '1'), () => admin.config('SET', 'maxmemory', '0'), /has no memory left$/],
    [
      () => admin.replicaof('127.0.0.1', '1'),
      () => admin.call('REPLICAOF', 'NO', 'ONE'),
      /(is a replica that takes no writes|has lost its primary)$/,
    ],
  ] as const) {
    told.length = 0;
    await spoil();
    const first = await shared.windows.count('calls', String(sentence), 60_000);
    t.match(first, { count: 1 }, 'counted here');
    await until(() => fault() !== undefined);
    t.match(fault(), sentence);
    t.match(await shared.windows.count('calls', String(sentence), 60_000), { count: 2 });
    await shared.pages.put('p', 'text', 0, 1_000);
    t.match(await shared.pages.get('p', 500), { value: 'text' }, 'what this process has it knows');
    await mend();
    await until(() => fault() === undefined);
    t.equal(told.at(-1), 'back');
  }
});

t.test('cooldowns set while it was away, or lost by a restart, are written to it again', { skip }, async (t) => {
  const server = await startRedis(t);
  const clock = new FakeClock();
  const replicas = await Promise.all([1, 2].map(() => openRedisShared(t, server.url, clock)));
  const [one, other] = replicas.map(({ cooldowns }) => new CircuitBreaker(clock, cooldowns)) as [
    CircuitBreaker,
    CircuitBreaker,
  ];
  await one.failed('apec', true);
  await server.kill();
  await until(() => replicas.every((shared) => shared.server?.fault() !== undefined));
  await one.failed('reed', true);
  t.ok(await one.openCircuitOf('reed'));
  t.equal(await other.openCircuitOf('reed'), undefined, 'nobody can have told it');
  await server.start();
  await until(() => replicas.every((shared) => shared.server?.fault() === undefined));
  await until(() => other.openCodes().length === 2);
  t.strictSame(other.openCodes().sort(), ['apec', 'reed']);
});

t.test('intervals are kept for as many processes as there were', { skip }, async (t) => {
  const server = await startRedis(t);
  const clock = new FakeClock();
  // In sequence: the last one counts all.
  const replicas: Shared[] = [];
  for (let index = 0; index < 3; index += 1) replicas.push(await openRedisShared(t, server.url, clock));
  await server.kill();
  await until(() => replicas.every((shared) => shared.server?.fault() !== undefined));
  const slots: (HostSlot | undefined)[] = [];
  for (let index = 0; index < 3; index += 1)
    slots.push(await replicas[2]?.hostThrottle.take('site.example', 100, clock.now() + 10_000));
  t.strictSame(
    slots.map((slot) => (slot?.at ?? 0) - clock.now()),
    [0, 300, 600],
  );
});

async function startStranger(t: Test, answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.write(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test('faults of the URL are reported at the start, without secrets', { skip }, async (t) => {
  const locked = await startRedis(t, { password: 'open sesame' });
  const stranger = await startStranger(t, 'HTTP/1.1 400 Bad Request\r\n\r\n');
  const host = new URL(locked.url).host;
  const open = await startRedis(t);
  const admin = new Redis(open.url);
  t.teardown(() => admin.disconnect());
  await admin.acl('SETUSER', 'weak', 'on', '>hunter2', '~*', '+@read', '+hello');
  const cluster = await startRedis(t, { settings: { 'cluster-enabled': 'yes' } });
  for (const [url, sentence] of [
    [open.url.replace('//', '//weak:hunter2@'), /does not let this user run scripts/],
    [cluster.url, /is a node of a cluster/],
    [`redis://${host}`, /asks for a password: put one into the URL/],
    [`redis://:hunter2@${host}`, /refuses the name or password of the URL\.$/],
    [`redis://somebody:hunter2@${host}`, /refuses the name or password of the URL\.$/],
    [`${open.url}/100000`, /has no database of that number/],
    [`redis://:hunter2@${stranger}`, /is no Redis or Valkey server/],
  ] as const) {
    const error = await openRedisShared(t, url, systemClock).then(
      () => new Error('it started'),
      (fault: unknown) => fault as Error,
    );
    t.match(error.message, sentence, url);
    t.match(error.message, /^REDIS_URL: the server at 127\.0\.0\.1:\d+ /);
    t.notMatch(error.message, /hunter2|sesame/);
  }
  const byTls = await openRedisShared(t, open.url.replace('redis:', 'rediss:'), systemClock);
  t.match(byTls.server?.fault(), /^Redis at 127\.0\.0\.1:\d+, by TLS, cannot be reached/);
  const right = await openRedisShared(t, locked.url, systemClock);
  t.equal(right.server?.fault(), undefined, 'a password with a blank is taken as it is');
});

t.test('the service starts without the server, and uses it when it comes', { skip }, async (t) => {
  const server = await startRedis(t);
  for (const [go, come] of [
    [() => server.kill(), () => server.start()],
    [async () => server.suspend(), async () => server.resume()],
  ] as const) {
    await go();
    const told: string[] = [];
    const shared = await openRedisShared(t, server.url, systemClock, told);
    t.match(shared.server?.fault(), /^Redis at 127\.0\.0\.1:\d+ (cannot be reached \(ECONNREFUSED\)|does not answer)$/);
    t.equal(told.length, 1);
    t.match(await shared.windows.count('calls', 'x', 60_000), { count: 1 });
    await come();
    await until(() => shared.server?.fault() === undefined);
    t.equal(told.at(-1), 'back');
  }
});
