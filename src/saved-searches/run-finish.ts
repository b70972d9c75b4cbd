import type { Job, ScrapeJobsResult } from '../../schemas/index.ts';
import type { ServiceError } from '../errors.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { BegunRun, RunFinish, SavedSearchChange, SavedSearchRecord } from '../store/types.ts';
import { deliveredJobs, deliveryKind, type DeliveryContent, type PauseReason } from './deliver/content.ts';
import { keptUntil, withoutExpired, type StorageTerms } from './deliver/terms.ts';
import { createDelivery, platformsOf } from './delivery.ts';
import { documentedJob, firstOfEach, hashesOf, isKnown } from './known-jobs.ts';
import { platformsAfter } from './platform-memory.ts';
import { EMPTY_RESULT, type RunMemory, type RunResult } from './run-result.ts';
import { isZone, nextRun, spreadMs } from './schedule.ts';
import { isSameQuestion, NO_FAILURES } from './search-edit.ts';

export interface RunAnswer {
  result: ScrapeJobsResult;
  /** Null if the ledger no longer has the call. */
  receiptId: string | null;
  /** In credits. */
  cost: number;
  /** When the call was charged, if an earlier attempt at the run made it. */
  answeredAt?: number;
}

export interface EndingRun {
  /** The search, with the arguments of the run. */
  search: SavedSearchRecord;
  run: BegunRun;
  at: number;
}

/** If all runs fail for this long, the search is paused. */
const FAILING_MS = 3 * DAY_MS;
/** Pauses before the retries of a failed planned run, if the next planned run is not sooner. */
const RETRIES_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS];

/** Maximum number of limits of a month that are remembered as said. */
const LIMITS_KEPT = 100;

type LimitSaid = NonNullable<RunMemory['limitSaid']>;

const ACTIVE = { state: 'active', pauseReason: null, pauseDetail: null, ...NO_FAILURES } as const;
/** The owner is told once that a platform has failed for a day; the search continues. */
const PLATFORM_FAILS = { pauseReason: 'platform', goesOn: true } as const;
const NO_JOBS = { kind: 'paused', total: 0, jobs: [], platforms: [], receiptId: null } as const;

/**
 * The end of a run that was answered. `seen`: those of the answer's hashes that the search has returned before;
 * `terms`: how long adverts may be stored.
 */
export function delivered(
  ending: EndingRun,
  { result, receiptId, cost, answeredAt = ending.at }: RunAnswer,
  seen: ReadonlySet<string>,
  terms: StorageTerms,
): RunFinish {
  const { search, run, at } = ending;
  const fresh = firstOfEach(result.jobs.filter((job) => !isKnown(job, seen)));
  const { isFirst } = run;
  const { memory, late, mustReport } = platformsAfter(result, {
    before: platformsBefore(ending),
    isFirst,
    at,
  });
  const platforms = platformsOf(result, seen, late);
  const kind = deliveryKind({
    isFirst,
    total: fresh.length,
    now: at,
    lastDeliveredAt: search.lastDeliveredAt ?? search.createdAt,
  });
  // In the first run, jobs that were found but are not in the answer count too.
  const beyond = Math.max(0, (result.total_found ?? 0) - result.jobs.length);
  const total = isFirst ? fresh.length + beyond : fresh.length;
  // If jobs are sorted by date and one of them is known, all newer ones have been read.
  const isAllRead = (jobs: readonly Job[]): boolean =>
    isByDate(run.arguments) && (isFirst || jobs.some((job) => isKnown(job, seen)));
  const unread = adsNotRead(result).filter(
    ([platform]) =>
      !(isByDate(run.arguments) && late.has(platform)) &&
      !isAllRead(result.jobs.filter((job) => job.platform === platform)),
  );
  const notRead = (isAllRead(result.jobs) ? 0 : beyond) + unread.reduce((sum, [, count]) => sum + count, 0);
  const missable = notRead > 0 ? { notRead } : {};
  // After the arguments were changed, the first answer can contain jobs of earlier answers.
  const known = isFirst ? firstOfEach(result.jobs.filter((job) => isKnown(job, seen))).length : 0;
  const common = { platforms, receiptId, ...missable };
  const ran: RunResult = { outcome: 'ok', total: result.jobs.length, fresh: fresh.length, cost, ...common };
  const found = kind && {
    kind,
    total,
    jobs: deliveredJobs(kind, fresh, late).map(documentedJob),
    ...common,
    ...(known > 0 ? { known } : {}),
  };
  const content = found ?? (mustReport ? { ...NO_JOBS, ...common, ...PLATFORM_FAILS } : undefined);
  // A delivery with jobs tells about failing platforms only by mail and webhook, not in the feed.
  const isReported = content && (content.jobs.length === 0 || search.mail === 'on' || search.webhook === 'on');
  const until = keptUntil(result, answeredAt, terms);
  const isLate = until !== undefined && until <= at;
  const kept = content && isLate ? withoutExpired(content, terms) : content;
  const finish = finished(ending, { ...ran, memory: { platforms: memory(isReported === true) } }, ACTIVE, kept);
  const jobsUntil = until === undefined || isLate ? {} : { jobsUntil: until };
  return {
    ...finish,
    delivery: finish.delivery && { ...finish.delivery, ...jobsUntil },
    succeeded: true,
    seen: hashesOf(result),
  };
}

/** How many adverts of each platform the run did not read; 0 if the platform does not state its total. */
function adsNotRead({ platforms }: ScrapeJobsResult): [platform: string, count: number][] {
  return platforms.map(({ platform, site_total: total, read }) => [
    platform,
    total === undefined || read === undefined ? 0 : Math.max(0, total - read),
  ]);
}

function isByDate(args: string): boolean {
  return (JSON.parse(args) as { sort?: unknown }).sort === 'date';
}

/** What earlier runs have remembered. In a first run, no platform has answered the question that is asked now. */
function platformsBefore({ search, run }: EndingRun): RunMemory['platforms'] {
  const before = lastResultOf(search)?.memory?.platforms;
  if (!run.isFirst) return before;
  return Object.fromEntries(
    Object.entries(before ?? {}).map(([platform, { answered: _, ...memory }]) => [platform, memory]),
  );
}

/**
 * The end of a run that no platform answered. The run is retried soon; the owner is told after a day, and if every run
 * fails for three days, the search is paused.
 */
export function failed(ending: EndingRun, { reason, message, details }: ServiceError): RunFinish {
  const { search, run, at } = ending;
  const ran: RunResult = { ...EMPTY_RESULT, outcome: 'failed', reason, message };
  // The run was due more than a day ago, so the service was down and earlier failures say nothing about the platforms.
  const { failingSince: since, failures } = at - run.dueAt > DAY_MS ? NO_FAILURES : search;
  // A time in the future comes from before the clock was set back.
  const failingSince = Math.min(since ?? at, at);
  // `failures` must be reached too, because a machine that was suspended for days has made few attempts.
  if (at - failingSince >= FAILING_MS && failures >= RETRIES_MS.length)
    return paused(ending, 'failing', { detail: message, ran });
  const spread = spreadMs(search.accountId);
  const before = lastResultOf(search)?.memory;
  // Each planned run has its own retries, however many runs have failed before it.
  const isPlanned = nextRun(search, run.dueAt - 1, spread) === run.dueAt;
  const retries = isPlanned || failures === 0 ? 0 : (before?.retries ?? failures);
  const nextRunAt = Math.min(nextRun(search, at, spread), at + (RETRIES_MS[retries] ?? DAY_MS));
  const rows = (details.platforms ?? []) as ScrapeJobsResult['platforms'];
  const after = platformsAfter({ platforms: rows }, { before: platformsBefore(ending), isFirst: run.isFirst, at });
  const memory = { retries: retries + 1, ...(rows.length > 0 ? { platforms: after.memory(after.mustReport) } : {}) };
  const platforms = rows.map(({ platform, status, reason: why }) => ({
    platform,
    status,
    jobs: 0,
    ...(why === undefined ? {} : { reason: why }),
  }));
  return finished(
    ending,
    { ...ran, memory },
    { ...ACTIVE, failingSince, failures: failures + 1, nextRunAt },
    after.mustReport ? { ...NO_JOBS, platforms, ...PLATFORM_FAILS } : undefined,
  );
}

/**
 * The end of a run for which the account has no credits. The owner is told once, and the search runs again as planned.
 */
export function withoutCredits(ending: EndingRun, { reason, message }: ServiceError): RunFinish {
  const notice =
    lastResultOf(ending.search)?.reason === reason ? undefined : ({ pauseReason: 'credits', goesOn: true } as const);
  const ran: RunResult = { ...EMPTY_RESULT, outcome: 'refused', reason, message };
  return finished(ending, ran, ACTIVE, notice && { ...NO_JOBS, ...notice });
}

/** The end of a run that made no call, because the owner has not confirmed the address. */
export function waitingForOwner(ending: EndingRun): RunFinish {
  return finished(ending, { ...EMPTY_RESULT, outcome: 'waiting' }, ACTIVE);
}

/**
 * The end of a run that the search's monthly limit does not allow. The search continues in the next month, from
 * `monthEndsAt` on.
 */
export function limitReached(ending: EndingRun, monthEndsAt: number): RunFinish {
  const { search, at } = ending;
  const nextRunAt = nextRun(search, Math.max(monthEndsAt, at), spreadMs(search.accountId));
  const limit = search.monthlyLimit;
  const before = lastResultOf(search)?.memory?.limitSaid;
  const others = limitsSaid(before, monthEndsAt).filter((other) => other !== limit);
  const ran: RunResult = {
    ...EMPTY_RESULT,
    outcome: 'refused',
    memory: { limitSaid: { monthEndsAt, limit, others: others.slice(-LIMITS_KEPT) } },
  };
  return paused(ending, 'limit', { ran, change: { state: 'limit', nextRunAt } });
}

/**
 * The end of a run that pauses the search until its owner, its plan or the next month lets it run. The owner is told
 * once.
 */
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
    // Set here, because no next run can be planned with an unknown time zone. A search that waits for its plan keeps
    // its planned runs, at which it is checked.
    ...(pauseReason === 'plan' ? {} : { nextRunAt: search.nextRunAt + DAY_MS }),
    ...(pauseReason === 'failing' ? {} : NO_FAILURES),
    ...more.change,
  };
  const ran: RunResult = { ...(more.ran ?? { ...EMPTY_RESULT, outcome: 'refused' }), pauseReason };
  const wasReported = isPauseReported(search, ran);
  const content = {
    ...NO_JOBS,
    pauseReason,
    ...(pauseReason === 'arguments' && more.detail !== undefined ? { detail: more.detail } : {}),
    ...(change.state === 'limit' ? { goesOn: true as const } : {}),
  };
  return finished(ending, ran, change, wasReported ? undefined : content);
}

/** The limits of that month that the owner was told about, oldest first. */
function limitsSaid(said: LimitSaid | undefined, monthEndsAt: number): LimitSaid['limit'][] {
  return said?.monthEndsAt === monthEndsAt ? [...(said.others ?? []), said.limit] : [];
}

/** True if the owner was told of this pause before and nothing has changed since. */
function isPauseReported(search: SavedSearchRecord, { pauseReason, message, memory }: RunResult): boolean {
  const before = lastResultOf(search);
  const limit = memory?.limitSaid;
  const said = before?.memory?.limitSaid;
  // The owner is told once per month and limit, however often the search is changed.
  if (limit && said) return limitsSaid(said, limit.monthEndsAt).includes(limit.limit);
  if (search.pauseReason === pauseReason) return true;
  // The owner has resumed the search, but it stops for the same reason. A `plan` pause is new, because the plan allowed
  // the search in between.
  return before?.pauseReason === pauseReason && before?.message === message && pauseReason !== 'plan';
}

/** What is stored about a run. The next run is planned by the schedule unless `change` sets it. */
function finished(
  { search, run, at }: EndingRun,
  ran: RunResult,
  change: SavedSearchChange,
  content?: Omit<DeliveryContent, 'id' | 'search' | 'at'>,
): RunFinish {
  // With an unknown time zone, the search runs again at once, and that run reports the zone.
  const planned = isZone(search.zone) ? nextRun(search, at, spreadMs(search.accountId)) : at;
  const delivery = content && createDelivery(search, content, at);
  return {
    answers: (args) => isSameQuestion(args, run.arguments),
    change: { nextRunAt: planned, ...change, ...(delivery ? { lastDeliveredAt: at } : {}) },
    at,
    lastResult: JSON.stringify({ ...ran, memory: { ...lastResultOf(search)?.memory, ...ran.memory } }),
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
