import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Health } from '../../http/health.ts';
import type { Clock } from '../../lib/clock.ts';
import { within } from '../../lib/within.ts';
import { MemoryCooldowns } from '../../shared/memory/cooldowns.ts';
import { MemoryCounters } from '../../shared/memory/counters.ts';
import { MemoryHostThrottle } from '../../shared/memory/host-throttle.ts';
import { MemoryPageCache } from '../../shared/memory/page-cache.ts';
import { MemoryWindows } from '../../shared/memory/windows.ts';
import type { Shared } from '../../shared/types.ts';
import type { Store } from '../../store/types.ts';

const STORE_MS = 1_500;

interface Stores {
  store: Pick<Store, 'probe'>;
  shared: Pick<Shared, 'server'>;
}

/**
 * Without REDIS_URL, the state is in memory. The service starts even if Redis cannot be reached, but not if Redis
 * refuses a value in REDIS_URL, such as the password.
 */
export async function createShared(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  clock: Clock,
  logger: Pick<Logger, 'info' | 'warn'> | undefined,
): Promise<Shared> {
  if (redisUrl === null) return createMemoryShared(clock);
  const { createRedisShared } = await import('../../shared/redis/create.ts');
  return createRedisShared({
    url: redisUrl,
    clock,
    onAway: (sentence) => logger?.warn(`${sentence}: calls are served from memory`),
    onBack: (awayMs) => logger?.info({ awayMs }, 'Redis answers: what is shared is shared again'),
  });
}

export function createMemoryShared(clock: Clock): Shared {
  return {
    windows: new MemoryWindows(),
    hostThrottle: new MemoryHostThrottle(clock),
    cooldowns: new MemoryCooldowns(clock),
    counters: new MemoryCounters(),
    close: async () => {},
  };
}

/** Commands are short-lived, so they share nothing and do not connect to Redis. */
export function createUnshared({ databaseUrl }: Pick<Config, 'databaseUrl'>, clock: Clock): Shared {
  return { ...createMemoryShared(clock), ...(databaseUrl === null ? {} : { pages: new MemoryPageCache() }) };
}

export function describeDegraded({ server }: Pick<Shared, 'server'>): string | undefined {
  const fault = server?.fault();
  if (fault === undefined) return undefined;
  return `${fault}: limits, distances and pages are this process's own until it answers.`;
}

export function createHealthChecks({ store, shared }: Stores, draining: () => boolean): Health {
  const { server } = shared;
  return {
    draining,
    checkStore: async () => {
      if (!(await within(store.probe(), STORE_MS))) throw new Error('The store does not answer.');
    },
    degraded: () => (server?.fault() === undefined ? [] : [server.name]),
  };
}

/**
 * True if the page cache accepts reads and writes: Redis, which is probed every second, or else the store, which is
 * probed now.
 */
export async function probeCache({ store, shared }: Stores): Promise<boolean> {
  if (shared.server) return shared.server.fault() === undefined;
  return store.probe().then(
    () => true,
    () => false,
  );
}
