import type { Job, ScrapeJobsResult } from '../../schemas/index.ts';
import type { ServiceError } from '../errors.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import type { BegunRun, RunFinish, SavedSearchChange, SavedSearchRecord } from '../store/types.ts';
import { deliveredJobs, deliveryKind, type DeliveryContent, type PauseReason } from './deliver/content.ts';
import { keptUntil, withoutExpired, type KeepingTerms } from './deliver/terms.ts';
import { createDelivery, platformsOf } from './delivery.ts';
import { platformsAfter } from './platform-memory.ts';
import { NOTHING_RUN, type RunResult } from './run-result.ts';
import { isZone, nextRun, spreadMs } from './schedule.ts';
import { NO_FAILURES } from './search-edit.ts';

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

/** What a search is that is stopped by nothing: not by a limit that has ended either. Only `failed` notes a failure. */
const ACTIVE = { state: 'active', pauseReason: null, pauseDetail: null, ...NO_FAILURES } as const;
/** A platform has failed for a day: said once, and the search goes on with the others. */
const PLATFORM_FAILS = { pauseReason: 'platform', goesOn: true } as const;
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
  const { isFirst } = run;
  const { memory, late, isToBeSaid } = platformsAfter(result, {
    before: isFirst ? {} : lastResultOf(search)?.memory?.platforms,
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
  // With those beyond the answer, which are found but not seen.
  const beyond = Math.max(0, (result.total_found ?? 0) - result.jobs.length);
  const total = isFirst ? fresh.length + beyond : fresh.length;
  // Newest first, a new job is among those that are read, unless all of these are new.
  const isAllRead = (jobs: readonly Job[]): boolean =>
    isByDate(run.arguments) && (isFirst || jobs.some(({ dedup_hash: hash }) => seen.has(hash)));
  const unread = adsNotRead(result).filter(
    ([platform]) =>
      !(isByDate(run.arguments) && late.has(platform)) &&
      !isAllRead(result.jobs.filter((job) => job.platform === platform)),
  );
  const notRead = (isAllRead(result.jobs) ? 0 : beyond) + unread.reduce((sum, [, count]) => sum + count, 0);
  const missable = notRead > 0 ? { notRead } : {};
  // Of a search whose question was changed: its earlier answers had them.
  const known = isFirst ? hashesOf(result).length - fresh.length : 0;
  const common = { platforms, receiptId, ...missable };
  const ran: RunResult = { outcome: 'ok', total: result.jobs.length, fresh: fresh.length, cost, ...common };
  const found = kind && {
    kind,
    total,
    jobs: deliveredJobs(kind, fresh, late),
    ...common,
    ...(known > 0 ? { known } : {}),
  };
  const content = found ?? (isToBeSaid ? { ...NO_JOBS, ...common, ...PLATFORM_FAILS } : undefined);
  // What has jobs says it by mail and webhook; a feed has these alone.
  const isSaid = content && (content.jobs.length === 0 || search.mail === 'on' || search.webhook === 'on');
  const until = keptUntil(result, answeredAt, terms);
  const isLate = until !== undefined && until <= at;
  const kept = content && isLate ? withoutExpired(content, terms) : content;
  const finish = finished(ending, { ...ran, memory: { platforms: memory(isSaid === true) } }, ACTIVE, kept);
  const jobsUntil = until === undefined || isLate ? {} : { jobsUntil: until };
  return {
    ...finish,
    delivery: finish.delivery && { ...finish.delivery, ...jobsUntil },
    succeeded: true,
    seen: hashesOf(result),
  };
}

/** Adverts that each site has and the search did not read, as far as it says. */
function adsNotRead({ platforms }: ScrapeJobsResult): [platform: string, count: number][] {
  return platforms.map(({ platform, site_total: total, read }) => [
    platform,
    total === undefined || read === undefined ? 0 : Math.max(0, total - read),
  ]);
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
  const { search, run, at } = ending;
  const ran: RunResult = { ...NOTHING_RUN, outcome: 'failed', reason, message };
  // Nobody asked the sites in the time for which the service was down.
  const { failingSince: since, failures } = at - run.dueAt > DAY_MS ? NO_FAILURES : search;
  // One that lies ahead was noted by a clock that has been set back since.
  const failingSince = Math.min(since ?? at, at);
  // Of a machine that slept since, a second failure says little.
  if (at - failingSince >= FAILING_MS && failures >= RETRIES_MS.length)
    return paused(ending, 'failing', { detail: message, ran });
  const retryMs = RETRIES_MS[failures] ?? DAY_MS;
  const nextRunAt = Math.min(nextRun(search, at, spreadMs(search.accountId)), at + retryMs);
  return finished(ending, ran, { ...ACTIVE, failingSince, failures: failures + 1, nextRunAt });
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
  const ran: RunResult = {
    ...NOTHING_RUN,
    outcome: 'refused',
    memory: { limitSaid: { monthEndsAt, limit: search.monthlyLimit } },
  };
  return paused(ending, 'limit', { ran, change: { state: 'limit', nextRunAt } });
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
    // Of a zone that is gone there is no next time. One that waits for its plan is looked at when it is planned.
    ...(pauseReason === 'plan' ? {} : { nextRunAt: search.nextRunAt + DAY_MS }),
    ...(pauseReason === 'failing' ? {} : NO_FAILURES),
    ...more.change,
  };
  const ran: RunResult = { ...(more.ran ?? { ...NOTHING_RUN, outcome: 'refused' }), pauseReason };
  const wasSaid = isSaidOf(search, ran);
  const content = { ...NO_JOBS, pauseReason, ...(change.state === 'limit' ? { goesOn: true as const } : {}) };
  return finished(ending, ran, change, wasSaid ? undefined : content);
}

/** Whether a pause was said when the search was paused before, and stands. */
function isSaidOf(search: SavedSearchRecord, { pauseReason, message, memory }: RunResult): boolean {
  const before = lastResultOf(search);
  const limit = memory?.limitSaid;
  const said = before?.memory?.limitSaid;
  // Once a month for each limit, however often the search is changed.
  if (limit && said) return said.monthEndsAt === limit.monthEndsAt && said.limit === limit.limit;
  if (search.pauseReason === pauseReason) return true;
  // Its owner has let it run again since, and nothing else has become of it. The plan let it run then.
  return before?.pauseReason === pauseReason && before?.message === message && pauseReason !== 'plan';
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

function firstOfEach(jobs: readonly Job[]): Job[] {
  const known = new Set<string>();
  return jobs.filter(({ dedup_hash: hash }) => !known.has(hash) && known.add(hash));
}
