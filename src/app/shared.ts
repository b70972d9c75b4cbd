import { Gauge, type Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Health } from '../http/health.ts';
import type { Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { createMemoryShared } from '../shared/memory/create.ts';
import { MemoryPageCache } from '../shared/memory/page-cache.ts';
import type { Shared, SharedServer } from '../shared/types.ts';
import type { AppContext } from './app-context.ts';

/** A balancer asks every second or so: a database that hangs is one that is away. */
const STORE_MS = 1_500;

/**
 * What this process shares with the others that serve from the same database:
 * on the server of REDIS_URL, or in its own memory where there is none. A
 * server that is away is no fault of the start, a URL that cannot be meant is:
 * then it rejects with a sentence. Nothing of a client is loaded without one.
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

/** For commands, which ask seldom and end soon: nothing is shared, and no server is asked. */
export function createUnshared({ databaseUrl }: Pick<Config, 'databaseUrl'>, clock: Clock): Shared {
  return { ...createMemoryShared(clock), ...(databaseUrl === null ? {} : { pages: new MemoryPageCache() }) };
}

/** Why calls are served from memory that should not be, as a sentence for who starts it; undefined where all is well. */
export function describeDegraded({ server }: Pick<Shared, 'server'>): string | undefined {
  const fault = server?.fault();
  if (fault === undefined) return undefined;
  return `${fault}: limits, distances and pages are this process's own until it answers.`;
}

/** What /readyz goes by. */
export function createHealthChecks(
  { store, shared }: Pick<AppContext, 'store' | 'shared'>,
  draining: () => boolean,
): Health {
  const { server } = shared;
  return {
    draining,
    checkStore: async () => {
      if (!(await within(store.probe(), STORE_MS))) throw new Error('The store does not answer.');
    },
    degraded: () => (server?.fault() === undefined ? [] : [server.name]),
  };
}

/** Whether what keeps fetched pages just took a read and a write: the server, which is looked after each second, or the store. */
export async function probeCache({ store, shared }: Pick<AppContext, 'store' | 'shared'>): Promise<boolean> {
  if (shared.server) return shared.server.fault() === undefined;
  return store.probe().then(
    () => true,
    () => false,
  );
}

/** Whether the server of what is shared answers; not shown where there is none. */
export function registerShared(registry: Registry, server: SharedServer | undefined): void {
  if (!server) return;
  const up: Gauge = new Gauge({
    name: 'jobdata_shared_up',
    help: '1 while the server of REDIS_URL answers, 0 while calls are served from memory. Only with REDIS_URL.',
    registers: [registry],
    collect: () => up.set(server.fault() === undefined ? 1 : 0),
  });
}
