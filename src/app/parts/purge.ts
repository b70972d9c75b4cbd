import { SPENT_TRIAL_MS } from '../../accounts/spent-trials.ts';
import { HEALTH_DAYS } from '../../health/status-report.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { AppContext } from '../app-context.ts';
import { purgeOAuth } from './oauth.ts';
import { expireDeliveries } from './saved-searches.ts';
import { JOBS_CACHE_BYTES } from './search.ts';

/**
 * Ratings count as fresh for 90 days, but are kept longer, because an older rating is returned if it cannot be
 * refreshed.
 */
const REPUTATION_KEPT_MS = 730 * DAY_MS;
const REPUTATION_NEGATIVES_KEPT_MS = 90 * DAY_MS;
/** The cookie that identifies a known browser lasts equally long. */
const KNOWN_BROWSER_MS = 365 * DAY_MS;

export class Purge {
  readonly #context: AppContext;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Calls during a run share the run. If there are several processes, only one of them purges at a time. */
  run(): Promise<void> {
    if (this.#ending.signal.aborted) return this.#running ?? Promise.resolve();
    return (this.#running ??= this.#context.store
      // The lock keeps the name that it had in an earlier release, because a replica of that release may be running.
      .withLock('maintenance', () => purgeAll(this.#context, this.#ending.signal), 'orLeave')
      .finally(() => {
        this.#running = undefined;
      }));
  }

  end(): void {
    this.#ending.abort();
  }

  async ended(): Promise<void> {
    await this.#running?.catch(() => {});
  }
}

async function purgeAll(context: AppContext, signal: AbortSignal): Promise<void> {
  const { store, clock, config } = context;
  const now = clock.now();
  const retainedSince = now - config.retentionDays * DAY_MS;
  await store.accounts.purge(signal);
  await store.replays.purge(now, signal);
  await store.sessions.purge(retainedSince, signal);
  await store.audit.purge(retainedSince, signal);
  await store.mail.purge(now, signal);
  await store.savedSearches.purge(retainedSince, signal);
  await expireDeliveries(context, signal);
  await store.spentTrials.purge(now - SPENT_TRIAL_MS, signal);
  await store.logIns.purge(now, now - KNOWN_BROWSER_MS, retainedSince, signal);
  await store.jobsCache.purge(now, JOBS_CACHE_BYTES, signal);
  await store.ledger.purge(retainedSince, signal);
  await purgeOAuth(context, signal);
  await store.health.purge(now - HEALTH_DAYS * DAY_MS, signal);
  await store.reputation.purge(now - REPUTATION_KEPT_MS, now - REPUTATION_NEGATIVES_KEPT_MS, signal);
}
