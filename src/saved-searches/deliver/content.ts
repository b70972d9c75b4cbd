import type { Job, PlatformRow } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { isOnlyOn } from '../known-jobs.ts';

export type DeliveryLanguage = 'en' | 'fr';

/** The saved search of a delivery, as far as its recipients see it. */
export interface DeliveredSearch {
  id: string;
  name: string;
  language: DeliveryLanguage;
  country: 'GB' | 'FR';
}

/** The result of one platform in a run. */
export type DeliveredPlatform = Pick<
  PlatformRow,
  'platform' | 'status' | 'jobs' | 'reason' | 'attribution' | 'left_out'
> & {
  /**
   * Number of new jobs of a platform that answers for the first time and was missing in the search's first run. Only
   * the best ten are delivered.
   */
  first_answer?: number;
};

/**
 * Why there is a delivery. `first`: the first run, with its ten best jobs. `new`: jobs not delivered before.
 * `heartbeat`: nothing new for a month. `paused`: something stops the search or a channel. `sample`: made-up jobs in
 * the feed until the first run.
 */
export type DeliveryKind = 'first' | 'new' | 'heartbeat' | 'paused' | 'sample';

/** One delivery of a saved search, equal in the feed, by mail and by webhook. */
export interface DeliveryContent {
  /** Unique, and equal for each attempt, so that a receiver can drop a second copy. */
  id: string;
  kind: DeliveryKind;
  search: DeliveredSearch;
  /** When the run ended, in milliseconds since 1 January 1970 (UTC). */
  at: number;
  /** Number of new jobs of the run; `jobs` may have fewer. */
  total: number;
  jobs: readonly Job[];
  platforms: readonly DeliveredPlatform[];
  /** Only for `first`, after the arguments were changed: number of jobs in the answer that earlier answers had. */
  known?: number;
  /** Receipt id of the run's call; null if the run made no call. */
  receiptId: string | null;
  /** Number of adverts that the run did not read and that may be new; absent if there are none. */
  notRead?: number;
  /** Number of jobs removed because their platform's terms do not allow them to be stored any longer. */
  expired?: number;
  /** Only for `paused`. */
  pauseReason?: PauseReason;
  /** Only for the reason `arguments`: which argument or platform, in English. */
  detail?: string;
  /** Only for `paused`: the search continues, or is still delivered in another way. */
  goesOn?: true;
  /** Only for `paused`: mailed to the account's owner although the search sends no mail. */
  toOwner?: true;
}

/** Why a search or a channel was paused, or what else its owner must know. */
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

/** Maximum number of jobs in the first delivery. */
const FIRST_JOBS = 10;

/**
 * The jobs to deliver, in the order of the answer. `late`: platforms that answer for the first time, of which only the
 * best jobs are delivered. A job that another platform has too is new.
 */
export function deliveredJobs(kind: DeliveryKind, fresh: readonly Job[], late: ReadonlySet<string> = new Set()): Job[] {
  if (kind === 'first' || kind === 'sample') return fresh.slice(0, FIRST_JOBS);
  const best = new Set(fresh.filter((job) => isOnlyOn(late, job)).slice(0, FIRST_JOBS));
  return fresh.filter((job) => !isOnlyOn(late, job) || best.has(job));
}

const MONTH_DAYS = 30;

/**
 * The kind of delivery that a successful run makes; undefined if it makes none. Even without new jobs there is one a
 * month, so that owners know that the search still runs.
 */
export function deliveryKind(run: {
  isFirst: boolean;
  total: number;
  now: number;
  /** Time of the last delivery of any kind. */
  lastDeliveredAt: number | null;
}): DeliveryKind | undefined {
  if (run.isFirst) return 'first';
  if (run.total > 0) return 'new';
  const silentMs = run.now - (run.lastDeliveredAt ?? 0);
  // A last delivery a day or more ahead comes from before the clock was set back, so the time since it is unknown.
  return silentMs >= MONTH_DAYS * DAY_MS || silentMs <= -DAY_MS ? 'heartbeat' : undefined;
}

/** How many adverts each filter has left out on all platforms together, highest number first. */
export function leftOut(platforms: readonly DeliveredPlatform[]): [filter: string, count: number][] {
  const sums = new Map<string, number>();
  for (const row of platforms)
    for (const [filter, count] of Object.entries(row.left_out ?? {})) sums.set(filter, (sums.get(filter) ?? 0) + count);
  return [...sums].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
}
