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
  /** Called for internal errors that cost only the caching of a page. */
  onError?: (error: unknown) => void;
  /** The cache is purged to this size as it grows. */
  cacheBytes?: number;
  /** Joins equal fetches of other replicas; absent with a single process. */
  singleFlight?: SingleFlight | undefined;
}

/** A slower platform would delay the answer of the others. */
const PLATFORM_TIMEOUT_MS = 25_000;
/** Further pages matter less, so they may delay the answer less. */
const LATER_PAGE_TIMEOUT_MS = 10_000;
/** How long to wait for another replica's fetch, beyond the site's own time-out. */
const OTHERS_GRACE_MS = 2_000;
/** A site that has not answered for this long counts as silent. */
export const SILENT_MS = 5_000;
/** How long most sites take for a page; a retry after that time finds it in the cache. */
const SITE_ANSWERS_MS = 1_000;
/** The cache is purged after writing this many characters. */
const PURGE_EVERY_CHARACTERS = 32 * MIB;

/** A search on one platform. */
interface Wanted {
  platform: Platform;
  search: Omit<PlatformSearch, 'page'>;
}

/** The caller that waits for a page. */
export interface PageCaller {
  leftMs: number;
  signal: AbortSignal;
  accountId?: string | undefined;
}

/** Pages of platforms, from the cache or their sites. Equal fetches at the same time are joined. */
export class PageSource {
  readonly #options: PageSourceOptions;
  readonly #singleFlight = new PageSingleFlight();
  #charactersSincePurge = 0;

  constructor(options: PageSourceOptions) {
    this.#options = options;
  }

  /** A cached page, with a name for exactly this version. Unreadable pages count as not cached. */
  async cached(
    { platform, search }: Wanted,
    page: number,
  ): Promise<{ page: SearchPage; version: string; fetchedAt: number } | undefined> {
    const { cache, clock, onError } = this.#options;
    const key = searchPageKey(platform, search, page);
    try {
      const hit = await cache.get(key, clock.now());
      const kept = hit && readSearchPage(hit.value);
      return kept && { page: kept, version: `${key}@${hit.version}`, fetchedAt: hit.fetchedAt };
    } catch (error) {
      onError?.(error);
      return undefined;
    }
  }

  /**
   * Fetches a page from its site. If the caller's signal aborts or the time is over, rejects with a PlatformFault: the
   * signal's reason, if that is one.
   */
  async fetch(wanted: Wanted, page: number, { leftMs, signal, accountId = '' }: PageCaller): Promise<SearchPage> {
    const key = searchPageKey(wanted.platform, wanted.search, page);
    const fetch = this.#singleFlight.join(key, (begun) => this.#fetchOnce(wanted, page, key, begun));
    const { platform } = wanted;
    const giveUp = (): PlatformFault => this.#giveUp(platform.code, fetch, signal);
    const timeoutMs = Math.max(1, Math.min(timeoutOf(page), Math.floor(leftMs)));
    const leave = fetch.accounts.enter(accountId);
    return untilGivenUp(fetch.page, timeoutMs, signal, giveUp).finally(leave);
  }

  /** How long a site has not answered the current request for a page; undefined if none is running. */
  silentMs({ platform, search }: Wanted, page: number): number | undefined {
    const askedAt = this.#singleFlight.find(searchPageKey(platform, search, page))?.askedAt;
    return askedAt === undefined ? undefined : this.#options.clock.now() - askedAt;
  }

  /** Called when a caller stops waiting. A silent fetch counts only once for the circuit breaker (SPEC §3). */
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

  /** One replica fetches; the others receive the page or its fault. */
  async #fetchOnce(wanted: Wanted, page: number, key: string, fetch: SharedFetch): Promise<SearchPage> {
    await this.#assertCircuitClosed(wanted.platform.code);
    const outcome = await this.#fetchOnceOfReplicas(wanted, page, key, fetch);
    if (outcome.fault) throw outcome.fault;
    // What another replica cached may have been purged since.
    const found = outcome.page ?? (await this.cached(wanted, page))?.page;
    if (found) return found;
    const own = await this.#fetchAndKeep(wanted, page, key, fetch);
    if (own.page) return own.page;
    throw own.fault as PlatformFault;
  }

  async #fetchOnceOfReplicas(wanted: Wanted, page: number, key: string, fetch: SharedFetch): Promise<PageOutcome> {
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
   * Not ended by a caller's signal or deadline, because others may wait for the same page, and the result is cached.
   */
  async #fetchAndKeep(
    { platform, search }: Wanted,
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
      // A partial page is no failure, unless the site asked to slow down.
      if (came.incomplete?.opensAtOnce) await breaker.failed(platform.code, true, came.incomplete.status);
      else await breaker.succeeded(platform.code);
    } catch (error) {
      if (!(error instanceof PlatformFault)) throw error;
      // If a caller gave up on this fetch, its time-out was already counted.
      const isCounted = fetch.isGivenUp && error.status === 'timeout';
      if (error.opensCircuit && !isCounted) await breaker.failed(platform.code, error.opensAtOnce, error.status);
      return { fault: error };
    }
    const keepMs = Math.min(cacheSeconds * 1_000, platform.keepsAtMostMs ?? Number.POSITIVE_INFINITY);
    const kept = keepMs > 0 && found.incomplete === undefined && (await this.#keep(key, JSON.stringify(found), keepMs));
    return { page: found, kept };
  }

  /** Returns false if the page could not be cached; the page is returned anyway. */
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
