import { DAY_MS, type Clock } from '../../lib/clock.ts';
import { MemoryCooldowns } from '../memory/cooldowns.ts';
import type { CooldownRecord, Cooldowns } from '../types.ts';
import type { RedisConnection, Script } from './connection.ts';

const KEY = 'jobdata:rests';
const KEPT_MS = 14 * DAY_MS;
/** After this many conflicts with other processes, a change is dropped. */
const TRIES = 20;

const READ: Script = { name: 'jobdataCooldowns', lua: `return redis.call('HGETALL', KEYS[1])` };

/** Replaces a field if it still has the expected value (ARGV 2). Otherwise returns the present value. */
const REPLACE: Script = {
  name: 'jobdataRest',
  lua: `local present = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if present ~= ARGV[2] then return {0, present} end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1])
else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {1, ARGV[3]}`,
};

const OFFER: Script = {
  name: 'jobdataRestOffer',
  lua: `for i = 2, #ARGV, 2 do redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`,
};

/**
 * Cooldowns of all processes, with a local copy that is refreshed every second and before each `find`. While Redis is
 * unavailable, the copy is used and changed; afterwards, Redis gets the records that it lacks.
 */
export class RedisCooldowns implements Cooldowns {
  readonly #connection: RedisConnection;
  readonly #clock: Clock;
  readonly #copy: MemoryCooldowns;
  #texts = new Map<string, string>();
  #next: Promise<void> | undefined;

  constructor(connection: RedisConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#copy = new MemoryCooldowns(clock);
    connection.onBeat(() => void this.#refresh());
    connection.onReturn(() => void this.#offer());
  }

  async find(name: string): Promise<CooldownRecord | undefined> {
    await this.#refresh();
    return this.#copy.find(name);
  }

  known(): ReadonlyMap<string, CooldownRecord> {
    return this.#copy.known();
  }

  async change(name: string, next: (record: CooldownRecord | undefined) => CooldownRecord | undefined): Promise<void> {
    try {
      let present = this.#texts.get(name) ?? '';
      for (let tries = 0; tries < TRIES; tries += 1) {
        const record = readRecord(present);
        const wanted = next(record && record.keptUntil > this.#clock.now() ? record : undefined);
        const text = wanted ? JSON.stringify(wanted) : '';
        const [done, is] = (await this.#connection.run(REPLACE, [KEY], [name, present, text, KEPT_MS])) as [
          number,
          string,
        ];
        if (done === 1) return this.#note(name, text, wanted);
        present = is;
      }
    } catch {
      await this.#copy.change(name, next);
    }
  }

  #note(name: string, text: string, record: CooldownRecord | undefined): void {
    if (text === '') this.#texts.delete(name);
    else this.#texts.set(name, text);
    this.#copy.set(name, record);
  }

  /** Calls in the same tick share one read, which begins after them. Never rejects. */
  #refresh(): Promise<void> {
    return (this.#next ??= this.#read());
  }

  async #read(): Promise<void> {
    await Promise.resolve();
    this.#next = undefined;
    try {
      this.#readCopy((await this.#connection.run(READ, [KEY], [])) as string[]);
    } catch {}
  }

  #readCopy(fields: readonly string[]): void {
    const texts = new Map<string, string>();
    const records = new Map<string, CooldownRecord>();
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [name, text] = [fields[at] as string, fields[at + 1] as string];
      const record = readRecord(text);
      texts.set(name, text);
      if (record) records.set(name, record);
    }
    this.#texts = texts;
    this.#copy.replace(records);
  }

  /** Sends records that were made while Redis was unavailable, or that Redis lost in a restart. */
  async #offer(): Promise<void> {
    const now = this.#clock.now();
    const own = [...this.#copy.known()].filter(([, { keptUntil }]) => keptUntil > now);
    try {
      if (own.length > 0) {
        const fields = own.flatMap(([name, record]) => [name, JSON.stringify(record)]);
        await this.#connection.run(OFFER, [KEY], [KEPT_MS, ...fields]);
      }
    } catch {
      return;
    }
    await this.#refresh();
  }
}

function readRecord(text: string): CooldownRecord | undefined {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as CooldownRecord;
  } catch {
    return undefined;
  }
}
