export interface RateRule {
  name: string;
  points: number;
  windowMs: number;
}

export interface RateLimiter {
  take(key: string): Promise<number | undefined>;
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
  at: number;
  /** False if the slot is later than the request can wait, so the slot was not taken. */
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
  keptUntil: number;
  note: string;
}

/** With Redis, replicas share cooldowns, so a refusal of one replica's request stops the others too. Never rejects. */
export interface Cooldowns {
  find(name: string): Promise<CooldownRecord | undefined>;
  /** The records in this process's memory, without a request to Redis. Some of them may have ended. */
  known(): ReadonlyMap<string, CooldownRecord>;
  /**
   * Replaces a record atomically by the result of `next`; undefined deletes it. `next` may be called several times, if
   * other processes change the record.
   */
  change(name: string, next: (record: CooldownRecord | undefined) => CooldownRecord | undefined): Promise<void>;
}

export interface SingleFlightOptions {
  /** Called before the work begins. A result means that another process has just done the work. */
  again?: () => Promise<string | undefined>;
  patienceMs: number;
}

export interface SingleFlight {
  /**
   * Returns the result of `work`, which runs here unless another process is already running it. If that process fails
   * or dies, or has no result after `patienceMs`, a waiting process runs it too.
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

/** State that replicas share and may lose. A single process keeps it in memory. */
export interface Shared {
  windows: WindowCounter;
  hostThrottle: HostThrottle;
  cooldowns: Cooldowns;
  singleFlight?: SingleFlight;
  counters: Counters;
  /** If undefined, pages are cached in the store, if that has a cache. */
  pages?: PageCache;
  server?: SharedServer;
  close(): Promise<void>;
}

export interface SharedServer {
  name: 'redis';
  fault(): string | undefined;
}
