import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter, RateRule } from '../types.ts';

/** Maximum number of keys of a rule; beyond it, the oldest window is dropped. */
const KEYS = 100_000;

/** Counts of one process, in its memory. */
export function createMemoryRateLimiter({ name, points, windowMs }: RateRule, keys = KEYS): RateLimiter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowMs / 1000 });
  const counted = new Set<string>();
  return {
    take: async (key) => {
      if (!counted.has(key)) {
        if (counted.size >= keys) {
          const [first] = counted;
          counted.delete(first as string);
          await limiter.delete(first as string);
        }
        counted.add(key);
      }
      try {
        await limiter.consume(key);
        return undefined;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, refusal.msBeforeNext);
      }
    },
    giveBack: async (key) => {
      // The window may have ended meanwhile.
      if (((await limiter.get(key))?.consumedPoints ?? 0) > 0) await limiter.reward(key);
    },
  };
}
