import type { Plan } from '../accounts/plans.ts';
import { PRICES } from '../credits/tool-prices.ts';
import { ServiceError, type Reason } from '../errors.ts';
import { StoreFault } from '../store/store-fault.ts';
import type { AccountRecord, ClaimedRun, RunFinish, SavedSearchRecord } from '../store/types.ts';
import type { PauseReason } from './deliver/content.ts';
import type { KeepingTerms } from './deliver/terms.ts';
import {
  delivered,
  failed,
  hashesOf,
  limitReached,
  paused,
  waitingForOwner,
  withoutCredits,
  type EndingRun,
  type RunAnswer,
} from './run-finish.ts';
import { NOTHING_RUN } from './run-result.ts';
import { FREQUENCIES, isZone } from './schedule.ts';
import { runArguments, type SearchArguments } from './search-arguments.ts';

/** A metered call of `scrape_jobs` for a saved search. Rejects with a ServiceError. */
export type SavedSearchCall = (call: {
  account: AccountRecord;
  search: SavedSearchRecord;
  arguments: SearchArguments;
  idempotencyKey: string;
  signal: AbortSignal;
}) => Promise<RunAnswer>;

/** The answer that was charged under a run's key and is not delivered yet; undefined where there is none. */
export type ChargedAnswer = (
  account: AccountRecord,
  search: SavedSearchRecord,
  key: string,
) => Promise<RunAnswer | undefined>;

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
  chargedAnswer: ChargedAnswer;
  seen(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  terms: KeepingTerms;
  now(): number;
  signal: AbortSignal;
}

/** Refusals that the owner must do something about. */
const PAUSES: Readonly<Partial<Record<Reason, PauseReason>>> = {
  validation: 'arguments',
  invalid_params: 'arguments',
  unknown_tool: 'arguments',
  trial_expired: 'trial',
};

/**
 * Makes one run, and says what is to be written of it; undefined for a run that is dropped: its owner has paused or
 * changed the search before it cost anything. Rejects when the run must be made again.
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
  // What is paid for is delivered, whatever has become of the search, its plan or its limit since.
  const charged = await context.chargedAnswer(account, search, run.key);
  if (charged) return deliver(charged);
  const isPaused = present.state === 'paused' && present.pauseReason !== 'plan';
  const isDecided = isPaused || present.nextRunAt !== run.dueAt || present.arguments !== run.arguments;
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
    // Ended by us, or the store could not be used: the run is made again under the same key.
    if (!(error instanceof ServiceError) || error.cause instanceof StoreFault || context.signal.aborted) throw error;
    const { reason, message } = error;
    if (reason === 'quota_exceeded') return withoutCredits(ending(), error);
    const pause = PAUSES[reason];
    if (!pause) return failed(ending(), error);
    return paused(ending(), pause, { detail: message, ran: { ...NOTHING_RUN, outcome: 'refused', reason, message } });
  }
  return deliver(answer);
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
