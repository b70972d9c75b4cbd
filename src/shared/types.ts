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
