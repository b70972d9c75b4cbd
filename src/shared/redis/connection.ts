import { Redis } from 'ioredis';
import { randomHex } from '../../lib/random-id.ts';
import { RedisUnavailable, describeFault, describeMisfit } from './redis-unavailable.ts';

export interface Script {
  name: string;
  lua: string;
}

export interface RedisConnectionOptions {
  url: string;
  onAway(sentence: string): void;
  onBack(awayMs: number): void;
}

/** Time-out of a command. It is short, because a rate limit of this process alone is better than a call that waits. */
const ANSWER_MS = 250;
const CONNECT_MS = 500;
const START_MS = 2_000;
/** Intervals between health checks: BEAT_MS while Redis answers, LOOK_MS while it does not. */
const BEAT_MS = 1_000;
const LOOK_MS = 250;
const MOST_MISSED = 3;
/**
 * If Redis fails within FLAPPING_MS of its return, it is not used for a pause that doubles with each such failure, up
 * to LONGEST_DISTRUST_MS.
 */
const FLAPPING_MS = 5_000;
const LONGEST_DISTRUST_MS = 30_000;
/** A process that has not registered for this long is no longer counted. */
const GONE_MS = 10_000;

const REPLICAS = 'jobdata:replicas';
/**
 * A second key for the health check. A Redis Cluster refuses scripts whose keys belong to different hash slots, so the
 * check detects a cluster.
 */
const SECOND_KEY = 'jobdata:beside';

/** Registers this process and counts all processes. Writing also shows that the server is not read-only. */
const REGISTER: Script = {
  name: 'jobdataBeat',
  lua: `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2] * 2)
return redis.call('ZCARD', KEYS[1])`,
};

const LEAVE: Script = { name: 'jobdataLeave', lua: `return redis.call('ZREM', KEYS[1], ARGV[1])` };

type Command = (...args: (string | number)[]) => Promise<unknown>;

/**
 * One connection to Redis. While Redis is unavailable, commands fail at once, and only this class tries to reach it.
 */
export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #redis: Redis;
  readonly #id = randomHex(16);
  readonly #defined = new Set<string>();
  readonly #waiting = new Set<(error: unknown) => void>();
  readonly #onBeat: (() => void)[] = [];
  readonly #onReturn: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lastError: unknown;
  #fault: string | undefined = 'has not answered yet';
  #awaySince = performance.now();
  #backSince = Number.NEGATIVE_INFINITY;
  #distrustMs = 0;
  #missed = 0;
  #processCount = 1;
  #reportedAway = false;
  #closed = false;

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    this.#redis = new Redis(options.url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_MS,
      // This time-out is a fallback. `#inTime` waits for a shorter time, but lets a busy process read an answer that
      // has arrived.
      commandTimeout: 2 * ANSWER_MS,
      // The health check writes to the server, which tests more than ioredis's ready check.
      enableReadyCheck: false,
      retryStrategy: () => LOOK_MS,
      disableClientInfo: true,
      keepAlive: 10_000,
    });
    this.#redis.on('error', (error: unknown) => {
      this.#lastError = error;
    });
    this.#redis.on('close', () => this.#goAway(this.#lastError ?? new Error('closed')));
    this.#redis.on('ready', () => void this.#checkHealth());
  }

  get isUp(): boolean {
    return this.#fault === undefined;
  }

  /** Says why Redis is unavailable, as in `Redis at 127.0.0.1:6379 does not answer`. Undefined while Redis answers. */
  get fault(): string | undefined {
    if (this.#fault === undefined) return undefined;
    return `Redis at ${this.#host}${this.#redis.options.tls ? ', by TLS,' : ''} ${this.#fault}`;
  }

  /**
   * Number of processes that use this Redis, including this process. While Redis is unavailable, this is the last known
   * number.
   */
  get processCount(): number {
    return this.#processCount;
  }

  onBeat(listener: () => void): void {
    this.#onBeat.push(listener);
  }

  onReturn(listener: () => void): void {
    this.#onReturn.push(listener);
  }

  /**
   * Also resolves if Redis is unavailable, because it may return. Rejects with an explanatory error if a setting is
   * wrong.
   */
  async open(): Promise<void> {
    const ended = performance.now() + START_MS;
    void this.#redis.connect().catch(() => {});
    for (;;) {
      // The last error is checked even if the server answers, because a server that refuses the database of the URL
      // answers from another database.
      this.#assertFits();
      if (this.isUp || performance.now() >= ended) break;
      // The server cannot be reached now; connecting is tried again in the background.
      const { code } = (this.#lastError ?? {}) as { code?: string };
      if (code !== undefined && code !== 'ECONNRESET') break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (!this.isUp && this.#lastError !== undefined) this.#fault = describeFault(this.#lastError);
    this.#reportedAway = true;
    if (this.fault !== undefined) this.#options.onAway(this.fault);
    this.#schedule();
  }

  /** Rejects with RedisUnavailable. Unless Redis was known to be unavailable, the script may have run. */
  async run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    if (this.#fault !== undefined) throw new RedisUnavailable(this.#fault);
    try {
      return await this.#ask(script, keys, args);
    } catch (error) {
      this.#goAway(error);
      throw new RedisUnavailable('The server did not answer.', { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.isUp) await this.#ask(LEAVE, [REPLICAS], [this.#id]).catch(() => {});
    this.#redis.disconnect();
  }

  #assertFits(): void {
    const misfit = this.#lastError === undefined ? undefined : describeMisfit(this.#lastError);
    if (misfit === undefined) return;
    this.#closed = true;
    this.#redis.disconnect();
    throw new Error(`REDIS_URL: the server at ${this.#host} ${misfit}.`);
  }

  get #host(): string {
    const { host } = this.#redis.options;
    return `${host ?? 'localhost'}:${this.#redis.options.port ?? 6379}`;
  }

  #ask({ name, lua }: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    if (!this.#defined.has(name)) {
      this.#redis.defineCommand(name, { lua });
      this.#defined.add(name);
    }
    const command = (this.#redis as unknown as Record<string, Command>)[name] as Command;
    return this.#inTime(command.call(this.#redis, keys.length, ...keys, ...args));
  }

  /**
   * Rejects if the work exceeds ANSWER_MS. If this process was too busy to read an answer that has arrived, the answer
   * is read first.
   */
  #inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (): void => void setImmediate(() => setImmediate(() => reject(new Error('timed out'))));
      const timer = setTimeout(end, ANSWER_MS);
      this.#waiting.add(reject);
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#waiting.delete(reject);
      });
    });
  }

  async #checkHealth(): Promise<void> {
    if (this.#closed || this.#redis.status !== 'ready') return;
    try {
      this.#processCount = Number(await this.#ask(REGISTER, [REPLICAS, SECOND_KEY], [this.#id, GONE_MS]));
      this.#missed = 0;
      this.#comeBack();
    } catch (error) {
      this.#missed += 1;
      this.#lastError = error;
      this.#goAway(error);
      if (this.#missed % MOST_MISSED === 0 && this.#redis.status === 'ready') this.#redis.disconnect(true);
    }
  }

  #comeBack(): void {
    if (this.isUp) {
      for (const listener of this.#onBeat) listener();
      return;
    }
    const now = performance.now();
    if (now - this.#awaySince < this.#distrustMs) return;
    const awayMs = Math.round(now - this.#awaySince);
    this.#fault = undefined;
    this.#backSince = now;
    for (const listener of this.#onReturn) listener();
    if (this.#reportedAway) this.#options.onBack(awayMs);
  }

  #goAway(error: unknown): void {
    if (this.#closed) return;
    const wasUp = this.isUp;
    this.#fault = describeFault(error);
    if (!wasUp) return;
    for (const reject of this.#waiting) reject(error);
    this.#waiting.clear();
    const now = performance.now();
    const flaps = now - this.#backSince < FLAPPING_MS;
    this.#distrustMs = flaps ? Math.min(LONGEST_DISTRUST_MS, Math.max(BEAT_MS, this.#distrustMs * 2)) : 0;
    this.#awaySince = now;
    this.#missed = 0;
    if (this.#reportedAway) this.#options.onAway(this.fault as string);
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(
      () => void this.#checkHealth().finally(() => this.#schedule()),
      this.isUp ? BEAT_MS : LOOK_MS,
    ).unref();
  }
}
