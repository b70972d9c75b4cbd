import { FAULT_TEXTS } from '../egress/egress.ts';
import { MIB } from '../lib/byte-units.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { PageFetcher } from './page-fetcher.ts';
import {
  type PageOutcome,
  PageSingleFlight,
  readPageOutcome,
  type SharedFetch,
  untilGivenUp,
  writePageOutcome,
} from './page-single-flight.ts';
import { PlatformFault, queueFull } from './platform-fault.ts';
import { readSearchPage, type SearchPage, searchPageKey, toSearchPage } from './search-page.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import type { SingleFlight } from '../shared/types.ts';
import type { Platform, PlatformSearch } from '../sources/platforms/platform.ts';
import type { JobsCacheStore } from '../store/types.ts';

export interface PageSourceOptions {
  fetcher: Pick<PageFetcher, 'fetch'>;
  cache: JobsCacheStore;
  breaker: CircuitBreaker;
  clock: Clock;
  cacheSeconds: number;
  onError?: (error: unknown) => void;
  /** Size in bytes to which the cache is purged; if absent, the cache is never purged here. */
  cacheBytes?: number;
  singleFlight?: SingleFlight | undefined;
}

const PLATFORM_TIMEOUT_MS = 25_000;
const LATER_PAGE_TIMEOUT_MS = 10_000;
/** Additional time for another replica's fetch, beyond the time-out for the site. */
const OTHERS_GRACE_MS = 2_000;
/**
 * A site is silent if it has not answered this long after its request. Once a platform has delivered, a call stops
 * waiting for silent sites this long after the latest answer of any platform (SPEC §3).
 */
export const SILENT_MS = 5_000;
/**
 * Most sites answer within this time. A caller is asked to retry this long after the request's turn in the host's
 * queue, when the page is probably in the cache.
 */
const SITE_ANSWERS_MS = 1_000;
const PURGE_EVERY_CHARACTERS = 32 * MIB;

interface PlatformQuery {
  platform: Platform;
  search: Omit<PlatformSearch, 'page'>;
  /** Cached pages count only if they were fetched after this time, in milliseconds since the epoch. */
  fetchedAfter?: number | undefined;
}

export interface PageCaller {
  leftMs: number;
  signal: AbortSignal;
  accountId?: string | undefined;
}

export class PageSource {
  readonly #options: PageSourceOptions;
  readonly #singleFlight = new PageSingleFlight();
  #charactersSincePurge = 0;

  constructor(options: PageSourceOptions) {
    this.#options = options;
  }

  /**
   * Returns the page if it is cached; undefined if it is not, is not newer than `fetchedAfter`, or is unreadable.
   * `version` identifies exactly this copy.
   */
  async cached(
    { platform, search, fetchedAfter = Number.NEGATIVE_INFINITY }: PlatformQuery,
    page: number,
  ): Promise<{ page: SearchPage; version: string; fetchedAt: number } | undefined> {
    const { cache, clock, onError } = this.#options;
    const key = searchPageKey(platform, search, page);
    try {
      const hit = await cache.get(key, clock.now());
      if (!hit || hit.fetchedAt <= fetchedAfter) return undefined;
      const cached = readSearchPage(hit.value);
      return cached && { page: cached, version: `${key}@${hit.version}`, fetchedAt: hit.fetchedAt };
    } catch (error) {
      onError?.(error);
      return undefined;
    }
  }

  /**
   * If the time is over or the signal aborts, rejects with a `busy` fault while the request waits in the host's queue,
   * or else with the signal's reason if it is a PlatformFault, or else with a time-out.
   */
  async fetch(
    wanted: PlatformQuery,
    page: number,
    { leftMs, signal, accountId = '' }: PageCaller,
  ): Promise<SearchPage> {
    const key = searchPageKey(wanted.platform, wanted.search, page);
    const fetch = this.#singleFlight.join(key, (begun) => this.#fetchOnce(wanted, page, key, begun));
    const { platform } = wanted;
    const giveUp = (): PlatformFault => this.#giveUp(platform.code, fetch, signal);
    const timeoutMs = Math.max(1, Math.min(timeoutOf(page), Math.floor(leftMs)));
    const leave = fetch.accounts.enter(accountId);
    return untilGivenUp(fetch.page, timeoutMs, signal, giveUp).finally(leave);
  }

  /**
   * Returns how long ago the running request for a page was sent; undefined if no request is waiting for the site's
   * answer.
   */
  silentMs({ platform, search }: PlatformQuery, page: number): number | undefined {
    const askedAt = this.#singleFlight.find(searchPageKey(platform, search, page))?.askedAt;
    return askedAt === undefined ? undefined : this.#options.clock.now() - askedAt;
  }

  /** The circuit breaker counts a silent fetch only once, however many callers stop waiting for it (SPEC §3). */
  #giveUp(code: string, fetch: SharedFetch, signal: AbortSignal): PlatformFault {
    const { breaker, clock, onError } = this.#options;
    const now = clock.now();
    if (fetch.turnAt !== undefined) return queueFull(fetch.turnAt() - now + SITE_ANSWERS_MS);
    if (!fetch.isGivenUp && fetch.askedAt !== undefined && now - fetch.askedAt >= SILENT_MS) {
      fetch.isGivenUp = true;
      breaker.failed(code, false, 'timeout').catch((error: unknown) => onError?.(error));
    }
    return signal.reason instanceof PlatformFault
      ? signal.reason
      : new PlatformFault('timeout', FAULT_TEXTS.siteTimeout);
  }

  async #fetchOnce(wanted: PlatformQuery, page: number, key: string, fetch: SharedFetch): Promise<SearchPage> {
    await this.#assertCircuitClosed(wanted.platform.code);
    const outcome = await this.#fetchOnceOfReplicas(wanted, page, key, fetch);
    if (outcome.fault) throw outcome.fault;
    // A page that another replica cached may have been purged meanwhile.
    const found = outcome.page ?? (await this.cached(wanted, page))?.page;
    if (found) return found;
    const own = await this.#fetchAndKeep(wanted, page, key, fetch);
    if (own.page) return own.page;
    throw own.fault as PlatformFault;
  }

  async #fetchOnceOfReplicas(
    wanted: PlatformQuery,
    page: number,
    key: string,
    fetch: SharedFetch,
  ): Promise<PageOutcome> {
    const { singleFlight } = this.#options;
    if (!singleFlight) return this.#fetchAndKeep(wanted, page, key, fetch);
    let own: PageOutcome | undefined;
    const fetchHere = async (): Promise<string> => {
      own = await this.#fetchAndKeep(wanted, page, key, fetch);
      return writePageOutcome(own);
    };
    const again = async (): Promise<string | undefined> =>
      (await this.cached(wanted, page)) && writePageOutcome({ kept: true });
    const patienceMs = timeoutOf(page) + OTHERS_GRACE_MS;
    const text = await singleFlight.run(`page ${key}`, fetchHere, { again, patienceMs });
    return own ?? readPageOutcome(text);
  }

  async #assertCircuitClosed(code: string): Promise<void> {
    const circuit = await this.#options.breaker.openCircuitOf(code);
    if (!circuit) return;
    const until = isoTime(circuit.until);
    throw circuit.wasAskedFor
      ? new PlatformFault('rate_limited', `paused until ${until} because the site asked us to slow down`)
      : new PlatformFault('error', `paused after repeated failures until ${until}`);
  }

  /**
   * A caller's signal or deadline does not end this fetch, because other callers may wait for the page, and the page is
   * cached.
   */
  async #fetchAndKeep(
    { platform, search }: PlatformQuery,
    page: number,
    key: string,
    fetch: SharedFetch,
  ): Promise<PageOutcome> {
    const { fetcher, clock, breaker, cacheSeconds } = this.#options;
    const timeoutMs = timeoutOf(page);
    let found: SearchPage;
    try {
      fetch.askedAt = clock.now();
      const onQueue = (turnAt?: () => number): void => {
        fetch.turnAt = turnAt;
        fetch.askedAt = turnAt === undefined ? clock.now() : undefined;
      };
      const signal = AbortSignal.timeout(timeoutMs);
      const came = await fetcher.fetch(platform, { ...search, page }, timeoutMs, signal, {
        onQueue,
        accounts: fetch.accounts.all,
      });
      found = await toSearchPage(came, platform, clock.now());
      // A page with missing parts counts as a success, unless the site asked to slow down without saying for how long.
      if (came.incomplete?.opensAtOnce) await breaker.failed(platform.code, true, came.incomplete.status);
      else await breaker.succeeded(platform.code);
    } catch (error) {
      if (!(error instanceof PlatformFault)) throw error;
      // A caller that gave up on this fetch has already counted its time-out.
      const isCounted = fetch.isGivenUp && error.status === 'timeout';
      if (error.opensCircuit && !isCounted) await breaker.failed(platform.code, error.opensAtOnce, error.status);
      return { fault: error };
    }
    const keepMs = Math.min(cacheSeconds * 1_000, platform.keepsAtMostMs ?? Number.POSITIVE_INFINITY);
    const kept = keepMs > 0 && found.incomplete === undefined && (await this.#keep(key, JSON.stringify(found), keepMs));
    return { page: found, kept };
  }

  async #keep(key: string, value: string, keepMs: number): Promise<boolean> {
    const { cache, clock, cacheBytes, onError } = this.#options;
    const now = clock.now();
    try {
      await cache.put(key, value, now, now + keepMs);
      this.#charactersSincePurge += value.length;
      if (cacheBytes !== undefined && this.#charactersSincePurge >= PURGE_EVERY_CHARACTERS) {
        this.#charactersSincePurge = 0;
        await cache.purge(now, cacheBytes);
      }
      return true;
    } catch (error) {
      onError?.(error);
      return false;
    }
  }
}

function timeoutOf(page: number): number {
  return page === 1 ? PLATFORM_TIMEOUT_MS : LATER_PAGE_TIMEOUT_MS;
}
