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
import { EMPTY_RESULT } from './run-result.ts';
import { FREQUENCIES, isZone } from './schedule.ts';
import { runArguments, type SearchArguments } from './search-arguments.ts';
import { isSameQuestion } from './search-edit.ts';

/** Makes the metered call of `scrape_jobs` for a saved search. Rejects with a ServiceError. */
export type SavedSearchCall = (call: {
  account: AccountRecord;
  search: SavedSearchRecord;
  arguments: SearchArguments;
  idempotencyKey: string;
  signal: AbortSignal;
}) => Promise<RunAnswer>;

/**
 * Finds the answer that was charged under a run's idempotency key and is not delivered yet; undefined if there is none.
 */
export type ChargedAnswer = (
  account: AccountRecord,
  search: SavedSearchRecord,
  key: string,
) => Promise<RunAnswer | undefined>;

export interface RunContext {
  account: AccountRecord;
  plan: Plan;
  /** All searches of the account, oldest first. */
  searches: readonly SavedSearchRecord[];
  /** What the search has cost in the account's present month, in thousandths of a credit. */
  spent: number;
  /** The owner has been asked to confirm the address and has not done so. */
  isUnconfirmed: boolean;
  call: SavedSearchCall;
  chargedAnswer: ChargedAnswer;
  seen(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  terms: StorageTerms;
  now(): number;
  signal: AbortSignal;
}

/** Refusals after which the search is paused, because only its owner can remove the reason. */
const PAUSES: Readonly<Partial<Record<Reason, PauseReason>>> = {
  validation: 'arguments',
  invalid_params: 'arguments',
  unknown_tool: 'arguments',
  trial_expired: 'trial',
};

/**
 * Makes one run and returns what to store; undefined if the run is to be dropped, because the owner has paused or
 * changed the search before anything was charged. Rejects if the run must be made again.
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
  // A charged answer is delivered, even if the owner has changed the search, its plan or its limit since.
  const charged = await context.chargedAnswer(account, search, run.key);
  if (charged) return deliver(charged);
  const isPaused = present.state === 'paused' && present.pauseReason !== 'plan';
  const isDecided = isPaused || present.nextRunAt !== run.dueAt || !isSameQuestion(present.arguments, run.arguments);
  if (isDecided) return undefined;
  if (!isZone(search.zone)) return paused(ending(), 'zone', { detail: search.zone });
  if (!isAllowed(search, plan, searches)) return paused(ending(), 'plan');
  if (isUnconfirmed) return waitingForOwner(ending());
  if (search.monthlyLimit !== null && spent + PRICES.jobsFresh > search.monthlyLimit)
    return limitReached(ending(), account.periodEndsAt);
  let answer: RunAnswer;
  try {
    answer = await context.call({
      account,
      search,
      arguments: runArguments(JSON.parse(run.arguments) as SearchArguments),
      idempotencyKey: run.key,
      signal: context.signal,
    });
  } catch (error) {
    // The run was aborted, or the store could not be used: the run is made again under the same key.
    if (!(error instanceof ServiceError) || error.cause instanceof StoreFault || context.signal.aborted) throw error;
    const { reason, message } = error;
    if (reason === 'quota_exceeded') return withoutCredits(ending(), error);
    const pause = PAUSES[reason];
    if (!pause) return failed(ending(), error);
    return paused(ending(), pause, { detail: message, ran: { ...EMPTY_RESULT, outcome: 'refused', reason, message } });
  }
  return deliver(answer);
}

/** True if the plan allows the search. The oldest searches that are not paused have priority. */
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
