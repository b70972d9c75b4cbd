import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../../src/lib/clock.ts';
import { createRateLimiter } from '../../../src/shared/rate-limiter.ts';
import { createRedisShared } from '../../../src/shared/redis/create.ts';
import type { Shared } from '../../../src/shared/types.ts';
import type { OwnServer } from '../../servers/own-server.ts';
import { hasRedis, startRedisServer } from '../../servers/redis.ts';
import { printTarget } from './say.ts';
import { startSharedProcesses, type SharedProcess } from '../../servers/shared-processes.ts';

const PROCESSES = 3;
const LIMIT = 300;
const MIN_INTERVAL_MS = 40;
const AT_ONCE = 64;
const DURATION_MS = 2_000;
const PAGE = 'x'.repeat(50_000);

/**
 * Measures how exact and fast the state is that replicas share through Redis, and how much a failure of Redis costs.
 */
export async function measureShared(): Promise<void> {
  if (!hasRedis()) {
    process.stdout.write('  Redis: left out, there is no redis-server\n');
    return;
  }
  const server = await startRedisServer();
  try {
    const processes = await startSharedProcesses(server.url, PROCESSES);
    try {
      await measureTogether(processes);
    } finally {
      await Promise.all(processes.map((one) => one.end()));
    }
    await measureAlone(server);
    await measureAway(server);
  } finally {
    await server.drop();
  }
}

async function measureTogether(processes: readonly SharedProcess[]): Promise<void> {
  const allowed = await Promise.all(processes.map((one) => one.ask<number>('count', { calls: 200, limit: LIMIT })));
  printTarget(5, `600 calls of ${PROCESSES} processes on a limit of ${LIMIT}: ${sum(allowed)} let through`, `${LIMIT}`);

  const slots = await Promise.all(
    processes.map((one) => one.ask<number[]>('throttle', { turns: 10, minIntervalMs: MIN_INTERVAL_MS })),
  );
  const starts = slots.flat().sort((a, b) => a - b);
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] as number));
  printTarget(
    6,
    `${starts.length} turns at a host paced ${MIN_INTERVAL_MS} ms: gaps ${Math.min(...gaps)} to ${Math.max(...gaps)} ms, mean ${(sum(gaps) / gaps.length).toFixed(1)}`,
    `none below ${MIN_INTERVAL_MS - 5} ms`,
  );

  const begun = (): number => sum(processes.map((one) => one.begun));
  await Promise.all(processes.map((one) => one.ask('fly', { runs: 20, workMs: 200 })));
  const first = begun();
  const before = processes.map((one) => one.begun);
  const startedAt = performance.now();
  const running = processes.map((one) => one.ask('fly', { runs: 20, workMs: 200 }));
  for (const run of running) run.catch(() => {});
  while (begun() === first) await delay(1);
  const killed = processes.findIndex((one, index) => one.begun > (before[index] ?? 0));
  await processes[Math.max(0, killed)]?.end();
  await Promise.allSettled(running);
  const ms = Math.round(performance.now() - startedAt);
  printTarget(
    6,
    `60 equal pieces of work: ${first} begun; with its process killed ${begun() - first}, all done after ${ms} ms`,
    '1; 2',
  );
}

async function measureAlone(server: OwnServer): Promise<void> {
  const shared = await open(server);
  const rows: [string, () => Promise<unknown>][] = [
    ['count a call', () => createRateLimiter(shared.windows, { name: 'a', points: 1e9, windowMs: 60_000 }).take('x')],
    ['know a page by its version', () => shared.pages?.get('page', systemClock.now()) ?? Promise.resolve()],
    ['take a turn', () => shared.hostThrottle.take('fast.example', 0, systemClock.now() + 60_000)],
  ];
  await shared.pages?.put('page', PAGE, systemClock.now(), systemClock.now() + 600_000);
  for (const [name, step] of rows) {
    const one = await drive(step, 1);
    const many = await drive(step, AT_ONCE);
    printTarget(
      7,
      `${name}: ${(1_000 * one.mean).toFixed(0)} µs one by one, ${Math.round(many.perSecond)}/s with ${AT_ONCE} in flight`,
      'no target',
    );
  }
  await shared.close();
}

async function measureAway(server: OwnServer): Promise<void> {
  const shared = await open(server);
  const limiter = createRateLimiter(shared.windows, { name: 'away', points: 1e9, windowMs: 600_000 });
  const call = async (): Promise<void> => {
    await limiter.take('x');
    await shared.pages?.get('page', systemClock.now());
  };
  const before = await drive(call, AT_ONCE);
  for (const [name, go, come] of [
    ['hangs', async () => server.suspend(), async () => server.resume()],
    ['is killed', () => server.kill(), () => server.start()],
  ] as const) {
    const driving = drive(call, AT_ONCE);
    await delay(DURATION_MS / 4);
    await go();
    const { p99, worst, calls, failed } = await driving;
    await come();
    const backAt = performance.now();
    while (shared.server?.fault() !== undefined) await delay(5);
    const backMs = Math.round(performance.now() - backAt);
    printTarget(
      7,
      `what asks Redis, which ${name}, ${AT_ONCE} at once: ${failed} of ${calls} failed, p99 ${p99.toFixed(1)} ms (${before.p99.toFixed(1)} before), worst ${worst.toFixed(0)} ms, back ${backMs} ms after it is`,
      '0 failed, + 300 ms, 2,000 ms',
    );
  }
  await shared.close();
}

interface Driven {
  calls: number;
  failed: number;
  perSecond: number;
  mean: number;
  p99: number;
  worst: number;
}

async function drive(call: () => Promise<unknown>, atOnce: number): Promise<Driven> {
  const waits: number[] = [];
  let failed = 0;
  const endsAt = performance.now() + DURATION_MS;
  const startedAt = performance.now();
  const one = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const at = performance.now();
      await call().catch(() => {
        failed += 1;
      });
      waits.push(performance.now() - at);
      // Calls that need no server would otherwise never yield to other work.
      if (waits.length % 256 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - startedAt) / 1_000;
  waits.sort((a, b) => a - b);
  return {
    calls: waits.length,
    failed,
    perSecond: waits.length / seconds,
    mean: sum(waits) / waits.length,
    p99: waits[Math.floor((waits.length - 1) * 0.99)] as number,
    worst: waits.at(-1) as number,
  };
}

function open(server: OwnServer): Promise<Shared> {
  return createRedisShared({ url: server.url, clock: systemClock, onAway: () => {}, onBack: () => {} });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
