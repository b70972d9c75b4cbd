export interface CallLimit {
  calls: number;
  windowMs: number;
}

/** Share of a limited budget that checks may use. The rest is reserved for paid calls. */
const DOCTORS_SHARE = 0.1;

/**
 * Returns the shortest interval between two checks of one source, at least `intervalMs`, at which the checks of all
 * sources together use at most DOCTORS_SHARE of each limit. `requests`: requests per check; `sharers`: sources that
 * share the limits.
 */
export function checkEveryMs(
  intervalMs: number,
  limits: readonly CallLimit[],
  { requests, sharers }: { requests: number; sharers: number },
): number {
  const byBudget = limits.map(({ calls, windowMs }) => (windowMs * requests * sharers) / (calls * DOCTORS_SHARE));
  return Math.ceil(Math.max(intervalMs, ...byBudget));
}

/**
 * Returns the interval of the timer that starts one check at a time. It is short enough to check every source twice
 * within `intervalMs`, but at least one second, and at most one minute.
 */
export function checkIntervalMs(intervalMs: number, sources: number): number {
  return Math.min(60_000, Math.max(1_000, Math.floor(intervalMs / (2 * Math.max(1, sources)))));
}

/**
 * Returns the time at which a source is due. A last check in the future was stored before the clock was set back, so
 * the source is due now.
 */
export function dueAt(lastAt: number | undefined, everyMs: number, now: number): number {
  return lastAt === undefined || lastAt > now ? Number.NEGATIVE_INFINITY : lastAt + everyMs;
}
