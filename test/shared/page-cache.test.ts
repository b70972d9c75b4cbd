import t, { type Test } from 'tap';
import { systemClock } from '../../src/lib/clock.ts';
import { MemoryPageCache } from '../../src/shared/memory/page-cache.ts';
import type { PageCache } from '../../src/shared/types.ts';
import { openStore } from '../../src/store/open.ts';
import { FakeClock } from '../support/clock.ts';
import { freshRedis, withoutRedis } from '../support/redis-server.ts';
import { openRedisShared } from '../support/shared-engines.ts';

/** Numbers derived from a seed, so that a failure can be repeated. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ENGINES: readonly { name: string; skip: string | false; open(t: Test): Promise<PageCache[]> }[] = [
  { name: 'memory', skip: false, open: async () => [new MemoryPageCache()] },
  {
    name: 'the store of a file',
    skip: false,
    open: async (t) => {
      const store = await openStore({ file: ':memory:' });
      t.teardown(() => store.close());
      return [store.jobsCache];
    },
  },
  {
    name: 'redis',
    skip: await withoutRedis(),
    open: async (t) => {
      const url = await freshRedis(t);
      return Promise.all([1, 2, 3].map(async () => (await openRedisShared(t, url, systemClock)).pages));
    },
  },
];

for (const { name, skip, open } of ENGINES) {
  t.test(`${name}: random steps: a version belongs to one page only`, { skip }, async (t) => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const caches = await open(t);
      const next = numbersFrom(seed);
      const clock = new FakeClock();
      const model = new Map<string, { value: string; expiresAt: number }>();
      const valueOf = new Map<number, string>();
      let puts = 0;
      for (let step = 0; step < 250; step += 1) {
        const cache = caches[next(caches.length)] as PageCache;
        const key = `key ${next(6)} ${seed} ${'long '.repeat(next(2) * 100)}`;
        const dice = next(20);
        if (dice < 7) {
          puts += 1;
          const value = `${puts} of ${seed} ${'é'.repeat(next(400))}`;
          const expiresAt = clock.now() + 1 + next(100_000);
          await cache.put(key, value, clock.now(), expiresAt);
          model.set(key, { value, expiresAt });
        } else if (dice < 18) {
          const page = await cache.get(key, clock.now());
          const wanted = model.get(key);
          const value = wanted && wanted.expiresAt > clock.now() ? wanted.value : undefined;
          if (page?.value !== value) throw new Error(`step ${step} of seed ${seed}: another page than was put`);
          if (page && (valueOf.get(page.version) ?? page.value) !== page.value)
            throw new Error(`step ${step} of seed ${seed}: a version that was another page's`);
          if (page) valueOf.set(page.version, page.value);
        } else if (dice < 19) clock.advance(next(60_000));
        else {
          const all = next(4) === 0;
          await cache.purge(clock.now(), all ? 0 : 1_000_000);
          if (all) {
            // A page that another process has copied is gone for that process too.
            for (const one of caches) if (one !== cache) t.equal(await one.get(key, clock.now()), undefined);
            model.clear();
          }
        }
      }
      t.ok(valueOf.size > 20, `seed ${seed}: ${valueOf.size} versions were seen`);
    }
  });

  t.test(
    `${name}: the oldest surplus pages are removed; after a clock was set back, pages from the future are not used`,
    { skip },
    async (t) => {
      const [cache] = (await open(t)) as [PageCache];
      const clock = new FakeClock();
      for (let index = 0; index < 5; index += 1) {
        clock.advance(1_000);
        await cache.put(`page ${index}`, 'x'.repeat(10_000), clock.now(), clock.now() + 600_000);
      }
      t.equal(await cache.purge(clock.now(), 30_500), 2);
      const kept = await Promise.all([0, 1, 2, 3, 4].map((index) => cache.get(`page ${index}`, clock.now())));
      t.strictSame(
        kept.map((page) => page !== undefined),
        [false, false, true, true, true],
      );
      t.equal(await cache.get('page 4', clock.now() - 3_600_000), undefined);
      t.equal(await cache.purge(clock.now() + 700_000, 30_500), 3, 'what has passed its time goes first');
    },
  );
}
