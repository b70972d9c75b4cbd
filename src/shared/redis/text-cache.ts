import type { SharedTextCache } from '../types.ts';
import type { RedisConnection, Script } from './connection.ts';
import { keyOf } from './keys.ts';

export interface RedisTextCacheLimits {
  /** Of one owner. */
  texts: number;
  bytes: number;
}

const LIMITS: RedisTextCacheLimits = { texts: 10, bytes: 4 * 1024 * 1024 };

/** KEYS: the owner's list, and the text. The oldest texts beyond the limits of number and size are deleted. */
const KEEP: Script = {
  name: 'jobdataTextKeep',
  lua: `redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
redis.call('LREM', KEYS[1], 0, KEYS[2])
redis.call('LPUSH', KEYS[1], KEYS[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local bytes = 0
for i, key in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  bytes = bytes + redis.call('STRLEN', key)
  if i > 1 and (i > tonumber(ARGV[3]) or bytes > tonumber(ARGV[4])) then
    redis.call('DEL', key)
    redis.call('LREM', KEYS[1], 0, key)
  end
end
return 1`,
};

const FIND: Script = { name: 'jobdataTextFind', lua: `return redis.call('GET', KEYS[1])` };

/** Texts for whichever process gets the next request; nothing is kept while Redis is away. */
export class RedisTextCache implements SharedTextCache {
  readonly #connection: RedisConnection;
  readonly #limits: RedisTextCacheLimits;

  constructor(connection: RedisConnection, limits: RedisTextCacheLimits = LIMITS) {
    this.#connection = connection;
    this.#limits = limits;
  }

  async keep(owner: string, name: string, text: string, lifetimeMs: number): Promise<void> {
    const { texts, bytes } = this.#limits;
    if (Buffer.byteLength(text) > bytes) return;
    const keys = [keyOf('texts', owner), keyOf('text', owner, name)];
    await this.#connection.run(KEEP, keys, [text, lifetimeMs, texts, bytes]).catch(() => {});
  }

  async find(owner: string, name: string): Promise<string | undefined> {
    const found = await this.#connection.run(FIND, [keyOf('text', owner, name)], []).catch(() => undefined);
    return typeof found === 'string' ? found : undefined;
  }
}
