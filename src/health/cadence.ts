/** A rate limit of an API with a key: `calls` in any window of `windowMs`. */
export interface CallLimit {
  calls: number;
  windowMs: number;
}

/** Share of a limited budget that checks may use; the rest is reserved for paid calls. */
const DOCTORS_SHARE = 0.1;

/**
 * The minimum interval between checks of a source: all checks together may use `DOCTORS_SHARE` of a limited budget.
 * `requests`: per check; `sharers`: sources that share the budget.
 */
export function checkEveryMs(
  intervalMs: number,
  limits: readonly CallLimit[],
  { requests, sharers }: { requests: number; sharers: number },
): number {
  const byBudget = limits.map(({ calls, windowMs }) => (windowMs * requests * sharers) / (calls * DOCTORS_SHARE));
  return Math.ceil(Math.max(intervalMs, ...byBudget));
}

/** Interval of the timer that starts one check, so that the checks of all sources are spread over `intervalMs`. */
export function checkIntervalMs(intervalMs: number, sources: number): number {
  return Math.min(60_000, Math.max(1_000, Math.floor(intervalMs / (2 * Math.max(1, sources)))));
}

/**
 * When a source is due, from its last check. A last check in the future was left by a clock that was set back; the
 * source is then due now.
 */
export function dueAt(lastAt: number | undefined, everyMs: number, now: number): number {
  return lastAt === undefined || lastAt > now ? Number.NEGATIVE_INFINITY : lastAt + everyMs;
}
