import type { Job, PlatformRow } from '../../../schemas/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { isOnlyOn } from '../known-jobs.ts';

export type DeliveryLanguage = 'en' | 'fr';

export interface DeliveredSearch {
  id: string;
  name: string;
  language: DeliveryLanguage;
  country: 'GB' | 'FR';
}

export type DeliveredPlatform = Pick<
  PlatformRow,
  'platform' | 'status' | 'jobs' | 'reason' | 'attribution' | 'left_out'
> & {
  /**
   * Only for a platform that answers for the first time and was missing in the search's first run: number of its new
   * jobs that were found only on such platforms. At most ten of these jobs are delivered, counting all such platforms
   * together.
   */
  first_answer?: number;
};

/**
 * Why there is a delivery.
 * `first`: the first run with the search's arguments. `new`: jobs that earlier answers did not contain. `heartbeat`:
 * nothing new for a month.
 * `paused`: a notice that something stops or hinders the search or a channel. `sample`: made-up jobs in the feed until
 * the first delivery.
 */
export type DeliveryKind = 'first' | 'new' | 'heartbeat' | 'paused' | 'sample';

export interface DeliveryContent {
  /** Unique, and the same in all attempts to send the delivery, so that a receiver can drop duplicates. */
  id: string;
  kind: DeliveryKind;
  search: DeliveredSearch;
  /** When the delivery was created, in milliseconds since the epoch. */
  at: number;
  total: number;
  jobs: readonly Job[];
  platforms: readonly DeliveredPlatform[];
  /** Only for `first` after a change of the arguments: number of jobs in the answer that earlier answers contained. */
  known?: number;
  /** Receipt ID of the run's charged call; null if there is none. */
  receiptId: string | null;
  /** Number of adverts that the run did not read or did not return and that may be new; absent if there are none. */
  notRead?: number;
  /** Number of jobs that were removed because the terms of their platform do not allow them to be stored any longer. */
  expired?: number;
  pauseReason?: PauseReason;
  /** Only for the reason `arguments`: names the argument or platform, in English. */
  detail?: string;
  /** Only for `paused`: the search continues, or is still delivered through another channel. */
  goesOn?: true;
  /** Only for `paused`: the notice is mailed to the account's owner although the search sends no mail. */
  toOwner?: true;
}

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

const FIRST_JOBS = 10;

/**
 * Returns the jobs to deliver, in the order of the answer. A first run or a sample delivers only the first ten. Any
 * other run delivers all jobs, except that it delivers at most ten of those found only on platforms in `late`. These
 * platforms have answered for the first time, so all their jobs would count as new.
 */
export function deliveredJobs(kind: DeliveryKind, fresh: readonly Job[], late: ReadonlySet<string> = new Set()): Job[] {
  if (kind === 'first' || kind === 'sample') return fresh.slice(0, FIRST_JOBS);
  const best = new Set(fresh.filter((job) => isOnlyOn(late, job)).slice(0, FIRST_JOBS));
  return fresh.filter((job) => !isOnlyOn(late, job) || best.has(job));
}

const MONTH_DAYS = 30;

/**
 * Returns undefined if the run delivers nothing, except for a notice (`paused`) that it may create. Even without new
 * jobs there is a delivery each month, which shows owners that the search still runs.
 */
export function deliveryKind(run: {
  isFirst: boolean;
  total: number;
  now: number;
  lastDeliveredAt: number | null;
}): DeliveryKind | undefined {
  if (run.isFirst) return 'first';
  if (run.total > 0) return 'new';
  const silentMs = run.now - (run.lastDeliveredAt ?? 0);
  // A last delivery a day or more ahead was stored before the clock was set back, so the time since then is unknown.
  return silentMs >= MONTH_DAYS * DAY_MS || silentMs <= -DAY_MS ? 'heartbeat' : undefined;
}

export function leftOut(platforms: readonly DeliveredPlatform[]): [filter: string, count: number][] {
  const sums = new Map<string, number>();
  for (const row of platforms)
    for (const [filter, count] of Object.entries(row.left_out ?? {})) sums.set(filter, (sums.get(filter) ?? 0) + count);
  return [...sums].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
}
