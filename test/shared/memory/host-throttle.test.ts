import t from 'tap';
import { MemoryHostThrottle } from '../../../src/shared/memory/host-throttle.ts';

t.test('intervals between requests to a host', async (t) => {
  let now = 1_000_000;
  const hostThrottle = new MemoryHostThrottle({ now: () => now });
  const take = (host: string) => hostThrottle.take(host, 200, now + 500);
  t.strictSame(
    [await take('a'), await take('a'), await take('b'), await take('a'), await take('a')],
    [
      { at: now, isTaken: true },
      { at: now + 200, isTaken: true },
      { at: now, isTaken: true },
      { at: now + 400, isTaken: true },
      { at: now + 600, isTaken: false },
    ],
  );
  now += 600;
  t.strictSame(await take('a'), { at: now, isTaken: true });
});

t.test('a clock that is set back delays no host by the lost hour', async (t) => {
  let now = 10_000_000;
  const hostThrottle = new MemoryHostThrottle({ now: () => now });
  await hostThrottle.take('a', 200, now);
  now -= 3_600_000;
  t.strictSame(await hostThrottle.take('a', 200, now), { at: now, isTaken: true });
  t.equal((await hostThrottle.take('a', 200, now)).isTaken, false, 'distances are kept by the new one');
});
