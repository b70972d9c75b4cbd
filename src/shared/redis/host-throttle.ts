import type { Clock } from '../../lib/clock.ts';
import { MemoryHostThrottle } from '../memory/host-throttle.ts';
import type { HostSlot, HostThrottle } from '../types.ts';
import type { RedisConnection, Script } from './connection.ts';
import { keyOf } from './keys.ts';

/**
 * Returns the milliseconds until the host's next slot, and 1 if this request takes the slot, or 0 if the slot is too
 * late for the request. A stored time more than an hour ahead dates from before the clock was set back, so it is
 * ignored.
 */
const TAKE: Script = {
  name: 'jobdataHostThrottle',
  lua: `local time = redis.call('TIME')
local now = time[1] * 1000 + math.ceil(time[2] / 1000)
local interval = tonumber(ARGV[1])
local at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
if at - now > 3600000 then at = now end
if at - now > tonumber(ARGV[2]) then return { at - now, 0 } end
redis.call('SET', KEYS[1], string.format('%.0f', at + interval), 'PX', string.format('%.0f', at - now + interval + 1000))
return { at - now, 1 }`,
};

/**
 * Spaces the requests of all replicas to each host, by the clock of Redis. While Redis is unavailable, each replica
 * multiplies the interval by the last known number of replicas.
 */
export class RedisHostThrottle implements HostThrottle {
  readonly #connection: RedisConnection;
  readonly #clock: Clock;
  readonly #memory: MemoryHostThrottle;

  constructor(connection: RedisConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#memory = new MemoryHostThrottle(clock);
  }

  async take(host: string, minIntervalMs: number, latestAt: number): Promise<HostSlot> {
    const now = this.#clock.now();
    if (latestAt < now) return { at: now, isTaken: false };
    try {
      const longestMs = Math.floor(Math.min(latestAt - now, Number.MAX_SAFE_INTEGER));
      const answer = await this.#connection.run(TAKE, [keyOf('pace', host)], [Math.ceil(minIntervalMs), longestMs]);
      const [waitMs, taken] = answer as [number, number];
      // The wait counts from the arrival of the answer, so a request may be late but never early.
      return { at: this.#clock.now() + Number(waitMs), isTaken: Number(taken) === 1 };
    } catch {
      return this.#memory.take(host, minIntervalMs * this.#connection.processCount, latestAt);
    }
  }
}
