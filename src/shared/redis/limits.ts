import { MemoryWindows } from '../memory/windows.ts';
import type { CountInWindow, RateLimiter, RateRule, WindowCount } from '../types.ts';
import type { RedisConnection, Script } from './connection.ts';
import { keyOf } from './keys.ts';

/** A window opens with its first count and ends by Redis's clock. */
const COUNT: Script = {
  name: 'jobdataCount',
  lua: `local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`,
};

const GIVE_BACK: Script = {
  name: 'jobdataGiveBack',
  lua: `if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 1`,
};

/** Counts over all replicas; of this process alone while Redis is away. */
export class RedisLimits {
  readonly #connection: RedisConnection;
  readonly #windows = new MemoryWindows();

  constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  readonly countInWindow: CountInWindow = async (name, key, windowMs): Promise<WindowCount> => {
    const id = keyOf('limit', name, key);
    try {
      const [count, leftMs] = (await this.#connection.run(COUNT, [id], [windowMs])) as [number, number];
      return { count, leftMs: Math.max(1, leftMs) };
    } catch {
      return this.#windows.count(id, windowMs);
    }
  };

  createRateLimiter({ name, points, windowMs }: RateRule): RateLimiter {
    return {
      take: async (key) => {
        const { count, leftMs } = await this.countInWindow(name, key, windowMs);
        return count > points ? leftMs : undefined;
      },
      giveBack: async (key) => {
        const id = keyOf('limit', name, key);
        try {
          await this.#connection.run(GIVE_BACK, [id], []);
        } catch {
          this.#windows.giveBack(id);
        }
      },
    };
  }
}
