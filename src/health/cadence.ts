/** A rate limit of an API with a key: `calls` in any window of `windowMs`. */
export interface CallLimit {
  calls: number;
  windowMs: number;
}

/** Share of a limited budget that checks may use; the rest is reserved for paid calls. */
const DOCTORS_SHARE = 0.1;

/**
 * The minimum interval between checks of a source with a limited budget: all checks together use at most a tenth
 * of it. `requests`: made by one check; `sharers`: sources that share the budget.
 */
export function checkEveryMs(
  intervalMs: number,
  limits: readonly CallLimit[],
  { requests, sharers }: { requests: number; sharers: number },
): number {
  const byBudget = limits.map(({ calls, windowMs }) => (windowMs * requests * sharers) / (calls * DOCTORS_SHARE));
  return Math.ceil(Math.max(intervalMs, ...byBudget));
}

/** How long the timer waits between runs, so that the checks, one at a time, are spread over the interval. */
export function turnMs(intervalMs: number, sources: number): number {
  return Math.min(60_000, Math.max(1_000, Math.floor(intervalMs / (2 * Math.max(1, sources)))));
}

/**
 * When a source is due, from its last check. A last check in the future means that the clock was set back; the
 * source is due now.
 */
export function dueAt(lastAt: number | undefined, everyMs: number, now: number): number {
  return lastAt === undefined || lastAt > now ? Number.NEGATIVE_INFINITY : lastAt + everyMs;
}
