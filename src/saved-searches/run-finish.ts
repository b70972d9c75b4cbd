import type { Job, PlatformRow, ScrapeJobsResult } from '../../schemas/index.ts';
import type { ServiceError } from '../errors.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { AccountRecord, BegunRun, RunFinish, SavedSearchChange, SavedSearchRecord } from '../store/types.ts';
import { deliveredJobs, deliveryKind, type DeliveryContent, type PauseReason } from './deliver/content.ts';
import { keptUntil, withoutExpired, type StorageTerms } from './deliver/terms.ts';
import { createDelivery, platformsOf } from './delivery.ts';
import { documentedJob, firstOfEach, hashesOf, isKnown } from './known-jobs.ts';
import { platformsAfter } from './platform-memory.ts';
import { EMPTY_RESULT, lastResultOf, madeRuns, type RunMemory, type RunResult } from './run-result.ts';
import { isPlanned, isZone, latestOf, nextRun, spreadMs } from './schedule.ts';
import { isSameQuestion, NO_FAILURES } from './search-edit.ts';

export interface RunAnswer {
  result: ScrapeJobsResult;
  receiptId: string | null;
  cost: number;
  /** When the call was charged, if an earlier attempt at the run made the call. */
  answeredAt?: number;
}

export interface EndingRun {
  search: SavedSearchRecord;
  run: BegunRun;
  at: number;
}

const FAILING_MS = 3 * DAY_MS;
/** Pauses before the retries of a failed planned run. The next planned run may come earlier. */
const RETRIES_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS];

const LIMITS_KEPT = 100;

type LimitSaid = NonNullable<RunMemory['limitSaid']>;

const ACTIVE = { state: 'active', pauseReason: null, pauseDetail: null, ...NO_FAILURES } as const;
/** The owner is notified once that a platform has failed for a day, and the search continues. */
const PLATFORM_FAILS = { pauseReason: 'platform', goesOn: true } as const;
const NO_JOBS = { kind: 'paused', total: 0, jobs: [], platforms: [], receiptId: null } as const;

/**
 * Ends a run that was answered. `seen`: hashes in the answer that the search has returned before; `terms`: how long
 * adverts may be stored.
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
  // If jobs are sorted by date and one of them is known, all newer jobs have been read.
  const isAllRead = (jobs: readonly Job[]): boolean =>
    isByDate(run.arguments) && (isFirst || jobs.some((job) => isKnown(job, seen)));
  const jobsOf = (code: string): Job[] => result.jobs.filter((job) => isOn(job, code));
  const isReadOf = (code: string): boolean => isAllRead(jobsOf(code));
  const unread = adsNotRead(result).filter(
    ([platform]) => !(isByDate(run.arguments) && late.has(platform)) && !isReadOf(platform),
  );
  // The adverts of one platform can fill the answer, so that the newest adverts of another platform are not in it.
  const isAllAnswered = result.platforms.every(
    (row) => readAtMost(row, jobsOf(row.platform).length) || isReadOf(row.platform),
  );
  const notRead = (isAllAnswered ? 0 : beyond) + unread.reduce((sum, [, count]) => sum + count, 0);
  const missable = notRead > 0 ? { notRead } : {};
  // After a change of the arguments, the first answer can contain jobs of earlier answers.
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
  // A delivery with jobs mentions failing platforms in its mail and webhook, but not in its entries in the feed.
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

function adsNotRead({ platforms }: ScrapeJobsResult): [platform: string, count: number][] {
  return platforms.map(({ platform, site_total: total, read }) => [
    platform,
    total === undefined || read === undefined ? 0 : Math.max(0, total - read),
  ]);
}

function isOn({ platform, also_on: others }: Job, code: string): boolean {
  return platform === code || others?.some((other) => other.platform === code) === true;
}

/** True if no more than `count` adverts of the platform passed the filters. */
function readAtMost({ read = 0, left_out: leftOut = {} }: PlatformRow, count: number): boolean {
  return read <= count + Object.values(leftOut).reduce((sum, left) => sum + left, 0);
}

function isByDate(args: string): boolean {
  return (JSON.parse(args) as { sort?: unknown }).sort === 'date';
}

/**
 * Returns the memory of earlier runs. In a first run, no platform counts as having answered, because its arguments are
 * new.
 */
function platformsBefore({ search, run }: EndingRun): RunMemory['platforms'] {
  const before = lastResultOf(search)?.memory?.platforms;
  if (!run.isFirst) return before;
  return Object.fromEntries(
    Object.entries(before ?? {}).map(([platform, { answered: _, ...memory }]) => [platform, memory]),
  );
}

/**
 * Ends a run whose call failed, usually because no platform answered. The run is retried. The owner is notified after a
 * day, and the search is paused if every run fails for three days.
 */
export function failed(ending: EndingRun, { reason, message, details }: ServiceError): RunFinish {
  const { search, run, at } = ending;
  const ran: RunResult = { ...EMPTY_RESULT, outcome: 'failed', reason, message };
  // If the run was due more than a day ago, the service was down, so earlier failures say nothing about the platforms.
  const { failingSince: since, failures } = at - run.dueAt > DAY_MS ? NO_FAILURES : search;
  // A time in the future was stored before the clock was set back.
  const failingSince = Math.min(since ?? at, at);
  // The number of failures counts too, because a machine that was suspended for days has made few attempts.
  if (at - failingSince >= FAILING_MS && failures >= RETRIES_MS.length)
    return paused(ending, 'failing', { detail: message, ran });
  const before = lastResultOf(search)?.memory;
  // Each planned run has its own retries, however many runs have failed before it. A requested run uses none of them.
  const made = isPlanned(search, run) || failures === 0 ? 0 : (before?.retries ?? failures);
  const retries = search.askedAt === null ? made : Math.max(0, made - 1);
  const nextRunAt = Math.min(nextPlannedRun(ending), at + (RETRIES_MS[retries] ?? DAY_MS));
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
 * Ends a run for which the account has too few credits. The owner is notified once, and the search runs again as
 * planned.
 */
export function withoutCredits(ending: EndingRun, { reason, message }: ServiceError): RunFinish {
  const notice =
    lastResultOf(ending.search)?.reason === reason ? undefined : ({ pauseReason: 'credits', goesOn: true } as const);
  const ran: RunResult = { ...EMPTY_RESULT, outcome: 'refused', reason, message };
  return finished(ending, ran, ACTIVE, notice && { ...NO_JOBS, ...notice });
}

export function waitingForOwner(ending: EndingRun): RunFinish {
  return finished(ending, { ...EMPTY_RESULT, outcome: 'waiting' }, ACTIVE);
}

/** Ends a run that the search's monthly limit does not allow. The search continues after the account's month. */
export function limitReached(
  ending: EndingRun,
  { periodEndsAt: monthEndsAt, anchorAt }: Pick<AccountRecord, 'periodEndsAt' | 'anchorAt'>,
): RunFinish {
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
  const finish = paused(ending, 'limit', { ran, change: { state: 'limit', nextRunAt } });
  return { ...finish, stoppedBy: { monthlyLimit: limit, anchorAt } };
}

/**
 * Ends a run that pauses the search until the owner, the plan or the next month permits it. The owner is notified once.
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

function limitsSaid(said: LimitSaid | undefined, monthEndsAt: number): LimitSaid['limit'][] {
  return said?.monthEndsAt === monthEndsAt ? [...(said.others ?? []), said.limit] : [];
}

/** True if the owner need not be notified of this pause, because an earlier notice said the same. */
function isPauseReported(search: SavedSearchRecord, { pauseReason, message, memory }: RunResult): boolean {
  const before = lastResultOf(search);
  const limit = memory?.limitSaid;
  const said = before?.memory?.limitSaid;
  // The owner is notified once per month and limit, however often the search is changed.
  if (limit && said) return limitsSaid(said, limit.monthEndsAt).includes(limit.limit);
  if (search.pauseReason === pauseReason) return true;
  // The owner has resumed the search, but it stops for the same reason. A `plan` pause is new, because the plan allowed
  // the search in between.
  return before?.pauseReason === pauseReason && before?.message === message && pauseReason !== 'plan';
}

function lastMadeRun({ search, run, at }: EndingRun): number {
  return latestOf(search, at, [run.dueAt, ...madeRuns(search)]);
}

/**
 * Returns the next planned run. Planned runs up to the present run count as made, even if the clock was set back, so
 * that they are not charged again.
 */
function nextPlannedRun(ending: EndingRun): number {
  return nextRun(ending.search, lastMadeRun(ending), spreadMs(ending.search.accountId));
}

/** Builds the end of a run. The next run is planned by the schedule, unless `change` sets its time. */
function finished(
  ending: EndingRun,
  ran: RunResult,
  change: SavedSearchChange,
  content?: Omit<DeliveryContent, 'id' | 'search' | 'at'>,
): RunFinish {
  const { search, run, at } = ending;
  // With an unknown time zone, the search runs again at once, and that run reports the zone.
  const isPlannable = isZone(search.zone);
  const planned = isPlannable ? nextPlannedRun(ending) : at;
  const madeUntil = isPlannable ? { madeUntil: lastMadeRun(ending) } : {};
  const delivery = content && createDelivery(search, content, at);
  return {
    answers: (args) => isSameQuestion(args, run.arguments),
    change: { nextRunAt: planned, ...change, ...(delivery ? { lastDeliveredAt: at } : {}) },
    // The time is not before the due time, so that an edit does not plan the same run again.
    at: isPlannable ? latestOf(search, at, [run.dueAt]) : at,
    lastResult: JSON.stringify({ ...ran, memory: { ...lastResultOf(search)?.memory, ...madeUntil, ...ran.memory } }),
    succeeded: false,
    seen: [],
    day: Math.floor(at / DAY_MS),
    delivery,
    idempotencyKey: run.key,
  };
}
