import type { Job, ScrapeJobsResult } from '../../schemas/index.ts';
import type { Plan } from '../accounts/plans.ts';
import { PRICES } from '../credits/prices.ts';
import { ServiceError, type Reason } from '../errors.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import { randomHex } from '../lib/random-id.ts';
import { StoreFault } from '../store/store-fault.ts';
import type {
  AccountRecord,
  DeliveryWay,
  NewSavedDelivery,
  RunFinish,
  SavedSearchChange,
  SavedSearchRecord,
} from '../store/types.ts';
import {
  deliveredJobs,
  deliveryKind,
  type DeliveredPlatform,
  type DeliveryContent,
  type PauseReason,
} from './deliver/content.ts';
import { NOTHING_RUN, type RunResult } from './run-result.ts';
import { FREQUENCIES, isZone, nextRun, spreadMs } from './schedule.ts';
import { runArguments, runKey, type SearchArguments } from './search-arguments.ts';

/** A metered call of `scrape_jobs` for a saved search. Rejects with a ServiceError. */
export type SavedSearchCall = (call: {
  account: AccountRecord;
  search: SavedSearchRecord;
  arguments: SearchArguments;
  idempotencyKey: string;
  signal: AbortSignal;
}) => Promise<{ result: ScrapeJobsResult; receiptId: string; cost: number }>;

/** What a run needs to know. */
export interface RunContext {
  account: AccountRecord;
  plan: Plan;
  /** All searches of the account, the oldest first. */
  searches: readonly SavedSearchRecord[];
  /** What the search has cost in the account's month, in millicredits. */
  spent: number;
  /** The owner has not opened the mail that confirms the address. */
  isUnconfirmed: boolean;
  call: SavedSearchCall;
  /** Whether the call under that key was charged already, by a process that was killed before it could deliver. */
  isPaid(idempotencyKey: string): Promise<boolean>;
  seen(hashes: readonly string[]): Promise<Set<string>>;
  now(): number;
  signal: AbortSignal;
}

/** How long all runs may fail before the search is paused. */
const FAILING_MS = 3 * DAY_MS;
/** After a failed run the search is tried again sooner than planned, with growing pauses. */
const RETRIES_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS];

/** Refusals that the owner must do something about. */
const PAUSES: Readonly<Partial<Record<Reason, PauseReason>>> = {
  validation: 'arguments',
  invalid_params: 'arguments',
  unknown_tool: 'arguments',
  trial_expired: 'trial',
};

/** Makes one due run, and says what is to be written of it. Rejects when the run must be made again. */
export async function runSearch(search: SavedSearchRecord, context: RunContext): Promise<RunFinish> {
  const { account, plan, searches, spent, isUnconfirmed } = context;
  if (!isZone(search.zone)) return paused(search, context, 'zone', { detail: search.zone });
  const isBeyondLimit = search.monthlyLimit !== null && spent + PRICES.jobsFresh > search.monthlyLimit;
  const stops = isUnconfirmed || isBeyondLimit || !isAllowed(search, plan, searches);
  // What is paid for is delivered.
  if (stops && !(await context.isPaid(keyOf(search)))) {
    if (!isAllowed(search, plan, searches)) return paused(search, context, 'plan');
    if (isUnconfirmed) return finished(search, context, { ...NOTHING_RUN, outcome: 'waiting' }, {});
    const nextRunAt = nextRun(search, Math.max(account.periodEndsAt, context.now()), spreadMs(account.id));
    return paused(search, context, 'limit', { change: { state: 'limit', nextRunAt } });
  }
  let answer: Awaited<ReturnType<SavedSearchCall>>;
  try {
    answer = await context.call({
      account,
      search,
      arguments: runArguments(JSON.parse(search.arguments) as SearchArguments),
      idempotencyKey: keyOf(search),
      signal: context.signal,
    });
  } catch (error) {
    // Ended by us, or the store could not be used: the run is made again under the same key.
    if (!(error instanceof ServiceError) || error.cause instanceof StoreFault || context.signal.aborted) throw error;
    return failed(search, context, error);
  }
  return delivered(search, context, answer);
}

/** Whether the plan still allows it: the oldest searches count first. */
export function isAllowed(
  search: SavedSearchRecord,
  { savedSearches }: Plan,
  searches: readonly SavedSearchRecord[],
): boolean {
  const { maximum, fastest } = savedSearches;
  const running = searches.filter(({ id, state }) => state !== 'paused' || id === search.id);
  return (
    running.findIndex(({ id }) => id === search.id) < maximum &&
    FREQUENCIES.indexOf(search.frequency) >= FREQUENCIES.indexOf(fastest)
  );
}

async function delivered(
  search: SavedSearchRecord,
  context: RunContext,
  { result, receiptId, cost }: Awaited<ReturnType<SavedSearchCall>>,
): Promise<RunFinish> {
  const hashes = [...new Set(result.jobs.map((job) => job.dedup_hash))];
  const seen = await context.seen(hashes);
  const fresh = firstOfEach(result.jobs.filter((job) => !seen.has(job.dedup_hash)));
  const platforms = platformsOf(result, seen);
  const now = context.now();
  const isFirst = !search.hasRun;
  const kind = deliveryKind({
    isFirst,
    total: fresh.length,
    now,
    lastDeliveredAt: search.lastDeliveredAt ?? search.createdAt,
  });
  // With those beyond the answer, which are found but not seen.
  const beyond = Math.max(0, (result.total_found ?? 0) - result.jobs.length);
  const total = isFirst ? fresh.length + beyond : fresh.length;
  const run: RunResult = { outcome: 'ok', total: result.jobs.length, fresh: fresh.length, cost, receiptId, platforms };
  const content = kind && { kind, total, jobs: deliveredJobs(kind, fresh), platforms, receiptId };
  const change: SavedSearchChange = {
    state: 'active',
    pauseReason: null,
    pauseDetail: null,
    failingSince: null,
    failures: 0,
  };
  return { ...finished(search, context, run, change, content), succeeded: true, seen: hashes };
}

function failed(search: SavedSearchRecord, context: RunContext, error: ServiceError): RunFinish {
  const { reason, message } = error;
  const run: RunResult = { ...NOTHING_RUN, outcome: 'refused', reason, message };
  const pause = PAUSES[reason];
  if (pause) return paused(search, context, pause, { detail: message, run });
  if (reason === 'quota_exceeded') {
    const before = search.lastResult === null ? undefined : (JSON.parse(search.lastResult) as RunResult);
    const notice = before?.reason === reason ? undefined : { pauseReason: 'credits' as const, goesOn: true as const };
    return finished(search, context, run, {}, notice && { ...NO_JOBS, ...notice });
  }
  const now = context.now();
  const failingSince = search.failingSince ?? now;
  // Of a machine that slept since, a second failure says little.
  if (now - failingSince >= FAILING_MS && search.failures >= RETRIES_MS.length) {
    return paused(search, context, 'failing', { detail: message, run: { ...run, outcome: 'failed' } });
  }
  const planned = nextRun(search, now, spreadMs(search.accountId));
  const retryMs = RETRIES_MS[search.failures] ?? DAY_MS;
  return finished(
    search,
    context,
    { ...run, outcome: 'failed' },
    {
      failingSince,
      failures: search.failures + 1,
      nextRunAt: Math.min(planned, now + retryMs),
    },
  );
}

const NO_JOBS = { kind: 'paused', total: 0, jobs: [], platforms: [], receiptId: null } as const;

/** The search does not run until its owner, or the next month, lets it; said once. */
function paused(
  search: SavedSearchRecord,
  context: RunContext,
  pauseReason: PauseReason,
  more: { detail?: string; run?: RunResult; change?: SavedSearchChange } = {},
): RunFinish {
  const change: SavedSearchChange = {
    state: 'paused',
    pauseReason,
    pauseDetail: more.detail ?? null,
    // Of a zone that is gone there is no next time.
    nextRunAt: search.nextRunAt + DAY_MS,
    ...more.change,
  };
  const run: RunResult = more.run ?? { ...NOTHING_RUN, outcome: 'refused' };
  const wasSaid = search.pauseReason === pauseReason;
  const content = { ...NO_JOBS, pauseReason, ...(change.state === 'limit' ? { goesOn: true as const } : {}) };
  return finished(search, context, run, change, wasSaid ? undefined : content);
}

/** What is written of a run; planned anew unless the change says when. */
function finished(
  search: SavedSearchRecord,
  context: RunContext,
  run: RunResult,
  change: SavedSearchChange,
  content?: Omit<DeliveryContent, 'id' | 'search' | 'at'>,
): RunFinish {
  const at = context.now();
  const nextRunAt = change.nextRunAt ?? nextRun(search, at, spreadMs(search.accountId));
  const delivery = content && createDelivery(search, content, at);
  return {
    arguments: search.arguments,
    change: { ...change, nextRunAt, ...(delivery ? { lastDeliveredAt: at } : {}) },
    at,
    lastResult: JSON.stringify(run),
    succeeded: false,
    seen: [],
    day: Math.floor(at / DAY_MS),
    delivery,
    idempotencyKey: keyOf(search),
  };
}

/** A delivery for the feed and the ways that are on. */
export function createDelivery(
  search: SavedSearchRecord,
  content: Omit<DeliveryContent, 'id' | 'search' | 'at'>,
  at: number,
  id = `dlv_${randomHex(24)}`,
): NewSavedDelivery {
  const ways: DeliveryWay[] = (['mail', 'webhook'] as const).filter((way) => search[way] === 'on');
  const whole: DeliveryContent = { ...content, id, at, search: deliveredSearch(search) };
  return { id, searchId: search.id, at, content: JSON.stringify(whole), ways };
}

export function deliveredSearch(search: SavedSearchRecord): DeliveryContent['search'] {
  const { country } = JSON.parse(search.arguments) as { country?: 'GB' | 'FR' };
  return { id: search.id, name: search.name, language: search.language, country: country ?? 'GB' };
}

function keyOf(search: SavedSearchRecord): string {
  return runKey(search.id, search.nextRunAt, JSON.parse(search.arguments) as SearchArguments);
}

function firstOfEach(jobs: readonly Job[]): Job[] {
  const known = new Set<string>();
  return jobs.filter(({ dedup_hash: hash }) => !known.has(hash) && known.add(hash));
}

/** What each platform did; jobs that were seen before count among those that were left out. */
export function platformsOf(result: ScrapeJobsResult, seen: ReadonlySet<string> = new Set()): DeliveredPlatform[] {
  return (result.platforms ?? []).map(({ platform, status, jobs, reason, left_out: leftOut }) => {
    const before = result.jobs.filter((job) => job.platform === platform && seen.has(job.dedup_hash)).length;
    return {
      platform,
      status,
      jobs,
      ...(reason === undefined ? {} : { reason }),
      ...(before === 0 && !leftOut
        ? {}
        : { left_out: { ...leftOut, ...(before === 0 ? {} : { dedup_hashes: before }) } }),
    };
  });
}
