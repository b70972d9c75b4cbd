import { Gauge, type Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Health } from '../http/health.ts';
import type { Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { createMemoryShared } from '../shared/memory/create.ts';
import { MemoryPageCache } from '../shared/memory/page-cache.ts';
import type { Shared, SharedServer } from '../shared/types.ts';
import type { Store } from '../store/types.ts';

/** A database that does not answer for this long counts as unreachable. Load balancers ask about once a second. */
const STORE_MS = 1_500;

interface Stores {
  store: Pick<Store, 'probe'>;
  shared: Pick<Shared, 'server'>;
}

/**
 * State that replicas share: on the Redis server of REDIS_URL, or in memory without one. If the server cannot be
 * reached, the service starts anyway; an invalid URL prevents the start.
 */
export async function createShared(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  clock: Clock,
  logger: Pick<Logger, 'info' | 'warn'> | undefined,
): Promise<Shared> {
  if (redisUrl === null) return createMemoryShared(clock);
  const { createRedisShared } = await import('../shared/redis/create.ts');
  return createRedisShared({
    url: redisUrl,
    clock,
    onAway: (sentence) => logger?.warn(`${sentence}: calls are served from memory`),
    onBack: (awayMs) => logger?.info({ awayMs }, 'Redis answers: what is shared is shared again'),
  });
}

/** For commands, which are short-lived: shares nothing and connects to no server. */
export function createUnshared({ databaseUrl }: Pick<Config, 'databaseUrl'>, clock: Clock): Shared {
  return { ...createMemoryShared(clock), ...(databaseUrl === null ? {} : { pages: new MemoryPageCache() }) };
}

/** A sentence for the operator if shared state has fallen back to memory; undefined otherwise. */
export function describeDegraded({ server }: Pick<Shared, 'server'>): string | undefined {
  const fault = server?.fault();
  if (fault === undefined) return undefined;
  return `${fault}: limits, distances and pages are this process's own until it answers.`;
}

/** The checks of /readyz. */
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
 * True if the page cache, which is Redis or the store, accepts reads and writes. Redis is probed every second, the
 * store now.
 */
export async function probeCache({ store, shared }: Stores): Promise<boolean> {
  if (shared.server) return shared.server.fault() === undefined;
  return store.probe().then(
    () => true,
    () => false,
  );
}

/** Adds the metric `jobdata_shared_up` if a Redis server is configured. */
export function registerShared(registry: Registry, server: SharedServer | undefined): void {
  if (!server) return;
  const up: Gauge = new Gauge({
    name: 'jobdata_shared_up',
    help: '1 while the server at REDIS_URL answers, 0 while calls are served from memory. Only with REDIS_URL.',
    registers: [registry],
    collect: () => up.set(server.fault() === undefined ? 1 : 0),
  });
}
