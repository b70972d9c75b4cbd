import type { Clock } from '../../lib/clock.ts';
import type { Shared } from '../types.ts';
import { RedisConnection, type ConnectionOptions } from './connection.ts';
import { RedisCounters } from './counters.ts';
import { RedisFlights } from './flights.ts';
import { RedisLimits } from './limits.ts';
import { RedisPacing } from './pacing.ts';
import { RedisPageCache } from './page-cache.ts';
import { RedisRests } from './rests.ts';
import { RedisTexts } from './texts.ts';

export interface RedisSharedOptions extends ConnectionOptions {
  clock: Clock;
  /** How long a process that died keeps others from its work. */
  flightLeaseMs?: number;
}

/** Shared by all processes that name one server. Rejects with a sentence where the URL cannot be meant. */
export async function createRedisShared(options: RedisSharedOptions): Promise<Shared> {
  const { clock } = options;
  const connection = new RedisConnection(options);
  const limits = new RedisLimits(connection);
  const counters = new RedisCounters(connection);
  const shared: Shared = {
    createRateLimiter: (rule) => limits.createRateLimiter(rule),
    countInWindow: limits.countInWindow,
    pacing: new RedisPacing(connection, clock),
    rests: new RedisRests(connection, clock),
    flights: new RedisFlights(connection, options.flightLeaseMs),
    counters,
    texts: new RedisTexts(connection),
    pages: new RedisPageCache(connection),
    server: { name: 'redis', fault: () => connection.fault },
    close: async () => {
      await counters.close();
      await connection.close();
    },
  };
  await connection.open();
  return shared;
}
