import { HOUR_MS } from '../../lib/clock.ts';
import { MemoryCounters } from '../memory/counters.ts';
import type { Counters } from '../types.ts';
import type { RedisConnection, Script } from './connection.ts';

const KEPT_MS = 26 * HOUR_MS;
const SEND_MS = 1_000;

const ADD: Script = {
  name: 'jobdataSum',
  lua: `for i = 2, #ARGV, 3 do
  local key = KEYS[tonumber(ARGV[i])]
  redis.call('HINCRBY', key, ARGV[i + 1], ARGV[i + 2])
  redis.call('PEXPIRE', key, ARGV[1])
end
return 1`,
};

const READ: Script = {
  name: 'jobdataSums',
  lua: `local all = {}
for i, key in ipairs(KEYS) do all[i] = redis.call('HGETALL', key) end
return all`,
};

/**
 * Sums over all replicas, sent to Redis about once a second. While Redis is unavailable, only the sums of this process
 * are read.
 */
export class RedisCounters implements Counters {
  readonly #connection: RedisConnection;
  readonly #own = new MemoryCounters();
  readonly #unsent = new MemoryCounters();
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: RedisConnection) {
    this.#connection = connection;
    connection.onReturn(() => void this.#send());
  }

  add(slot: number, name: string): void {
    this.#own.add(slot, name);
    this.#unsent.add(slot, name);
    this.#timer ??= setTimeout(() => void this.#send(), SEND_MS).unref();
  }

  async read(slots: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
    if (slots.length === 0) return new Map();
    try {
      await this.#send();
      const all = (await this.#connection.run(READ, slots.map(keyOfSlot), [])) as string[][];
      return new Map(
        all.flatMap((fields, index) =>
          fields.length === 0 ? [] : [[slots[index] as number, toSums(fields)] as const],
        ),
      );
    } catch {
      return this.#own.read(slots);
    }
  }

  close(): Promise<void> {
    return this.#send();
  }

  /** Sums that Redis does not confirm are sent again next time, so they may count twice. Never rejects. */
  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sums = this.#unsent.takeAll();
    if (sums.length === 0) return;
    const slots = [...new Set(sums.map(({ slot }) => slot))];
    const args = sums.flatMap(({ slot, name, count }) => [slots.indexOf(slot) + 1, name, count]);
    try {
      await this.#connection.run(ADD, slots.map(keyOfSlot), [KEPT_MS, ...args]);
    } catch {
      for (const { slot, name, count } of sums) this.#unsent.add(slot, name, count);
    }
  }
}

function keyOfSlot(slot: number): string {
  return `jobdata:sums:${slot}`;
}

function toSums(fields: readonly string[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (let at = 0; at + 1 < fields.length; at += 2) sums.set(fields[at] as string, Number(fields[at + 1]));
  return sums;
}
