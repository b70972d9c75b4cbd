import { MIB } from '../lib/byte-units.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
// Limits that both engines share.

/** Entries kept per account and action: more than a person reads. */
export const AUDIT_KEPT = 1_000;
/** Equal changes within this time are stored as one. */
export const AUDIT_FOLDED_MS = HOUR_MS;
/** Maximum number of remembered browsers per account. */
export const BROWSERS = 20;
/**
 * How many unused clients are deleted together when there are too many, because finding them costs more than the rest
 * of a registration.
 */
export const OAUTH_ROOM = 20;
/** Maximum size of an account's replays; beyond it the account's oldest replays are deleted. */
export const REPLAY_BUDGET_BYTES = 32 * MIB;
/** A small answer counts as one database page, so that the budget also limits the number of rows. */
export const REPLAY_LEAST_BYTES = 4_096;
/** The latest time that a Date can represent, for things that do not expire. */
export const NEVER_MS = 8.64e15;
/**
 * If a notice about a source would have to wait longer than this, the stored time comes from a clock that has since
 * been set back.
 */
export const LONGEST_WAIT_MS = DAY_MS;
