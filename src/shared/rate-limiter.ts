import type { RateLimiter, RateRule, WindowCounter } from './types.ts';

export function createRateLimiter(windows: WindowCounter, { name, points, windowMs }: RateRule): RateLimiter {
  return {
    take: async (key) => {
      const { count, leftMs } = await windows.count(name, key, windowMs);
      return count > points ? leftMs : undefined;
    },
    giveBack: async (key) => windows.giveBack(name, key),
  };
}
