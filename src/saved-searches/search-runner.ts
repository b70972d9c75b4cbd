import { setTimeout as delay } from 'node:timers/promises';
import type { Accounts } from '../accounts/accounts.ts';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { randomHex } from '../lib/random-id.ts';
import { within } from '../lib/within.ts';
import type { ClaimedRun, Store } from '../store/types.ts';
import type { KeepingTerms } from './deliver/terms.ts';
import type { RunResult } from './run-result.ts';
import { runSearch, type ChargedAnswer, type SavedSearchCall } from './run-search.ts';

/** Runs of one process at the same time. */
const AT_ONCE = 2;
/** A run waits while people's own calls run, but no longer than this. */
const YIELD_MS = 10 * MINUTE_MS;
/** Accounts that have had their turn and let others go first, at most. */
const TURNS_KEPT = 50;
/**
 * While people call, runs of one process begin this far apart. A run uses 20 to 100 ms of the processor, so it is then
 * busy with runs for about a hundredth of the time, and people do not notice them.
 */
const APART_MS = 4_000;
/** When a run that could not be made for a fault of ours is made again. */
const AGAIN_MS = MINUTE_MS;
/** A lease ends so long after the deadline of the run's call. */
const LEASE_SPARE_MS = MINUTE_MS;

export interface SearchRunnerOptions {
  store: Pick<Store, 'savedSearches' | 'accounts' | 'usage' | 'mail'>;
  accounts: Pick<Accounts, 'planOf'>;
  clock: Clock;
  call: SavedSearchCall;
  chargedAnswer: ChargedAnswer;
  terms: KeepingTerms;
  /** The longest that a call takes. */
  deadlineMs: number;
  /** Calls that people and their programs are waiting for now, runs included. */
  callsRunning(): number;
  /** All such calls that this process has begun, runs included. */
  callsBegun(): number;
  /** Resolves after a time, rejects when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onRun?(outcome: RunResult['outcome'], lateMs: number): void;
  onFault(error: unknown): void;
}

/**
 * Makes the runs that are due, a few at a time and behind people's own calls. Of several replicas one claims each run
 * by its row; where it is killed, another takes over after the lease, under the same idempotency key.
 */
export class SearchRunner {
  readonly #options: SearchRunnerOptions;
  /** One for each run under way. */
  readonly #running = new Set<AbortController>();
  /** Accounts that had a run since one that is not among them was due: who has a hundred due holds up nobody. */
  #served: string[] = [];
  /** Calls of runs so far, and of people when it was last looked. */
  #ownCalls = 0;
  #peoplesCalls = 0;
  /** When people were last seen to call, and when the next run may begin while they do. */
  #calledAt = Number.NEGATIVE_INFINITY;
  #nextAt = 0;
  #closed = false;
  #round: Promise<void> | undefined;

  constructor(options: SearchRunnerOptions) {
    this.#options = options;
  }

  /** Makes the runs that are due. Calls during a round share it. Never rejects. */
  round(): Promise<void> {
    if (this.#closed) return this.#round ?? Promise.resolve();
    return (this.#round ??= this.#runAll()
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => {
        this.#round = undefined;
      }));
  }

  /** Begins no further run, and gives those under way back, uncharged. */
  async close(graceMs = 5_000): Promise<void> {
    this.#closed = true;
    for (const run of this.#running) run.abort();
    if (this.#round) await within(this.#round, graceMs);
  }

  async #runAll(): Promise<void> {
    // A round ends when all have ended, whatever one of them failed with.
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => this.#runOneByOne()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #runOneByOne(): Promise<void> {
    const { store, clock, deadlineMs, callsRunning } = this.#options;
    while (!this.#closed) {
      const now = clock.now();
      const isBusy = callsRunning() > this.#running.size;
      const lease = randomHex(24);
      const claimed = await store.savedSearches.claimRun(lease, now, deadlineMs + LEASE_SPARE_MS, {
        dueBy: isBusy ? now - YIELD_MS : now,
        behind: this.#served,
      });
      if (!claimed) return;
      const { accountId } = claimed.search;
      // All that is due is of accounts that had their turn: the next one begins.
      this.#served = this.#served.includes(accountId) ? [accountId] : [...this.#served, accountId].slice(-TURNS_KEPT);
      const ending = new AbortController();
      this.#running.add(ending);
      await this.#run(claimed, lease, ending.signal).finally(() => this.#running.delete(ending));
    }
  }

  /** Waits for the turn of a claimed run; not at all unless people call. */
  async #takeTurn(signal: AbortSignal): Promise<void> {
    const { callsRunning, callsBegun, clock, wait = waitFor } = this.#options;
    const now = clock.now();
    const peoplesCalls = callsBegun() - this.#ownCalls;
    // The run itself has begun no call yet.
    if (peoplesCalls !== this.#peoplesCalls || callsRunning() >= this.#running.size) this.#calledAt = now;
    this.#peoplesCalls = peoplesCalls;
    if (now - this.#calledAt > APART_MS) return;
    // No longer than for those that may be before it, should the clock have been set back.
    const at = Math.min(Math.max(now, this.#nextAt), now + AT_ONCE * APART_MS);
    this.#nextAt = at + APART_MS;
    if (at > now) await wait(at - now, signal);
  }

  async #run(claimed: ClaimedRun, lease: string, signal: AbortSignal): Promise<void> {
    const { store, accounts, clock, call, chargedAnswer, terms, onRun, onFault } = this.#options;
    const { search, run } = claimed;
    const { savedSearches } = store;
    try {
      await this.#takeTurn(signal);
      const account = await store.accounts.findById(search.accountId, clock.now());
      // It is being deleted, and its searches with it.
      if (!account) return await savedSearches.returnRun(search.id, lease, clock.now() + AGAIN_MS);
      const [searches, { cost: spent }, confirmation] = await Promise.all([
        savedSearches.list(account.id),
        store.usage.count({ accountId: account.id, period: account.period, keyId: search.id }),
        store.mail.confirmation(account.id),
      ]);
      const finish = await runSearch(claimed, {
        account,
        plan: accounts.planOf(account),
        searches,
        spent,
        isUnconfirmed: confirmation === 'pending',
        call: (asked) => {
          this.#ownCalls += 1;
          return call(asked);
        },
        chargedAnswer,
        terms,
        seen: (hashes) => savedSearches.seen(search.id, hashes),
        now: () => clock.now(),
        signal,
      });
      const isEnded = finish
        ? await savedSearches.finishRun(search.id, lease, finish)
        : await savedSearches.dropRun(search.id, lease, clock.now());
      // Where another process has the run, this changes nothing.
      if (!isEnded) return await savedSearches.returnRun(search.id, lease, clock.now() + AGAIN_MS);
      if (!finish) return;
      const { outcome } = JSON.parse(finish.lastResult) as RunResult;
      onRun?.(outcome, Math.max(0, finish.at - run.dueAt));
    } catch (error) {
      if (!signal.aborted) onFault(error);
      const again = clock.now() + (signal.aborted ? 0 : AGAIN_MS);
      // Where this fails too, the lease ends by itself.
      await savedSearches.returnRun(search.id, lease, again).catch(() => {});
    }
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal, ref: false });
}
