import { setTimeout as delay } from 'node:timers/promises';
import type { Accounts } from '../accounts/accounts.ts';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { randomHex } from '../lib/random-id.ts';
import { within } from '../lib/within.ts';
import type { ClaimedRun, Store } from '../store/types.ts';
import type { StorageTerms } from './deliver/terms.ts';
import type { RunResult } from './run-result.ts';
import { runSearch, type ChargedAnswer, type SavedSearchCall } from './run-search.ts';

const AT_ONCE = 2;
const YIELD_MS = 10 * MINUTE_MS;
const TURNS_KEPT = 50;
/**
 * Minimum time between the starts of two runs while people make calls. A run uses 20 to 100 ms of the processor, so
 * runs use at most 2.5 per cent of it.
 */
const APART_MS = 4_000;
const AGAIN_MS = MINUTE_MS;
const LEASE_MARGIN_MS = MINUTE_MS;

export interface SearchRunnerOptions {
  store: Pick<Store, 'savedSearches' | 'accounts' | 'usage' | 'mail'>;
  accounts: Pick<Accounts, 'planOf'>;
  clock: Clock;
  call: SavedSearchCall;
  chargedAnswer: ChargedAnswer;
  terms: StorageTerms;
  deadlineMs: number;
  /** Number of tool calls that are running, including those of saved searches. */
  callsRunning(): number;
  callsBegun(): number;
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onRun?(outcome: RunResult['outcome'], lateMs: number): void;
  onFault(error: unknown): void;
}

/**
 * Makes the due runs, a few at a time. While other calls are running, a run waits until it has been due for YIELD_MS.
 * One process claims each run; if that process is killed, the run is repeated after the lease, under the same
 * idempotency key.
 */
export class SearchRunner {
  readonly #options: SearchRunnerOptions;
  readonly #running = new Set<AbortController>();
  /**
   * IDs of accounts that have had their turn. Other accounts go first, so that an account with a hundred due runs does
   * not delay them.
   */
  #served: string[] = [];
  /** Number of calls made by runs, and number of other calls at the last check. */
  #ownCalls = 0;
  #peoplesCalls = 0;
  /** When other calls were last seen, and when the next run may begin while there are such calls. */
  #calledAt = Number.NEGATIVE_INFINITY;
  #nextAt = 0;
  #closed = false;
  #round: Promise<void> | undefined;

  constructor(options: SearchRunnerOptions) {
    this.#options = options;
  }

  /** A call during a round shares that round. Never rejects. */
  round(): Promise<void> {
    if (this.#closed) return this.#round ?? Promise.resolve();
    return (this.#round ??= this.#runAll()
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => {
        this.#round = undefined;
      }));
  }

  /**
   * Begins no further run, aborts running ones and waits for them for at most `graceMs`. A run that was not charged yet
   * stays due.
   */
  async close(graceMs = 5_000): Promise<void> {
    this.#closed = true;
    for (const run of this.#running) run.abort();
    if (this.#round) await within(this.#round, graceMs);
  }

  async #runAll(): Promise<void> {
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => this.#runOneByOne()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #runOneByOne(): Promise<void> {
    const { store, clock, deadlineMs, callsRunning } = this.#options;
    while (!this.#closed) {
      const now = clock.now();
      const isBusy = callsRunning() > this.#running.size;
      const lease = randomHex(24);
      const claimed = await store.savedSearches.claimRun(lease, now, deadlineMs + LEASE_MARGIN_MS, {
        dueBy: isBusy ? now - YIELD_MS : now,
        behind: this.#served,
      });
      if (!claimed) return;
      const { accountId } = claimed.search;
      // If the claimed run belongs to an account that has had its turn, no other account has a due run, so the next
      // turn begins.
      this.#served = this.#served.includes(accountId) ? [accountId] : [...this.#served, accountId].slice(-TURNS_KEPT);
      const ending = new AbortController();
      this.#running.add(ending);
      await this.#run(claimed, lease, ending.signal).finally(() => this.#running.delete(ending));
    }
  }

  async #takeTurn(signal: AbortSignal): Promise<void> {
    const { callsRunning, callsBegun, clock, wait = waitFor } = this.#options;
    const now = clock.now();
    const peoplesCalls = callsBegun() - this.#ownCalls;
    // This run counts in `#running` but has begun no call yet.
    if (peoplesCalls !== this.#peoplesCalls || callsRunning() >= this.#running.size) this.#calledAt = now;
    this.#peoplesCalls = peoplesCalls;
    if (now - this.#calledAt > APART_MS) return;
    // Waits no longer than the other runs of this process require, even if the clock was set back.
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
      if (!account) return await savedSearches.returnRun(search.id, lease, clock.now() + AGAIN_MS);
      const [searches, { cost: spent }, confirmation] = await Promise.all([
        savedSearches.list(account.id),
        store.usage.count({ accountId: account.id, period: account.period, keyId: search.id }),
        store.mail.confirmation(account.id),
      ]);
      // The owner may have paused or changed the search while it waited for its turn.
      const present = searches.find(({ id }) => id === search.id);
      if (!present) return await savedSearches.returnRun(search.id, lease, clock.now() + AGAIN_MS);
      const finish = await runSearch(
        { search: present, run },
        {
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
        },
      );
      const isEnded = finish
        ? await savedSearches.finishRun(search.id, lease, finish)
        : await savedSearches.dropRun(search.id, lease, clock.now());
      if (!isEnded) return await savedSearches.returnRun(search.id, lease, clock.now() + AGAIN_MS);
      if (!finish) return;
      const { outcome } = JSON.parse(finish.lastResult) as RunResult;
      onRun?.(outcome, Math.max(0, finish.at - run.dueAt));
    } catch (error) {
      if (!signal.aborted) onFault(error);
      const again = clock.now() + (signal.aborted ? 0 : AGAIN_MS);
      await savedSearches.returnRun(search.id, lease, again).catch(() => {});
    }
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal, ref: false });
}
