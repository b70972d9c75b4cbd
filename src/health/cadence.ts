/** A limit of a keyed API: so many calls in any window of that length. */
export interface CallLimit {
  calls: number;
  windowMs: number;
}

/** What callers pay for is left to them. */
const DOCTORS_SHARE = 0.1;

/**
 * Least time between two looks at a source whose calls are limited: all looks
 * together take a tenth of its budget at most. `requests`: of one look;
 * `sharers`: sources that share the budget.
 */
export function checkEveryMs(
  intervalMs: number,
  limits: readonly CallLimit[],
  { requests, sharers }: { requests: number; sharers: number },
): number {
  const byBudget = limits.map(({ calls, windowMs }) => (windowMs * requests * sharers) / (calls * DOCTORS_SHARE));
  return Math.ceil(Math.max(intervalMs, ...byBudget));
}

/** How long the timer waits between two turns: one source at a time, spread over the interval. */
export function turnMs(intervalMs: number, sources: number): number {
  return Math.min(60_000, Math.max(1_000, Math.floor(intervalMs / (2 * Math.max(1, sources)))));
}

/** When a source is due, by its last look; a look that lies ahead is of a clock that was set back since. */
export function dueAt(lastAt: number | undefined, everyMs: number, now: number): number {
  return lastAt === undefined || lastAt > now ? Number.NEGATIVE_INFINITY : lastAt + everyMs;
}
