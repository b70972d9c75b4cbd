export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_SECONDS = DAY_MS / 1_000;

export interface Clock {
  /** Returns milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/**
 * Number of formatted times that are cached; must be a power of two. Caching helps, because all receipts of one month
 * of an account contain the same time, the end of that month.
 */
const REMEMBERED = 256;

// PURE lets bundlers leave the cache out of bundles that use only the constants.
const instants = /* @__PURE__ */ new Float64Array(REMEMBERED).fill(Number.NaN);
const texts: string[] = /* @__PURE__ */ Array.from({ length: REMEMBERED }, () => '');

export function isoTime(ms: number): string {
  const slot = Math.floor(ms) & (REMEMBERED - 1);
  if (instants[slot] !== ms) {
    texts[slot] = new Date(ms).toISOString();
    instants[slot] = ms;
  }
  return texts[slot] as string;
}
