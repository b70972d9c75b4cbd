import { MemoryWindows } from '../memory/windows.ts';
import type { WindowCount, WindowCounter } from '../types.ts';
import type { RedisConnection, Script } from './connection.ts';
import { keyOf } from './keys.ts';

/** A window opens with its first count and ends by the clock of Redis. Returns the count and the milliseconds left. */
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

/** Counts over all replicas, or only over this process while Redis is unavailable. */
export class RedisWindows implements WindowCounter {
  readonly #connection: RedisConnection;
  readonly #own = new MemoryWindows();

  constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  async count(name: string, key: string, windowMs: number): Promise<WindowCount> {
    try {
      const id = keyOf('limit', name, key);
      const [count, leftMs] = (await this.#connection.run(COUNT, [id], [windowMs])) as [number, number];
      return { count, leftMs: Math.max(1, leftMs) };
    } catch {
      return this.#own.count(name, key, windowMs);
    }
  }

  async giveBack(name: string, key: string): Promise<void> {
    try {
      await this.#connection.run(GIVE_BACK, [keyOf('limit', name, key)], []);
    } catch {
      this.#own.giveBack(name, key);
    }
  }
}
