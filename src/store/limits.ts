import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
// How much every engine keeps.

/** Entries kept for an account and action: more than a person reads, however often something changes. */
export const AUDIT_KEPT = 1_000;
/** Like changes that follow each other so closely are one. */
export const AUDIT_FOLDED_MS = HOUR_MS;
/** Of one account, that it has logged in by. */
export const BROWSERS = 20;
/** Unused clients that go at a time when there are too many: looking which is more work than all else of a registration. */
export const OAUTH_ROOM = 20;
/** What the replays of one account may hold; past it the oldest go, never another account's. */
export const REPLAY_BUDGET_BYTES = 32 * 1024 * 1024;
/** A small answer counts as a page of the database: so a budget is of so many rows, too. */
export const REPLAY_LEAST_BYTES = 4_096;
/** A wait of a message about a source that is longer was made by a clock that has been set back since. */
export const LONGEST_WAIT_MS = DAY_MS;
