export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_SECONDS = DAY_MS / 1_000;

/** The only source of time; injected, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Number of cached texts. Answers to one account repeat the same time, the end of its month. */
const REMEMBERED = 256;

const instants = new Float64Array(REMEMBERED).fill(Number.NaN);
const texts: string[] = Array.from({ length: REMEMBERED }, () => '');

/** `2026-11-20T10:00:00.000Z` */
export function isoTime(ms: number): string {
  const slot = Math.floor(ms) & (REMEMBERED - 1);
  if (instants[slot] !== ms) {
    texts[slot] = new Date(ms).toISOString();
    instants[slot] = ms;
  }
  return texts[slot] as string;
}
