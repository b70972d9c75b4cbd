import { Redis } from 'ioredis';
import type { Test } from 'tap';
import type { OwnServer } from '../../scripts/servers/own-server.ts';
import { hasRedis, startRedisServer, type RedisOptions } from '../../scripts/servers/redis.ts';
import { leaveOut } from './left-out.ts';

export const WITHOUT_REDIS = 'Redis is not there: install redis-server, or set TEST_REDIS_URL';

let shared: Promise<string | undefined> | undefined;

async function findRedis(): Promise<string | undefined> {
  const given = process.env['TEST_REDIS_URL'];
  if (given !== undefined && given !== '') return given;
  if (hasRedis()) return (await startRedisServer()).url;
  leaveOut('Redis', 'install redis-server, or set TEST_REDIS_URL');
  return undefined;
}

/**
 * Returns `TEST_REDIS_URL`, which a run of all tests sets, or the URL of a server that this process starts. Undefined
 * if Redis is missing, which is reported at the end of the run. Throws in continuous integration.
 */
export function redisUrl(): Promise<string | undefined> {
  return (shared ??= findRedis());
}

/** For `{ skip }` of a test that needs the server. */
export async function withoutRedis(): Promise<string | false> {
  return (await redisUrl()) === undefined ? WITHOUT_REDIS : false;
}

/** Long enough for the longest test file. After that, another test may use the database. */
const CLAIM_SECONDS = 900;

/**
 * Returns the URL of an empty database, which is emptied again at the end of the test. Database 0 records which test
 * uses which database. Throws if there is no server, so call `withoutRedis` before.
 */
export async function freshRedis(t: Test): Promise<string> {
  const server = await redisUrl();
  if (server === undefined) throw new Error(WITHOUT_REDIS);
  const claims = new Redis(server);
  const [, databases] = (await claims.config('GET', 'databases')) as [string, string];
  const owner = `${process.pid}:${Math.random()}`;
  for (let database = 1; database < Number(databases); database += 1) {
    const name = `test-database:${database}`;
    if ((await claims.set(name, owner, 'EX', CLAIM_SECONDS, 'NX')) === null) continue;
    const url = new URL(server);
    url.pathname = `/${database}`;
    const own = new Redis(url.href);
    await own.flushdb();
    t.teardown(async () => {
      await own.flushdb();
      await claims.del(name);
      own.disconnect();
      claims.disconnect();
    });
    return url.href;
  }
  claims.disconnect();
  throw new Error('Every database of the Redis server is in use by a test.');
}

/** A test may stop, kill, suspend and start this server. The server is dropped at the end of the test. */
export async function startRedis(t: Test, options?: RedisOptions): Promise<OwnServer> {
  const server = await startRedisServer(options);
  t.teardown(() => server.drop());
  return server;
}
