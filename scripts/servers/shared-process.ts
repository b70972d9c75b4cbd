// For tests and benchmarks, this process shares state with others through one Redis server. Messages from the parent
// process start its work.
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../src/lib/clock.ts';
import { createRateLimiter } from '../../src/shared/rate-limiter.ts';
import { createRedisShared } from '../../src/shared/redis/create.ts';

interface Orders {
  count(given: { calls: number; limit: number }): Promise<number>;
  throttle(given: { turns: number; minIntervalMs: number }): Promise<number[]>;
  /**
   * Returns the results of `runs` equal pieces of work under single flight. A message reports each piece that begins.
   */
  fly(given: { runs: number; workMs: number }): Promise<string[]>;
}

const [url = ''] = process.argv.slice(2);
const shared = await createRedisShared({
  url,
  clock: systemClock,
  singleFlightLeaseMs: 1_000,
  onAway: () => {},
  onBack: () => {},
});

const orders: Orders = {
  count: async ({ calls, limit }) => {
    const count = createRateLimiter(shared.windows, { name: 'calls', points: limit, windowMs: 60_000 });
    const waits = await Promise.all(Array.from({ length: calls }, () => count.take('one account')));
    return waits.filter((wait) => wait === undefined).length;
  },
  throttle: async ({ turns, minIntervalMs }) => {
    const slots: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const { at } = await shared.hostThrottle.take('site.example', minIntervalMs, systemClock.now() + 60_000);
      slots.push(at);
      await delay(Math.max(0, at - systemClock.now()));
    }
    return slots;
  },
  fly: ({ runs, workMs }) =>
    Promise.all(
      Array.from({ length: runs }, () =>
        shared.singleFlight.run(
          'a page',
          async () => {
            process.send?.({ begun: process.pid });
            await delay(workMs);
            return String(process.pid);
          },
          { patienceMs: 30_000 },
        ),
      ),
    ),
};

process.on('message', ({ order, ...given }: { order: keyof Orders }) => {
  const done = orders[order] as (given: object) => Promise<unknown>;
  void done(given).then((value) => process.send?.({ done: value }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
