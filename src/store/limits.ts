import { MIB } from '../lib/byte-units.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { RunFrequency } from './saved-search-types.ts';

export const AUDIT_KEPT = 1_000;
export const AUDIT_FOLDED_MS = HOUR_MS;
export const BROWSERS = 20;
export const OAUTH_CLIENTS_PURGED_AT_ONCE = 20;
/**
 * Maximum size of an account's stored replays. Beyond this size, replays are deleted in the order of their expiry,
 * except those that never expire.
 */
export const REPLAY_BUDGET_BYTES = 32 * MIB;
/** A replay counts as at least one database page, so REPLAY_BUDGET_BYTES also limits the number of rows. */
export const REPLAY_LEAST_BYTES = 4_096;
/** The latest time that a Date can represent, used for replays that never expire. */
export const NEVER_MS = 8.64e15;
/**
 * No delivery waits longer than this for its next attempt, so a stored time further ahead dates from before the clock
 * was set back. The longest pause is a day; the extra hour allows for clocks that differ a little or are corrected.
 */
export const LONGEST_WAIT_MS = DAY_MS + HOUR_MS;
/**
 * Unless a search is at its monthly limit, its next run is never further ahead than this, so a stored time further
 * ahead dates from before the clock was set back.
 */
export const FURTHEST_RUN_MS: Readonly<Record<RunFrequency, number>> = {
  hourly: 2 * HOUR_MS,
  daily: DAY_MS + 3 * HOUR_MS,
  weekly: 7 * DAY_MS + 3 * HOUR_MS,
};
