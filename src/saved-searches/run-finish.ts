import type { Job, ScrapeJobsResult } from '../../schemas/index.ts';
import type { ServiceError } from '../errors.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { BegunRun, RunFinish, SavedSearchChange, SavedSearchRecord } from '../store/types.ts';
import { deliveredJobs, deliveryKind, type DeliveryContent, type PauseReason } from './deliver/content.ts';
import { keptUntil, withoutExpired, type KeepingTerms } from './deliver/terms.ts';
import { createDelivery, platformsOf } from './delivery.ts';
import { NOTHING_RUN, type RunResult } from './run-result.ts';
import { isZone, nextRun, spreadMs } from './schedule.ts';

/** The answer of a run's call. */
export interface RunAnswer {
  result: ScrapeJobsResult;
  /** Null where the ledger no longer has the call. */
  receiptId: string | null;
  /** In credits. */
  cost: number;
  /** When it was charged, if that was in an earlier attempt. */
  answeredAt?: number;
}

/** A run that ends now. */
export interface EndingRun {
  /** With the arguments that the run asked. */
  search: SavedSearchRecord;
  run: BegunRun;
  at: number;
}

/** How long all runs may fail before the search is paused. */
const FAILING_MS = 3 * DAY_MS;
/** After a failed run the search is tried again sooner than planned, with growing pauses. */
const RETRIES_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS];

/** What a search is that is stopped by nothing: not by a limit that has ended either. */
const ACTIVE = { state: 'active', pauseReason: null, pauseDetail: null } as const;
const NO_JOBS = { kind: 'paused', total: 0, jobs: [], platforms: [], receiptId: null } as const;

/** `seen`: which of the answer's hashes the search has seen. `terms`: how long adverts may be kept. */
export function delivered(
  ending: EndingRun,
  { result, receiptId, cost, answeredAt = ending.at }: RunAnswer,
  seen: ReadonlySet<string>,
  terms: KeepingTerms,
): RunFinish {
  const { search, run, at } = ending;
  const fresh = firstOfEach(result.jobs.filter((job) => !seen.has(job.dedup_hash)));
  const platforms = platformsOf(result, seen);
  const { isFirst } = run;
  const kind = deliveryKind({
    isFirst,
    total: fresh.length,
    now: at,
    lastDeliveredAt: search.lastDeliveredAt ?? search.createdAt,
  });
  // With those beyond the answer, which are found but not seen.
  const beyond = Math.max(0, (result.total_found ?? 0) - result.jobs.length);
  const total = isFirst ? fresh.length + beyond : fresh.length;
  const notRead = beyond + adsNotRead(result);
  // Newest first, a new job is among those that are read, unless all of these are new.
  const isMissable = notRead > 0 && (!isByDate(run.arguments) || (!isFirst && fresh.length === result.jobs.length));
  const missable = isMissable ? { notRead } : {};
  // Of a search whose question was changed: its earlier answers had them.
  const known = isFirst ? hashesOf(result).length - fresh.length : 0;
  const common = { platforms, receiptId, ...missable };
  const ran: RunResult = { outcome: 'ok', total: result.jobs.length, fresh: fresh.length, cost, ...common };
  const content = kind && {
    kind,
    total,
    jobs: deliveredJobs(kind, fresh),
    ...common,
    ...(known > 0 ? { known } : {}),
  };
  const until = keptUntil(result, answeredAt, terms);
  const isLate = until !== undefined && until <= at;
  const kept = content && isLate ? withoutExpired(content, terms) : content;
  const finish = finished(ending, ran, { ...ACTIVE, failingSince: null, failures: 0 }, kept);
  const jobsUntil = until === undefined || isLate ? {} : { jobsUntil: until };
  return {
    ...finish,
    delivery: finish.delivery && { ...finish.delivery, ...jobsUntil },
    succeeded: true,
    seen: hashesOf(result),
  };
}

/** Adverts that the sites have and the search did not read, as far as they say. */
function adsNotRead({ platforms }: ScrapeJobsResult): number {
  const left = platforms.map(({ site_total: total, read }) =>
    total === undefined || read === undefined ? 0 : total - read,
  );
  return left.reduce((sum, one) => sum + Math.max(0, one), 0);
}

function isByDate(args: string): boolean {
  return (JSON.parse(args) as { sort?: unknown }).sort === 'date';
}

/** Each job's hash once. */
export function hashesOf({ jobs }: ScrapeJobsResult): string[] {
  return [...new Set(jobs.map((job) => job.dedup_hash))];
}

/** No platform answered: tried again soon, until every run has failed for three days. */
export function failed(ending: EndingRun, { reason, message }: ServiceError): RunFinish {
  const { search, at } = ending;
  const ran: RunResult = { ...NOTHING_RUN, outcome: 'failed', reason, message };
  // One that lies ahead was noted by a clock that has been set back since.
  const failingSince = Math.min(search.failingSince ?? at, at);
  // Of a machine that slept since, a second failure says little.
  if (at - failingSince >= FAILING_MS && search.failures >= RETRIES_MS.length)
    return paused(ending, 'failing', { detail: message, ran });
  const retryMs = RETRIES_MS[search.failures] ?? DAY_MS;
  const nextRunAt = Math.min(nextRun(search, at, spreadMs(search.accountId)), at + retryMs);
  return finished(ending, ran, { ...ACTIVE, failingSince, failures: search.failures + 1, nextRunAt });
}

/** The account has no credits: said once, and tried again as planned. */
export function withoutCredits(ending: EndingRun, { reason, message }: ServiceError): RunFinish {
  const notice =
    lastResultOf(ending.search)?.reason === reason ? undefined : ({ pauseReason: 'credits', goesOn: true } as const);
  const ran: RunResult = { ...NOTHING_RUN, outcome: 'refused', reason, message };
  return finished(ending, ran, ACTIVE, notice && { ...NO_JOBS, ...notice });
}

/** Nothing is asked until the owner has confirmed the address. */
export function waitingForOwner(ending: EndingRun): RunFinish {
  return finished(ending, { ...NOTHING_RUN, outcome: 'waiting' }, ACTIVE);
}

/** What it may spend in the account's month is spent: it goes on in the next, from `monthEndsAt` on. */
export function limitReached(ending: EndingRun, monthEndsAt: number): RunFinish {
  const { search, at } = ending;
  const nextRunAt = nextRun(search, Math.max(monthEndsAt, at), spreadMs(search.accountId));
  return paused(ending, 'limit', { change: { state: 'limit', nextRunAt } });
}

/** The search does not run until its owner, or the next month, lets it; said once. */
export function paused(
  ending: EndingRun,
  pauseReason: PauseReason,
  more: { detail?: string; ran?: RunResult; change?: SavedSearchChange } = {},
): RunFinish {
  const { search } = ending;
  const change: SavedSearchChange = {
    state: 'paused',
    pauseReason,
    pauseDetail: more.detail ?? null,
    // Of a zone that is gone there is no next time.
    nextRunAt: search.nextRunAt + DAY_MS,
    ...more.change,
  };
  const ran: RunResult = { ...(more.ran ?? { ...NOTHING_RUN, outcome: 'refused' }), pauseReason };
  // Also if its owner has let it run again since, and nothing else has become of it.
  const before = lastResultOf(search);
  const wasSaid =
    search.pauseReason === pauseReason || (before?.pauseReason === pauseReason && before.message === ran.message);
  const content = { ...NO_JOBS, pauseReason, ...(change.state === 'limit' ? { goesOn: true as const } : {}) };
  return finished(ending, ran, change, wasSaid ? undefined : content);
}

/** What is written of a run; planned anew unless the change says when. */
function finished(
  { search, run, at }: EndingRun,
  ran: RunResult,
  change: SavedSearchChange,
  content?: Omit<DeliveryContent, 'id' | 'search' | 'at'>,
): RunFinish {
  // The next run says that the zone is gone.
  const planned = isZone(search.zone) ? nextRun(search, at, spreadMs(search.accountId)) : at;
  const delivery = content && createDelivery(search, content, at);
  return {
    arguments: run.arguments,
    change: { nextRunAt: planned, ...change, ...(delivery ? { lastDeliveredAt: at } : {}) },
    at,
    lastResult: JSON.stringify(ran),
    succeeded: false,
    seen: [],
    day: Math.floor(at / DAY_MS),
    delivery,
    idempotencyKey: run.key,
  };
}

function lastResultOf({ lastResult }: SavedSearchRecord): RunResult | undefined {
  return lastResult === null ? undefined : (JSON.parse(lastResult) as RunResult);
}

function firstOfEach(jobs: readonly Job[]): Job[] {
  const known = new Set<string>();
  return jobs.filter(({ dedup_hash: hash }) => !known.has(hash) && known.add(hash));
}
