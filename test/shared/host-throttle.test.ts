import t from 'tap';
import { MemoryHostThrottle } from '../../src/shared/memory/host-throttle.ts';

t.test('distances between requests to a host', async (t) => {
  let now = 1_000_000;
  const hostThrottle = new MemoryHostThrottle({ now: () => now });
  const take = (host: string) => hostThrottle.take(host, 200, now + 500);
  t.strictSame(
    [await take('a'), await take('a'), await take('b'), await take('a'), await take('a')],
    [now, now + 200, now, now + 400, undefined],
  );
  now += 600;
  t.equal(await take('a'), now);
});

t.test('a clock that is set back keeps no host waiting for the hour that it lost', async (t) => {
  let now = 10_000_000;
  const hostThrottle = new MemoryHostThrottle({ now: () => now });
  await hostThrottle.take('a', 200, now);
  now -= 3_600_000;
  t.equal(await hostThrottle.take('a', 200, now), now);
  t.equal(await hostThrottle.take('a', 200, now), undefined, 'distances are kept by the new one');
});
