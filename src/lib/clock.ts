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

/** Formatted times are cached, because all receipts of one account state the same time, the end of its month. */
const REMEMBERED = 256;

// PURE: bundles that use only the constants, such as the widgets, leave the cache out.
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
