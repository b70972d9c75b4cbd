import t from 'tap';
import { MemoryPacing } from '../../src/shared/memory/pacing.ts';

t.test('distances between requests to a host', async (t) => {
  let now = 1_000_000;
  const pacing = new MemoryPacing({ now: () => now });
  const take = (host: string) => pacing.take(host, 200, now + 500);
  t.strictSame(
    [await take('a'), await take('a'), await take('b'), await take('a'), await take('a')],
    [now, now + 200, now, now + 400, undefined],
  );
  now += 600;
  t.equal(await take('a'), now);
});

t.test('a clock that is set back keeps no host waiting for the hour that it lost', async (t) => {
  let now = 10_000_000;
  const pacing = new MemoryPacing({ now: () => now });
  await pacing.take('a', 200, now);
  now -= 3_600_000;
  t.equal(await pacing.take('a', 200, now), now);
  t.equal(await pacing.take('a', 200, now), undefined, 'distances are kept by the new one');
});
