/** The only source of time: injected, so that no test waits for it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** `2026-11-20T10:00:00.000Z` */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
