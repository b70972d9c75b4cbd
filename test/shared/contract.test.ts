import t from 'tap';
import { CircuitBreaker } from '../../src/jobs/circuit-breaker.ts';
import { FetchLog } from '../../src/dashboard/fetch-log.ts';
import { HOUR_MS, systemClock } from '../../src/lib/clock.ts';
import { createRateLimiter } from '../../src/shared/rate-limiter.ts';
import type { RateLimiter, RateRule, Shared } from '../../src/shared/types.ts';
import { FakeClock } from '../support/clock.ts';
import { sharedEngines } from '../support/shared-engines.ts';

for (const { name, skip, open } of await sharedEngines()) {
  t.test(`${name}: limits`, { skip }, async (t) => {
    const replicas = await open(t, systemClock, 2);
    const [one] = replicas as [Shared];
    const create = (rule: RateRule): RateLimiter[] => {
      const made = new Map([...new Set(replicas)].map((shared) => [shared, createRateLimiter(shared.windows, rule)]));
      return replicas.flatMap((shared) => made.get(shared) ?? []);
    };
    const rule = { name: 'a', points: 30, windowMs: 60_000 };
    const limiters = create(rule);
    const tries = await Promise.all(
      Array.from({ length: 90 }, (_, index) => limiters[index % 2]?.take('x') ?? Promise.reject(new Error('none'))),
    );
    t.equal(tries.filter((wait) => wait === undefined).length, 30, 'exactly as many as the rule says, whoever counts');
    for (const wait of tries) if (wait !== undefined) t.ok(wait > 0 && wait <= 60_000, 'the rest waits for its window');
    t.equal(await limiters[0]?.take('y'), undefined, 'each key for itself');
    t.equal(await createRateLimiter(one.windows, { ...rule, name: 'b' }).take('x'), undefined, 'each rule for itself');
    const small = create({ ...rule, name: 'c', points: 2 });
    await small[0]?.take('x');
    await small[1]?.giveBack('x');
    await small[1]?.giveBack('x');
    await small[1]?.giveBack('never taken');
    const left = [await small[0]?.take('x'), await small[1]?.take('x'), await small[0]?.take('x')];
    t.strictSame(left.slice(0, 2), [undefined, undefined], 'what was given back is free again');
    t.type(left[2], 'number', 'and no more than that');
    const short = createRateLimiter(one.windows, { name: 'd', points: 1, windowMs: 20 });
    await short.take('x');
    let wait = await short.take('x');
    while (wait !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = await short.take('x');
    }
    t.pass('a window ends');
  });

  t.test(`${name}: intervals between requests to a host`, { skip }, async (t) => {
    const replicas = await open(t, systemClock, 3);
    const now = systemClock.now();
    const slots = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        replicas[index % 3]?.hostThrottle.take('a.example', 1_000, now + 60_000),
      ),
    );
    const starts = slots.map((slot) => slot?.at ?? 0).sort((a, b) => a - b);
    const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    // A turn is returned as a distance from now, so reading the clock twice shortens it.
    t.ok(Math.min(...gaps) >= 900, `no two of them near each other: ${Math.min(...gaps)}`);
    t.ok((starts.at(-1) ?? 0) - (starts[0] ?? 0) < 30_000, 'and no slot is lost');
    const tooLate = await replicas[0]?.hostThrottle.take('a.example', 1_000, now + 10_000);
    t.equal(tooLate?.isTaken, false, 'nobody waits beyond its time');
    t.ok((tooLate?.at ?? 0) > now + 25_000, 'but is told when the next one is free');
    const next = await replicas[1]?.hostThrottle.take('a.example', 1_000, now + 90_000);
    t.ok((next?.at ?? 0) - (starts.at(-1) ?? 0) < 1_500, 'what was refused took nothing');
    const elsewhere = await replicas[2]?.hostThrottle.take('b.example', 1_000, now + 10_000);
    t.ok((elsewhere?.at ?? Infinity) < now + 5_000, 'another host has its own');
    t.equal((await replicas[2]?.hostThrottle.take('b.example', 1_000, now - 10_000))?.isTaken, false);
  });

  t.test(`${name}: a cooldown set by one process holds for all`, { skip }, async (t) => {
    const clock = new FakeClock();
    const replicas = await open(t, clock, 3);
    const breakers = replicas.map(({ cooldowns }) => new CircuitBreaker(clock, cooldowns));
    const [a, b, c] = breakers as [CircuitBreaker, CircuitBreaker, CircuitBreaker];
    await Promise.all([a.failed('reed'), b.failed('reed'), c.failed('reed')]);
    for (const breaker of breakers) t.equal((await breaker.openCircuitOf('reed'))?.until, clock.now() + 300_000);
    for (const breaker of breakers) t.strictSame(breaker.openCodes(), ['reed'], 'and says so');
    clock.advance(300_000);
    t.equal(await c.openCircuitOf('reed'), undefined);
    await b.failed('reed', true, 'rate_limited');
    t.match(await a.openCircuitOf('reed'), { until: clock.now() + 600_000, wasAskedFor: true, status: 'rate_limited' });
    await a.succeeded('reed');
    t.equal(await c.openCircuitOf('reed'), undefined);
    t.strictSame(c.openCodes(), []);
    const [one, other] = replicas;
    const add = (cooldowns = one?.cooldowns): Promise<void> | undefined =>
      cooldowns?.change('sum', (record) => ({
        until: 0,
        keptUntil: clock.now() + HOUR_MS,
        note: String(Number(record?.note ?? 0) + 1),
      }));
    await Promise.all(Array.from({ length: 12 }, (_, index) => add(replicas[index % 3]?.cooldowns)));
    t.equal((await other?.cooldowns.find('sum'))?.note, '12', 'no change is lost to another');
    clock.advance(HOUR_MS);
    t.equal(await other?.cooldowns.find('sum'), undefined, 'it goes with its time, by the clock that is handed in');
  });

  t.test(`${name}: counts of the last hour and day`, { skip }, async (t) => {
    const clock = new FakeClock();
    const logs = (await open(t, clock, 2)).map(({ counters }) => new FetchLog(clock, counters));
    for (let index = 0; index < 10; index += 1) logs[index % 2]?.note('reed', index < 7 ? 'ok' : 'blocked');
    clock.advance(2 * HOUR_MS);
    logs[1]?.note('reed', 'ok');
    // Counts are sent after a while, or by the next reader.
    await logs[1]?.counts([]);
    await logs[0]?.counts([]);
    for (const log of logs) {
      t.strictSame(await log.counts(['reed', 'apec'], ['apec']), [
        { source: 'reed', lastHour: { ok: 1 }, lastDay: { ok: 8, blocked: 3 }, isCircuitOpen: false },
        { source: 'apec', lastHour: {}, lastDay: {}, isCircuitOpen: true },
      ]);
      t.strictSame((await log.lastHour(['reed'])).get('reed'), { ok: 1 });
    }
    clock.advance(25 * HOUR_MS);
    t.strictSame((await logs[0]?.counts(['reed']))?.[0]?.lastDay, {});
  });
}
