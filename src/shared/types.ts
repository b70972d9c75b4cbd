/** A rule: how many attempts of a key pass in a window, which opens with the first. */
export interface RateRule {
  /** Name of the rule; separates its counts from those of others. */
  name: string;
  points: number;
  windowMs: number;
}

/** Counts attempts by key, in memory or shared by replicas. */
export interface RateLimiter {
  /** Counts an attempt. Returns the milliseconds to wait if there were too many, else undefined. */
  take(key: string): Promise<number | undefined>;
  /** Takes back an attempt that succeeded. */
  giveBack(key: string): Promise<void>;
}

/** A key's count in the open window. */
export interface WindowCount {
  count: number;
  /** Milliseconds until the window ends. */
  leftMs: number;
}

/** The one counter behind every rate limit; names keep the counts of rules apart. Never rejects. */
export interface WindowCounter {
  /** Counts one in the key's window, which opens with the first. */
  count(name: string, key: string, windowMs: number): WindowCount | Promise<WindowCount>;
  /** Takes one count back, if its window is still open. */
  giveBack(name: string, key: string): void | Promise<void>;
}

/** The next time at which a request may be sent to a host, in milliseconds since the epoch. */
export interface HostSlot {
  at: number;
  /** False: the slot is later than the request can wait, and was not taken. */
  isTaken: boolean;
}

/** Keeps a minimum interval between requests to one host. */
export interface HostThrottle {
  /** Takes the host's next slot, unless it is later than `latestAt`. */
  take(host: string, minIntervalMs: number, latestAt: number): Promise<HostSlot>;
}

/** Cooldowns of sites by name, with their reasons. */
export interface CooldownRecord {
  /** End of the cooldown, in milliseconds since the epoch; in the past if only failures are counted so far. */
  until: number;
  /** The record is dropped after this time. */
  keptUntil: number;
  /** Further data of the record's owner. */
  note: string;
}

/** Cooldowns shared by replicas, so that all of them respect what one learned. Never rejects. */
export interface Cooldowns {
  /** The current record. */
  find(name: string): Promise<CooldownRecord | undefined>;
  /** The last known state, without a request. */
  known(): ReadonlyMap<string, CooldownRecord>;
  /**
   * Replaces a record by the result of `next`, atomically: if another process changed the record meanwhile,
   * `next` is called again. Undefined deletes the record.
   */
  change(name: string, next: (record: CooldownRecord | undefined) => CooldownRecord | undefined): Promise<void>;
}

export interface SingleFlightOptions {
  /** Called before the work begins; a result means that another process has just finished it. */
  again?: () => Promise<string | undefined>;
  /** How long to wait for another process before the work is done here. */
  patienceMs: number;
}

/** Single flight: equal work that several processes ask for at the same time is done once. */
export interface SingleFlight {
  /**
   * The result of `work`, run here or in another process that is already running it. If that process fails or
   * dies, the next waiting one runs the work.
   */
  run(name: string, work: () => Promise<string>, options: SingleFlightOptions): Promise<string>;
}

/** Sums by time slot and name. Never rejects. */
export interface Counters {
  add(slot: number, name: string): void;
  /** Sums of the given slots; slots without sums are left out. */
  read(slots: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>;
}

/** A page with its version, which is unique to one fetch. */
export interface SharedPage {
  version: number;
  fetchedAt: number;
  value: string;
}

/** Pages of platforms that were fetched. Times in milliseconds since the epoch, by the caller's clock. */
export interface PageCache {
  get(key: string, now: number): Promise<SharedPage | undefined>;
  put(key: string, value: string, now: number, expiresAt: number): Promise<void>;
  /** Deletes expired pages, and the oldest beyond that many bytes. Returns how many. */
  purge(now: number, maximumBytes: number, signal?: AbortSignal): Promise<number>;
}

/** State that replicas share and may lose; with one process, its memory. */
export interface Shared {
  windows: WindowCounter;
  hostThrottle: HostThrottle;
  cooldowns: Cooldowns;
  /** Absent for a single process, which joins equal work itself. */
  singleFlight?: SingleFlight;
  counters: Counters;
  /** Absent: the store keeps them. */
  pages?: PageCache;
  /** The Redis server; absent for a single process. */
  server?: SharedServer;
  close(): Promise<void>;
}

/** The server that holds the shared state. */
export interface SharedServer {
  /** Its kind. */
  name: 'redis';
  /** Undefined while the server answers; otherwise a sentence without secrets. */
  fault(): string | undefined;
}
