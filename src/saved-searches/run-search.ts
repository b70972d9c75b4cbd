import type { Plan } from '../accounts/plans.ts';
import { PRICES } from '../credits/tool-prices.ts';
import { ServiceError, type Reason } from '../errors.ts';
import { StoreFault } from '../store/store-fault.ts';
import type { AccountRecord, ClaimedRun, RunFinish, SavedSearchRecord } from '../store/types.ts';
import type { PauseReason } from './deliver/content.ts';
import type { StorageTerms } from './deliver/terms.ts';
import {
  delivered,
  failed,
  limitReached,
  paused,
  waitingForOwner,
  withoutCredits,
  type EndingRun,
  type RunAnswer,
} from './run-finish.ts';
import { hashesOf } from './known-jobs.ts';
import { EMPTY_RESULT, lastResultOf } from './run-result.ts';
import { FREQUENCIES, isZone, nextRun, spreadMs } from './schedule.ts';
import { runArguments, type SearchArguments } from './search-arguments.ts';
import { isSameQuestion } from './search-edit.ts';

export type SavedSearchCall = (call: {
  account: AccountRecord;
  search: SavedSearchRecord;
  arguments: SearchArguments;
  /** Cached pages are used only if they were fetched after this time. */
  fetchedAfter?: number | undefined;
  idempotencyKey: string;
  signal: AbortSignal;
}) => Promise<RunAnswer>;

/** Finds the answer that was charged under the idempotency key and is not delivered yet. */
export type ChargedAnswer = (
  account: AccountRecord,
  search: SavedSearchRecord,
  key: string,
) => Promise<RunAnswer | undefined>;

export interface RunContext {
  account: AccountRecord;
  plan: Plan;
  searches: readonly SavedSearchRecord[];
  /** Cost of the search in the account's present month, in thousandths of a credit. */
  spent: number;
  isUnconfirmed: boolean;
  call: SavedSearchCall;
  chargedAnswer: ChargedAnswer;
  seen(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  terms: StorageTerms;
  now(): number;
  signal: AbortSignal;
}

/** After these refusals the search is paused, because a repeated call would be refused too. */
const PAUSES: Readonly<Partial<Record<Reason, PauseReason>>> = {
  validation: 'arguments',
  invalid_params: 'arguments',
  unknown_tool: 'arguments',
  trial_expired: 'trial',
};

/**
 * Makes one run and returns what to store. Returns undefined if the search was paused or rescheduled, or its arguments
 * were changed, before anything was charged. Rejects if the run must be repeated.
 */
export async function runSearch(
  { search: present, run }: ClaimedRun,
  context: RunContext,
): Promise<RunFinish | undefined> {
  const { account, plan, searches, spent, isUnconfirmed } = context;
  const search = { ...present, arguments: run.arguments };
  const ending = (): EndingRun => ({ search, run, at: context.now() });
  const deliver = async (answer: RunAnswer): Promise<RunFinish> => {
    const seen = await context.seen(hashesOf(answer.result));
    return delivered(ending(), answer, seen, context.terms);
  };
  // A charged answer is delivered even if the search, its limit or the account's plan has changed.
  const charged = await context.chargedAnswer(account, search, run.key);
  if (charged) return deliver(charged);
  const isPaused = present.state === 'paused' && present.pauseReason !== 'plan';
  const isDecided = isPaused || present.nextRunAt !== run.dueAt || !isSameQuestion(present.arguments, run.arguments);
  if (isDecided) return undefined;
  if (!isZone(search.zone)) return paused(ending(), 'zone', { detail: search.zone });
  if (!isAllowed(search, plan, searches)) return paused(ending(), 'plan');
  if (isUnconfirmed) return waitingForOwner(ending());
  if (search.monthlyLimit !== null && spent + PRICES.jobsFresh > search.monthlyLimit)
    return limitReached(ending(), account);
  let answer: RunAnswer;
  try {
    answer = await context.call({
      account,
      search,
      arguments: runArguments(JSON.parse(run.arguments) as SearchArguments),
      // The cached pages of the last run contain nothing new, but pages that other calls have fetched since may contain
      // new jobs.
      fetchedAfter: isOnlyRequested(ending()) ? undefined : (search.lastRunAt ?? undefined),
      idempotencyKey: run.key,
      signal: context.signal,
    });
  } catch (error) {
    // The run was aborted, the store could not be used, or the error was unexpected, so the run is repeated under the
    // same key.
    if (!(error instanceof ServiceError) || error.cause instanceof StoreFault || context.signal.aborted) throw error;
    const { reason, message } = error;
    if (reason === 'quota_exceeded') return withoutCredits(ending(), error);
    const pause = PAUSES[reason];
    if (!pause) return failed(ending(), error);
    return paused(ending(), pause, { detail: message, ran: { ...EMPTY_RESULT, outcome: 'refused', reason, message } });
  }
  return deliver(answer);
}

/** True if the owner requested the run, and it serves neither as a planned run nor as the retry of a failed one. */
function isOnlyRequested({ search, run, at }: EndingRun): boolean {
  if (search.askedAt === null || lastResultOf(search)?.outcome === 'failed') return false;
  return nextRun(search, run.dueAt - 1, spreadMs(search.accountId)) > at;
}

/**
 * True if the plan allows the search to run. If the plan allows fewer searches, the oldest have priority, including
 * those that wait for the plan. Searches that are paused for another reason, or whose frequency the plan does not
 * allow, do not count.
 */
export function isAllowed(
  search: SavedSearchRecord,
  { savedSearches }: Plan,
  searches: readonly SavedSearchRecord[],
): boolean {
  const { maximum, fastest } = savedSearches;
  const isSlowEnough = ({ frequency }: SavedSearchRecord): boolean =>
    FREQUENCIES.indexOf(frequency) >= FREQUENCIES.indexOf(fastest);
  const running = searches.filter(
    (other) =>
      other.id === search.id || (isSlowEnough(other) && (other.state !== 'paused' || other.pauseReason === 'plan')),
  );
  return isSlowEnough(search) && running.findIndex(({ id }) => id === search.id) < maximum;
}
