export interface RateRule {
  name: string;
  points: number;
  windowMs: number;
}

export interface RateLimiter {
  /** Counts one use. Returns undefined if the limit allows it, otherwise the milliseconds until the window ends. */
  take(key: string): Promise<number | undefined>;
  /** Takes back one use in the current window. */
  giveBack(key: string): Promise<void>;
}

export interface WindowCount {
  count: number;
  leftMs: number;
}

/** Counts for all rate limits. `name` separates the counts of different rules. Never rejects. */
export interface WindowCounter {
  count(name: string, key: string, windowMs: number): WindowCount | Promise<WindowCount>;
  giveBack(name: string, key: string): void | Promise<void>;
}

export interface HostSlot {
  /** Time of the slot, in milliseconds since the epoch. */
  at: number;
  /** False if the slot was not taken, because it is later than the request can wait. */
  isTaken: boolean;
}

export interface HostThrottle {
  take(host: string, minIntervalMs: number, latestAt: number): Promise<HostSlot>;
}

export interface CooldownRecord {
  /**
   * End of the cooldown, in milliseconds since the epoch. Lies in the past while failures are only counted and have not
   * led to a cooldown yet.
   */
  until: number;
  /** The record counts until this time, in milliseconds since the epoch. */
  keptUntil: number;
  note: string;
}

/** With Redis, replicas share cooldowns, so a refusal of one replica's request stops the others too. Never rejects. */
export interface Cooldowns {
  find(name: string): Promise<CooldownRecord | undefined>;
  /** The records in this process's memory, without a request to Redis. Some of them may have ended. */
  known(): ReadonlyMap<string, CooldownRecord>;
  /**
   * Replaces a record atomically by the result of `next`; undefined deletes the record. `next` may be called several
   * times, because other processes may change the record meanwhile.
   */
  change(name: string, next: (record: CooldownRecord | undefined) => CooldownRecord | undefined): Promise<void>;
}

export interface SingleFlightOptions {
  /**
   * Called after this process has claimed the work and before the work begins. A result replaces the work, because
   * another process has just done it.
   */
  again?: () => Promise<string | undefined>;
  patienceMs: number;
}

export interface SingleFlight {
  /**
   * Returns the result of `work`, which runs here unless another process is already running it. If that process fails
   * or dies, or has no result after `patienceMs`, `work` runs in a waiting process too. While Redis is unavailable,
   * `work` runs in each process.
   */
  run(name: string, work: () => Promise<string>, options: SingleFlightOptions): Promise<string>;
}

/** Sums by time slot and name. Never rejects. */
export interface Counters {
  add(slot: number, name: string): void;
  read(slots: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>;
}

export interface SharedPage {
  version: number;
  fetchedAt: number;
  value: string;
}

export interface PageCache {
  get(key: string, now: number): Promise<SharedPage | undefined>;
  put(key: string, value: string, now: number, expiresAt: number): Promise<void>;
  /**
   * Deletes expired pages, then the oldest until at most `maximumBytes` are left. Returns the number of deleted pages.
   */
  purge(now: number, maximumBytes: number, signal?: AbortSignal): Promise<number>;
}

/**
 * State that replicas share through Redis and that may be lost. Without Redis, each process keeps separate state in
 * memory.
 */
export interface Shared {
  windows: WindowCounter;
  hostThrottle: HostThrottle;
  cooldowns: Cooldowns;
  singleFlight?: SingleFlight;
  counters: Counters;
  /** If undefined, pages are cached in the store, unless the store has no page cache. */
  pages?: PageCache;
  server?: SharedServer;
  close(): Promise<void>;
}

export interface SharedServer {
  name: 'redis';
  fault(): string | undefined;
}
