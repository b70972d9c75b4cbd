import { SPENT_TRIAL_MS } from '../accounts/spent-trials.ts';
import { HEALTH_DAYS } from '../health/status-report.ts';
import { DAY_MS } from '../lib/clock.ts';
import type { AppContext } from './app-context.ts';
import { purgeOAuth } from './oauth.ts';
import { expireDeliveries } from './saved-searches.ts';
import { JOBS_CACHE_BYTES } from './search.ts';

/**
 * Longer than the 90 days for which ratings count as fresh, because older ones are still returned if they cannot be
 * refreshed.
 */
const REPUTATION_KEPT_MS = 730 * DAY_MS;
const REPUTATION_NEGATIVES_KEPT_MS = 90 * DAY_MS;
/** As long as the cookie that identifies a known browser. */
const KNOWN_BROWSER_MS = 365 * DAY_MS;

/** Deletes records from every part of the store when their storage time is over. */
export class Purge {
  readonly #core: AppContext;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(core: AppContext) {
    this.#core = core;
  }

  /** Runs the purge. Calls during a run share it, and of several processes only one purges at a time. */
  run(): Promise<void> {
    if (this.#ending.signal.aborted) return this.#running ?? Promise.resolve();
    return (this.#running ??= this.#core.store
      // The lock keeps the name that it had in an earlier release, because that release may run beside this one.
      .withLock('maintenance', () => purgeAll(this.#core, this.#ending.signal), 'orLeave')
      .finally(() => {
        this.#running = undefined;
      }));
  }

  /** Lets no further batch start. */
  end(): void {
    this.#ending.abort();
  }

  /** Resolves when no run is active. Errors are passed only to the caller that started the run. */
  async ended(): Promise<void> {
    await this.#running?.catch(() => {});
  }
}

async function purgeAll(core: AppContext, signal: AbortSignal): Promise<void> {
  const { store, clock, config } = core;
  const now = clock.now();
  const retainedSince = now - config.retentionDays * DAY_MS;
  await store.accounts.purge(signal);
  await store.replays.purge(now, signal);
  await store.sessions.purge(retainedSince, signal);
  await store.audit.purge(retainedSince, signal);
  await store.mail.purge(now, signal);
  await store.savedSearches.purge(retainedSince, signal);
  await expireDeliveries(core, signal);
  await store.spentTrials.purge(now - SPENT_TRIAL_MS, signal);
  await store.logIns.purge(now, now - KNOWN_BROWSER_MS, retainedSince, signal);
  await store.jobsCache.purge(now, JOBS_CACHE_BYTES, signal);
  await store.ledger.purge(retainedSince, signal);
  await purgeOAuth(core, signal);
  await store.health.purge(now - HEALTH_DAYS * DAY_MS, signal);
  await store.reputation.purge(now - REPUTATION_KEPT_MS, now - REPUTATION_NEGATIVES_KEPT_MS, signal);
}
