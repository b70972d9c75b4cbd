import { MINUTE_MS } from '../../lib/clock.ts';
import { isCurrent, MemoryPageCache, newVersion } from '../memory/page-cache.ts';
import type { PageCache, SharedPage } from '../types.ts';
import type { RedisConnection, Script } from './connection.ts';
import { keyOf } from './keys.ts';

/** INDEX lists the keys of all pages by the time of their fetch; SIZES has the size of each in bytes. */
const INDEX = 'jobdata:pages';
const SIZES = 'jobdata:page-sizes';
/**
 * Redis deletes a page this long after its expiry. Until then, the caller's clock decides whether the page has expired.
 */
const TIDY_MS = MINUTE_MS;
const SLICE = 100;

/** Returns the version and times of a page, and its text if the version differs from ARGV 1. */
const GET: Script = {
  name: 'jobdataPageGet',
  lua: `local marks = redis.call('HMGET', KEYS[1], 'version', 'fetchedAt', 'expiresAt')
if not marks[1] then return {} end
if marks[1] == ARGV[1] then return marks end
marks[4] = redis.call('HGET', KEYS[1], 'body')
return marks`,
};

const PUT: Script = {
  name: 'jobdataPagePut',
  lua: `redis.call('HSET', KEYS[1], 'version', ARGV[1], 'fetchedAt', ARGV[2], 'expiresAt', ARGV[3], 'body', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[2], KEYS[1])
redis.call('HSET', KEYS[3], KEYS[1], ARGV[6])
return 1`,
};

/** Lists the pages in a range of the index, oldest first: key, size, and expiry ("" if Redis has deleted the page). */
const LIST: Script = {
  name: 'jobdataPageList',
  lua: `local all = {}
for i, key in ipairs(redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2])) do
  all[i] = {key, redis.call('HGET', KEYS[2], key) or '0', redis.call('HGET', key, 'expiresAt') or ''}
end
return all`,
};

const DROP: Script = {
  name: 'jobdataPageDrop',
  lua: `local dropped = 0
for i = 3, #KEYS do
  dropped = dropped + redis.call('DEL', KEYS[i])
  redis.call('ZREM', KEYS[1], KEYS[i])
  redis.call('HDEL', KEYS[2], KEYS[i])
end
return dropped`,
};

/**
 * Pages shared by all replicas, with a local copy of recently used pages. The text of a page is fetched from Redis only
 * if its version differs from the copy's version.
 */
export class RedisPageCache implements PageCache {
  readonly #connection: RedisConnection;
  readonly #copy = new MemoryPageCache();

  constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  async get(key: string, now: number): Promise<SharedPage | undefined> {
    const id = keyOf('page', key);
    const known = this.#copy.peek(id);
    let marks: string[];
    try {
      marks = (await this.#connection.run(GET, [id], [known?.version ?? ''])) as string[];
    } catch {
      return this.#copy.get(id, now);
    }
    const [version, fetchedAt, expiresAt, body] = marks;
    const value = body ?? known?.value;
    if (version === undefined || value === undefined) {
      this.#copy.forget(id);
      return undefined;
    }
    const page = { version: Number(version), fetchedAt: Number(fetchedAt), expiresAt: Number(expiresAt), value };
    if (body !== undefined) this.#copy.set(id, page);
    return isCurrent(page, now) ? { version: page.version, fetchedAt: page.fetchedAt, value } : undefined;
  }

  async put(key: string, value: string, now: number, expiresAt: number): Promise<void> {
    const id = keyOf('page', key);
    const version = newVersion();
    this.#copy.set(id, { version, fetchedAt: now, expiresAt, value });
    const lifetimeMs = Math.ceil(Math.max(0, expiresAt - now)) + TIDY_MS;
    const bytes = Buffer.byteLength(value) + id.length;
    const args = [version, now, expiresAt, value, lifetimeMs, bytes];
    await this.#connection.run(PUT, [id, INDEX, SIZES], args).catch(() => {});
  }

  async purge(now: number, maximumBytes: number, signal?: AbortSignal): Promise<number> {
    await this.#copy.purge(now, maximumBytes);
    try {
      return await this.#purgeShared(now, maximumBytes, signal);
    } catch {
      return 0;
    }
  }

  async #purgeShared(now: number, maximumBytes: number, signal?: AbortSignal): Promise<number> {
    const over: string[] = [];
    const current: { key: string; bytes: number }[] = [];
    for (let from = 0; !signal?.aborted; from += SLICE) {
      const rows = (await this.#connection.run(LIST, [INDEX, SIZES], [from, from + SLICE - 1])) as string[][];
      for (const [key = '', size = '0', expiresAt = ''] of rows) {
        if (expiresAt === '' || Number(expiresAt) <= now) over.push(key);
        else current.push({ key, bytes: Number(size) });
      }
      if (rows.length < SLICE) break;
    }
    let bytes = current.reduce((sum, page) => sum + page.bytes, 0);
    for (const page of current) {
      if (bytes <= maximumBytes) break;
      over.push(page.key);
      bytes -= page.bytes;
    }
    let dropped = 0;
    for (let at = 0; at < over.length && !signal?.aborted; at += SLICE) {
      const keys = over.slice(at, at + SLICE);
      dropped += Number(await this.#connection.run(DROP, [INDEX, SIZES, ...keys], []));
    }
    return dropped;
  }
}
