import { MIB } from '../lib/byte-units.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';

/** Maximum number of audit entries per account and action. */
export const AUDIT_KEPT = 1_000;
/** Equal audit entries within this time are stored as one. */
export const AUDIT_FOLDED_MS = HOUR_MS;
/** Maximum number of known browsers per account. */
export const BROWSERS = 20;
/** Number of unused clients that are deleted at once when there are too many, because each search for them is slow. */
export const OAUTH_CLIENTS_PURGED_AT_ONCE = 20;
/** Maximum size of an account's stored replays; beyond this size, the oldest are deleted. */
export const REPLAY_BUDGET_BYTES = 32 * MIB;
/** A replay counts as at least one database page, so that REPLAY_BUDGET_BYTES also limits the number of rows. */
export const REPLAY_LEAST_BYTES = 4_096;
/** The latest time that a Date can represent: the expiry of what never expires. */
export const NEVER_MS = 8.64e15;
/** No delivery waits longer than this; a later time was stored before the clock was set back. */
export const LONGEST_WAIT_MS = DAY_MS;
