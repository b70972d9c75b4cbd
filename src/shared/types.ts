/** How many tries of a key are let through in a window, which opens with its first. */
export interface RateRule {
  /** Tells the counts of one rule from those of others. */
  name: string;
  points: number;
  windowMs: number;
}

/** Counts tries by key. What is counted may be lost with the process, or be shared by several. */
export interface RateLimiter {
  /** Counts a try: undefined, or the milliseconds to wait when there were too many. */
  take(key: string): Promise<number | undefined>;
  /** Takes a try back that turned out to be no wrong one. */
  giveBack(key: string): Promise<void>;
}

/** Where counts are kept is decided once, for all of them. */
export type CreateRateLimiter = (rule: RateRule) => RateLimiter;

/** What a key has been counted in the window that is open. */
export interface WindowCount {
  count: number;
  /** Until the window ends, in milliseconds. */
  leftMs: number;
}

/** Counts one of a key in its window, which opens with its first. Never rejects. */
export type CountInWindow = (name: string, key: string, windowMs: number) => Promise<WindowCount>;

/** A host's next free moment, in milliseconds since the epoch. */
export interface HostSlot {
  at: number;
  /** False: it is later than the request can wait, and still free. */
  isTaken: boolean;
}

/** Keeps a distance between requests to one host. */
export interface HostThrottle {
  /** Takes the host's next free moment, unless that is later than `latestAt`. */
  take(host: string, minIntervalMs: number, latestAt: number): Promise<HostSlot>;
}

/** What is left alone for a while, and why, under a name of its own. */
export interface CooldownRecord {
  /** Until when, in milliseconds since the epoch; in the past where what is noted is no rest yet. */
  until: number;
  /** After this it says nothing any more. */
  keptUntil: number;
  /** The rest of what its owner notes. */
  note: string;
}

/** What one process learns of sites that want to be left alone, the others respect. Never rejects. */
export interface Cooldowns {
  /** As it is now. */
  find(name: string): Promise<CooldownRecord | undefined>;
  /** As it was a moment ago: at once, and without a question to anybody. */
  known(): ReadonlyMap<string, CooldownRecord>;
  /**
   * Replaces a record by what `next` makes of it, in one step: where another
   * process was faster, `next` is asked again. Undefined: there is none any more.
   */
  change(name: string, next: (record: CooldownRecord | undefined) => CooldownRecord | undefined): Promise<void>;
}

export interface SingleFlightOptions {
  /** What may have come while another was at work: looked for once more before the work is begun. */
  again?: () => Promise<string | undefined>;
  /** How long others are waited for; then the work is begun all the same. */
  patienceMs: number;
}

/** Equal work of several processes at the same time is one. */
export interface SingleFlight {
  /**
   * The text that `work` gives, here or in the process that began it first.
   * Work that rejects gives the others nothing: the next of them begins it
   * anew, as it does where the process that was at work has died.
   */
  run(name: string, work: () => Promise<string>, options: SingleFlightOptions): Promise<string>;
}

/** Sums by slot of time and name. Never rejects. */
export interface Counters {
  add(slot: number, name: string): void;
  /** Those of the slots that have any. */
  read(slots: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>;
}

/** Texts of an owner, the oldest of which give way. Never rejects. */
export interface SharedTextCache {
  keep(owner: string, name: string, text: string, lifetimeMs: number): Promise<void>;
  find(owner: string, name: string): Promise<string | undefined>;
}

/** A page with its version, which no other fetch of any page bears. */
export interface SharedPage {
  version: number;
  fetchedAt: number;
  value: string;
}

/** Pages of platforms that were fetched. Times in milliseconds since the epoch, by the caller's clock. */
export interface PageCache {
  get(key: string, now: number): Promise<SharedPage | undefined>;
  put(key: string, value: string, now: number, expiresAt: number): Promise<void>;
  /** Drops what is past its time, and the oldest beyond that many bytes; gives how many. */
  purge(now: number, maximumBytes: number, signal?: AbortSignal): Promise<number>;
}

/** What processes share and may lose; with one process, what is in its memory. */
export interface Shared {
  createRateLimiter: CreateRateLimiter;
  /** Absent: each process counts by itself. */
  countInWindow?: CountInWindow;
  hostThrottle: HostThrottle;
  cooldowns: Cooldowns;
  singleFlight: SingleFlight;
  counters: Counters;
  /** Absent: nobody else would look for them. */
  textCache?: SharedTextCache;
  /** Absent: the store keeps them. */
  pages?: PageCache;
  /** The server that holds it; absent where it is this process's memory. */
  server?: SharedServer;
  close(): Promise<void>;
}

/** The server behind what is shared. */
export interface SharedServer {
  /** Its kind. */
  name: 'redis';
  /** Undefined while it answers; else why it does not: a sentence without secrets. */
  fault(): string | undefined;
}
