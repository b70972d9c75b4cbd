/** How many attempts with one key are allowed in a window of `windowMs`, which opens with the first attempt. */
export interface RateRule {
  /** Separates the counts of this rule from those of other rules. */
  name: string;
  points: number;
  windowMs: number;
}

/** Limits attempts by key; the counts are in memory or shared by replicas. */
export interface RateLimiter {
  /** Counts an attempt. Returns undefined if it is allowed, otherwise the milliseconds to wait. */
  take(key: string): Promise<number | undefined>;
  /** Takes back a counted attempt that succeeded. */
  giveBack(key: string): Promise<void>;
}

export interface WindowCount {
  count: number;
  /** Milliseconds until the window ends. */
  leftMs: number;
}

/** The counter for all rate limits; `name` keeps the counts of rules apart. Never rejects. */
export interface WindowCounter {
  /** Adds one to the key's window, which opens with the first count. */
  count(name: string, key: string, windowMs: number): WindowCount | Promise<WindowCount>;
  /** Subtracts one from the key's window, if the window is still open. */
  giveBack(name: string, key: string): void | Promise<void>;
}

/** The next time at which a request may be sent to a host, in milliseconds since the epoch. */
export interface HostSlot {
  at: number;
  /** False if the slot is later than the request can wait: it was then not taken. */
  isTaken: boolean;
}

export interface HostThrottle {
  /** Takes the host's next slot, unless it is later than `latestAt`. */
  take(host: string, minIntervalMs: number, latestAt: number): Promise<HostSlot>;
}

/** The cooldown of a platform, access method or search provider. */
export interface CooldownRecord {
  /** End of the cooldown, in milliseconds since the epoch; in the past if there are only failures so far. */
  until: number;
  /** The record is deleted after this time, in milliseconds since the epoch. */
  keptUntil: number;
  /** Data of the code that made the record, such as the reason. */
  note: string;
}

/** Cooldowns that replicas share, so that all of them respect what one replica learned. Never rejects. */
export interface Cooldowns {
  /** The record; undefined if there is none or it has expired. */
  find(name: string): Promise<CooldownRecord | undefined>;
  /** The records in this process's memory, returned without a request. */
  known(): ReadonlyMap<string, CooldownRecord>;
  /**
   * Replaces a record atomically by the result of `next`; undefined deletes the record. If another process changed the
   * record meanwhile, `next` is called again.
   */
  change(name: string, next: (record: CooldownRecord | undefined) => CooldownRecord | undefined): Promise<void>;
}

export interface SingleFlightOptions {
  /** Called before the work begins. A result means that another process has just done the work. */
  again?: () => Promise<string | undefined>;
  /** How long to wait for another process before the work is done here. */
  patienceMs: number;
}

export interface SingleFlight {
  /**
   * The result of `work`, run here or in another process that is already running it. If that process fails or dies, the
   * next waiting process runs the work.
   */
  run(name: string, work: () => Promise<string>, options: SingleFlightOptions): Promise<string>;
}

/** Sums by time slot and name. Never rejects. */
export interface Counters {
  add(slot: number, name: string): void;
  /** Sums of the requested slots; slots without sums are left out. */
  read(slots: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>;
}

/** A page of a platform. The version is different for each fetch. */
export interface SharedPage {
  version: number;
  fetchedAt: number;
  value: string;
}

/** Fetched pages of platforms. Times are in milliseconds since the epoch, by the caller's clock. */
export interface PageCache {
  get(key: string, now: number): Promise<SharedPage | undefined>;
  put(key: string, value: string, now: number, expiresAt: number): Promise<void>;
  /** Deletes expired pages, then the oldest until `maximumBytes` are left. Returns how many were deleted. */
  purge(now: number, maximumBytes: number, signal?: AbortSignal): Promise<number>;
}

/** State that replicas share and may lose; for a single process, in its memory. */
export interface Shared {
  windows: WindowCounter;
  hostThrottle: HostThrottle;
  cooldowns: Cooldowns;
  /** Undefined for a single process. */
  singleFlight?: SingleFlight;
  counters: Counters;
  /** Undefined: pages are cached in the store. */
  pages?: PageCache;
  server?: SharedServer;
  close(): Promise<void>;
}

/** The server that stores the shared state; `Shared.server` is undefined for a single process. */
export interface SharedServer {
  name: 'redis';
  /** A sentence without secrets while the server does not answer; otherwise undefined. */
  fault(): string | undefined;
}
