import type { Job, PlatformRow } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';

/** Languages that a delivery can be written in. */
export type DeliveryLanguage = 'en' | 'fr';

/** The saved search that a delivery belongs to, as its readers see it. */
export interface DeliveredSearch {
  id: string;
  name: string;
  language: DeliveryLanguage;
  country: 'GB' | 'FR';
}

/** What a platform did in a run. */
export type DeliveredPlatform = Pick<
  PlatformRow,
  'platform' | 'status' | 'jobs' | 'reason' | 'attribution' | 'left_out'
> & {
  /** Jobs of a platform that answers for the first time, after a first run without it: the best ten are delivered. */
  first_answer?: number;
};

/**
 * Why a search is delivered: `first`, its first run, with the ten best jobs; `new`, jobs that it has not delivered
 * before; `heartbeat`, nothing new for a month; `paused`, something keeps it from running or from being delivered;
 * `sample`, an example from sample data, which stands in the feed until the first run.
 */
export type DeliveryKind = 'first' | 'new' | 'heartbeat' | 'paused' | 'sample';

/** One delivery of a saved search: the same whichever way it goes. */
export interface DeliveryContent {
  /** Unique, and the same at each attempt: a receiver can drop a second copy. */
  id: string;
  kind: DeliveryKind;
  search: DeliveredSearch;
  /** When the run ended, in milliseconds since the epoch. */
  at: number;
  /** New jobs of the run; those beyond `jobs` are in the search's own answer. */
  total: number;
  jobs: readonly Job[];
  platforms: readonly DeliveredPlatform[];
  /** Of `first`, after the question was changed: jobs of the answer that earlier answers had. */
  known?: number;
  /** Receipt of the metered call; null if the run made none. */
  receiptId: string | null;
  /** Adverts beyond those that a run reads, where a new one can be among them. */
  notRead?: number;
  /** Jobs that are left out, because the terms of their platform do not let them be kept until now. */
  expired?: number;
  /** Of `paused`: why, as a code of `PauseReason`. */
  pauseReason?: PauseReason;
  /** Of `paused`: the search runs on, by itself or in its other ways of delivery. */
  goesOn?: true;
  /** Of `paused`: a single mail to the account's owner about a search that sends none. */
  toOwner?: true;
}

/** Why a search or a way of delivery was paused, or what else its owner should know. */
export const PAUSE_REASONS = [
  'failing',
  'limit',
  'credits',
  'platform',
  'webhook',
  'mailbox',
  'plan',
  'trial',
  'arguments',
  'zone',
  'owner',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** How many jobs the first delivery holds: the best of what may be hundreds. */
const FIRST_JOBS = 10;

/** The jobs that a delivery holds, in the order of the answer. `late`: platforms that answer for the first time. */
export function deliveredJobs(kind: DeliveryKind, fresh: readonly Job[], late: ReadonlySet<string> = new Set()): Job[] {
  if (kind === 'first' || kind === 'sample') return fresh.slice(0, FIRST_JOBS);
  const best = new Set(fresh.filter(({ platform }) => late.has(platform)).slice(0, FIRST_JOBS));
  return fresh.filter((job) => !late.has(job.platform) || best.has(job));
}

const MONTH_DAYS = 30;

/**
 * What kind of delivery a successful run makes; undefined for none. Nothing new is worth a message once a month,
 * so that silence never means that a search has died.
 */
export function deliveryKind(run: {
  isFirst: boolean;
  total: number;
  now: number;
  /** When anything was last delivered. */
  lastDeliveredAt: number | null;
}): DeliveryKind | undefined {
  if (run.isFirst) return 'first';
  if (run.total > 0) return 'new';
  const silentMs = run.now - (run.lastDeliveredAt ?? 0);
  // A day ahead or more: by a clock that has been set back since, so how long it was silent is not known.
  return silentMs >= MONTH_DAYS * DAY_MS || silentMs <= -DAY_MS ? 'heartbeat' : undefined;
}

/** How many adverts each filter left out, over all platforms, most first. */
export function leftOut(platforms: readonly DeliveredPlatform[]): [filter: string, count: number][] {
  const sums = new Map<string, number>();
  for (const row of platforms)
    for (const [filter, count] of Object.entries(row.left_out ?? {})) sums.set(filter, (sums.get(filter) ?? 0) + count);
  return [...sums].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
}
