import type { Clock } from '../../lib/clock.ts';
import type { Shared } from '../types.ts';
import { MemoryCounters } from './counters.ts';
import { MemoryHostThrottle } from './host-throttle.ts';
import { MemoryCooldowns } from './cooldowns.ts';
import { MemoryWindows } from './windows.ts';

export function createMemoryShared(clock: Clock): Shared {
  return {
    windows: new MemoryWindows(),
    hostThrottle: new MemoryHostThrottle(clock),
    cooldowns: new MemoryCooldowns(clock),
    counters: new MemoryCounters(),
    close: async () => {},
  };
}
