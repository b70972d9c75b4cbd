import type { Test } from 'tap';
import type { Clock } from '../../src/lib/clock.ts';
import { createMemoryShared } from '../../src/app/parts/shared.ts';
import { MemoryPageCache } from '../../src/shared/memory/page-cache.ts';
import { createRedisShared, type RedisShared } from '../../src/shared/redis/create.ts';
import type { Shared } from '../../src/shared/types.ts';
import { freshRedis, withoutRedis } from './redis-server.ts';

type WithPages = Shared & Required<Pick<Shared, 'pages'>>;

export interface SharedEngine {
  name: string;
  skip: string | false;
  /** Opens the shared state for `count` processes. In memory, all of them get the same object. */
  open(t: Test, clock: Clock, count: number): Promise<WithPages[]>;
}

export async function openRedisShared(
  t: Test,
  url: string,
  clock: Clock,
  told: string[] = [],
  singleFlightLeaseMs = 500,
): Promise<RedisShared> {
  const shared = await createRedisShared({
    url,
    clock,
    singleFlightLeaseMs,
    onAway: (sentence) => void told.push(sentence),
    onBack: () => void told.push('back'),
  });
  t.teardown(() => shared.close());
  return shared;
}

export async function sharedEngines(): Promise<SharedEngine[]> {
  return [
    {
      name: 'memory',
      skip: false,
      open: async (_t, clock, count) => {
        const shared = { ...createMemoryShared(clock), pages: new MemoryPageCache() };
        return Array.from({ length: count }, () => shared);
      },
    },
    {
      name: 'redis',
      skip: await withoutRedis(),
      open: async (t, clock, count) => {
        const url = await freshRedis(t);
        return Promise.all(Array.from({ length: count }, () => openRedisShared(t, url, clock)));
      },
    },
  ];
}
