import type { Clock } from '../../lib/clock.ts';
import type { Shared } from '../types.ts';
import { MemoryCounters } from './counters.ts';
import { memorySingleFlight } from './single-flight.ts';
import { MemoryHostThrottle } from './host-throttle.ts';
import { createMemoryRateLimiter } from './rate-limiter.ts';
import { MemoryCooldowns } from './cooldowns.ts';

/** The shared state of a single process: its memory. */
export function createMemoryShared(clock: Clock): Shared {
  return {
    createRateLimiter: (rule) => createMemoryRateLimiter(rule),
    hostThrottle: new MemoryHostThrottle(clock),
    cooldowns: new MemoryCooldowns(clock),
    singleFlight: memorySingleFlight,
    counters: new MemoryCounters(),
    close: async () => {},
  };
}
