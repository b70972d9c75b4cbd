import type { Clock } from '../../lib/clock.ts';
import type { Shared } from '../types.ts';
import { RedisConnection, type RedisConnectionOptions } from './connection.ts';
import { RedisCounters } from './counters.ts';
import { RedisSingleFlight } from './single-flight.ts';
import { RedisHostThrottle } from './host-throttle.ts';
import { RedisPageCache } from './page-cache.ts';
import { RedisCooldowns } from './cooldowns.ts';
import { RedisWindows } from './windows.ts';

export interface RedisSharedOptions extends RedisConnectionOptions {
  clock: Clock;
  singleFlightLeaseMs?: number;
}

export type RedisShared = Shared & Required<Pick<Shared, 'singleFlight' | 'pages' | 'server'>>;

export async function createRedisShared(options: RedisSharedOptions): Promise<RedisShared> {
  const { clock } = options;
  const connection = new RedisConnection(options);
  const counters = new RedisCounters(connection);
  const shared: RedisShared = {
    windows: new RedisWindows(connection),
    hostThrottle: new RedisHostThrottle(connection, clock),
    cooldowns: new RedisCooldowns(connection, clock),
    singleFlight: new RedisSingleFlight(connection, options.singleFlightLeaseMs),
    counters,
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
