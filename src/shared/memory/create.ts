import type { Clock } from '../../lib/clock.ts';
import type { Shared } from '../types.ts';
import { MemoryCounters } from './counters.ts';
import { memoryFlights } from './flights.ts';
import { MemoryPacing } from './pacing.ts';
import { createMemoryRateLimiter } from './rate-limiter.ts';
import { MemoryRests } from './rests.ts';

/** What one process by itself needs to share: nothing. All is in its memory. */
export function createMemoryShared(clock: Clock): Shared {
  return {
    createRateLimiter: (rule) => createMemoryRateLimiter(rule),
    pacing: new MemoryPacing(clock),
    rests: new MemoryRests(clock),
    flights: memoryFlights,
    counters: new MemoryCounters(),
    close: async () => {},
  };
}
