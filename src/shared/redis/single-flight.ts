import { setTimeout as delay } from 'node:timers/promises';
import { randomHex } from '../../lib/random-id.ts';
import type { SingleFlightOptions, SingleFlight } from '../types.ts';
import { RedisUnavailable } from './redis-unavailable.ts';
import type { RedisConnection, Script } from './connection.ts';
import { keyOf } from './keys.ts';

const BEGIN: Script = {
  name: 'jobdataSingleFlightBegin',
  lua: `if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return ARGV[1] end
return redis.call('GET', KEYS[1])`,
};

/**
 * Returns the result of another process's work, or else the token of the process that holds the claim now ("" if none
 * does).
 */
const WATCH: Script = {
  name: 'jobdataSingleFlightWatch',
  lua: `local text = redis.call('GET', KEYS[2])
if text then return {1, text} end
return {0, redis.call('GET', KEYS[1]) or ''}`,
};

const RENEW: Script = {
  name: 'jobdataSingleFlightRenew',
  lua: `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`,
};

const END: Script = {
  name: 'jobdataSingleFlightEnd',
  lua: `if ARGV[2] == '1' then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`,
};

const LEASE_MS = 3_000;
/** The pauses between two checks for another process's result grow from LOOK_MS to LONGEST_LOOK_MS. */
const LOOK_MS = 20;
const LONGEST_LOOK_MS = 100;
const TEXT_KEPT_MS = 10_000;

export class RedisSingleFlight implements SingleFlight {
  readonly #connection: RedisConnection;
  readonly #leaseMs: number;

  constructor(connection: RedisConnection, leaseMs: number = LEASE_MS) {
    this.#connection = connection;
    this.#leaseMs = leaseMs;
  }

  async run(name: string, work: () => Promise<string>, { again, patienceMs }: SingleFlightOptions): Promise<string> {
    const key = keyOf('flight', name);
    const endsAt = performance.now() + patienceMs;
    const token = randomHex(32);
    while (performance.now() < endsAt) {
      let text: string | undefined;
      try {
        const holder = await this.#connection.run(BEGIN, [key], [token, this.#leaseMs]);
        if (holder === token) return await this.#runAsHolder(key, token, async () => (await again?.()) ?? work());
        text = await this.#await(key, String(holder), endsAt);
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
        break;
      }
      if (text !== undefined) return text;
    }
    return work();
  }

  async #runAsHolder(key: string, token: string, work: () => Promise<string>): Promise<string> {
    const renewing = setInterval(
      () => void this.#connection.run(RENEW, [key], [token, this.#leaseMs]).catch(() => {}),
      this.#leaseMs / 3,
    );
    const end = async (hasText: 0 | 1, text: string): Promise<void> => {
      clearInterval(renewing);
      await this.#connection.run(END, [key, textKey(key, token)], [token, hasText, text, TEXT_KEPT_MS]).catch(() => {});
    };
    let text: string;
    try {
      text = await work();
    } catch (error) {
      await end(0, '');
      // The work has already run here, and `run` would repeat it after RedisUnavailable.
      throw error instanceof RedisUnavailable ? new Error('The work failed.', { cause: error }) : error;
    }
    await end(1, text);
    return text;
  }

  /** Returns undefined if the other process failed or died, or if the time is over. */
  async #await(key: string, holder: string, endsAt: number): Promise<string | undefined> {
    for (let lookMs = LOOK_MS; performance.now() < endsAt; lookMs = Math.min(LONGEST_LOOK_MS, lookMs * 1.1)) {
      await delay(lookMs);
      const [isText, value] = (await this.#connection.run(WATCH, [key, textKey(key, holder)], [])) as [number, string];
      if (isText === 1) return value;
      if (value !== holder) return undefined;
    }
    return undefined;
  }
}

function textKey(key: string, token: string): string {
  return `${key}:${token}`;
}
