import type { CircuitBreaker } from './circuit-breaker.ts';
import type { PageFetcher } from './page-fetcher.ts';
import { PlatformFault, queueFull } from './platform-fault.ts';
import { readSearchPage, type SearchPage, searchPageKey, toSearchPage } from './search-page.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { WaitingAccounts } from '../lib/waiting-accounts.ts';
import { memorySingleFlight } from '../shared/memory/single-flight.ts';
import type { SingleFlight } from '../shared/types.ts';
import type { Platform, PlatformSearch } from '../sources/platforms/platform.ts';
import type { JobsCacheStore } from '../store/types.ts';

export interface PageSourceOptions {
  fetcher: Pick<PageFetcher, 'fetch'>;
  cache: JobsCacheStore;
  breaker: CircuitBreaker;
  clock: Clock;
  cacheSeconds: number;
  /** A fault of ours, which costs one page's keeping and not the page. */
  onError?: (error: unknown) => void;
  /** The cache is purged to that size as it grows. */
  cacheBytes?: number;
  /** Equal fetches of other processes; absent: there are none. */
  singleFlight?: SingleFlight | undefined;
}

/** A platform that has not answered by then would cost the others their answer. */
const PLATFORM_TIMEOUT_MS = 25_000;
/** A further page is worth less: what is there already would wait for it. */
const LATER_PAGE_TIMEOUT_MS = 10_000;
/** What another process that fetches is given beyond the site's own time. */
const OTHERS_GRACE_MS = 2_000;
/** A site that has been asked for so long without an answer counts as silent. */
export const SILENT_MS = 5_000;
/** What most sites need for a page: who comes back after that finds it in the cache. */
const SITE_ANSWERS_MS = 1_000;
/** Written to the cache before it is looked after again. */
const PURGE_EVERY_CHARACTERS = 32 * 1024 * 1024;

/** A search on one platform. */
interface Wanted {
  platform: Platform;
  search: Omit<PlatformSearch, 'page'>;
}

/** Who waits for a page. */
export interface PageCaller {
  leftMs: number;
  signal: AbortSignal;
  accountId?: string | undefined;
}

/** A fetch that is under way, for all its callers. */
interface InFlight {
  page: Promise<SearchPage>;
  /** Since when the site has been asked in vain; undefined while nothing is asked of it here. */
  askedAt: number | undefined;
  /** The turn of its request as things stand, while that waits in our own queue to the site. */
  turnAt: (() => number) | undefined;
  accounts: WaitingAccounts;
  /** Callers gave it up, and that was noted. */
  isGivenUp: boolean;
}

/** Pages of platforms: cached ones, and those of their sites, of which equal fetches at the same time are one. */
export class PageSource {
  readonly #options: PageSourceOptions;
  readonly #inFlight = new Map<string, InFlight>();
  #charactersSincePurge = 0;

  constructor(options: PageSourceOptions) {
    this.#options = options;
  }

  /** A page that is kept, and the name of just this version of it. What cannot be read counts as not kept. */
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
   * A page from its site. Ends with the caller's signal or time, and rejects
   * with a PlatformFault then: the signal's reason where that is one.
   */
  async fetch(wanted: Wanted, page: number, { leftMs, signal, accountId = '' }: PageCaller): Promise<SearchPage> {
    const key = searchPageKey(wanted.platform, wanted.search, page);
    let flight = this.#inFlight.get(key);
    if (!flight) {
      const begun: InFlight = {
        page: Promise.reject(),
        askedAt: undefined,
        turnAt: undefined,
        accounts: new WaitingAccounts(),
        isGivenUp: false,
      };
      begun.page.catch(() => {});
      begun.page = this.#fetchOnce(wanted, page, key, begun).finally(() => this.#inFlight.delete(key));
      begun.page.catch(() => {});
      this.#inFlight.set(key, begun);
      flight = begun;
    }
    const { platform } = wanted;
    const giveUp = (): PlatformFault => this.#giveUp(platform.code, flight, signal);
    const timeoutMs = Math.max(1, Math.min(timeoutOf(page), Math.floor(leftMs)));
    const leave = flight.accounts.enter(accountId);
    return untilGivenUp(flight.page, timeoutMs, signal, giveUp).finally(leave);
  }

  /** For how long a site has been asked for a page in vain; undefined while it is not asked. */
  silentMs({ platform, search }: Wanted, page: number): number | undefined {
    const askedAt = this.#inFlight.get(searchPageKey(platform, search, page))?.askedAt;
    return askedAt === undefined ? undefined : this.#options.clock.now() - askedAt;
  }

  /** A caller waits no longer. Of a fetch that is silent the breaker hears once (SPEC §3). */
  #giveUp(code: string, flight: InFlight, signal: AbortSignal): PlatformFault {
    const { breaker, clock, onError } = this.#options;
    const now = clock.now();
    if (flight.turnAt !== undefined) return queueFull(flight.turnAt() - now + SITE_ANSWERS_MS);
    if (!flight.isGivenUp && flight.askedAt !== undefined && now - flight.askedAt >= SILENT_MS) {
      flight.isGivenUp = true;
      breaker.failed(code, false, 'timeout').catch((error: unknown) => onError?.(error));
    }
    return signal.reason instanceof PlatformFault
      ? signal.reason
      : new PlatformFault('timeout', 'the site did not answer in time');
  }

  /** Of all processes one fetches; the others are given what it found, or why it found nothing. */
  async #fetchOnce(wanted: Wanted, page: number, key: string, flight: InFlight): Promise<SearchPage> {
    await this.#assertNotResting(wanted.platform.code);
    const { singleFlight = memorySingleFlight } = this.#options;
    let own: PageOutcome | undefined;
    const fetch = async (): Promise<string> => {
      own = await this.#fetchAndKeep(wanted, page, key, flight);
      return writePageOutcome(own);
    };
    const again = async (): Promise<string | undefined> =>
      (await this.cached(wanted, page)) && writePageOutcome({ kept: true });
    const text = await singleFlight.run(`page ${key}`, fetch, { again, patienceMs: timeoutOf(page) + OTHERS_GRACE_MS });
    const outcome = own ?? readPageOutcome(text);
    if (outcome.fault) throw outcome.fault;
    // What another kept may be gone by now, with the cache.
    const found = outcome.page ?? (await this.cached(wanted, page))?.page;
    if (found) return found;
    const anew = await this.#fetchAndKeep(wanted, page, key, flight);
    if (anew.page) return anew.page;
    throw anew.fault as PlatformFault;
  }

  async #assertNotResting(code: string): Promise<void> {
    const rest = await this.#options.breaker.openCircuitOf(code);
    if (!rest) return;
    const until = isoTime(rest.until);
    throw rest.wasAskedFor
      ? new PlatformFault('rate_limited', `paused until ${until} because the site asked us to slow down`)
      : new PlatformFault('error', `paused after repeated failures until ${until}`);
  }

  /**
   * No caller's signal or deadline ends it: others may be waiting for the same,
   * and what comes is kept for the next.
   */
  async #fetchAndKeep({ platform, search }: Wanted, page: number, key: string, flight: InFlight): Promise<PageOutcome> {
    const { fetcher, clock, breaker, cacheSeconds } = this.#options;
    const timeoutMs = timeoutOf(page);
    let found: SearchPage;
    try {
      flight.askedAt = clock.now();
      const onQueue = (turnAt?: () => number): void => {
        flight.turnAt = turnAt;
        flight.askedAt = turnAt === undefined ? clock.now() : undefined;
      };
      const signal = AbortSignal.timeout(timeoutMs);
      const came = await fetcher.fetch(platform, { ...search, page }, timeoutMs, signal, {
        onQueue,
        accounts: flight.accounts.all,
      });
      found = await toSearchPage(came, platform, clock.now());
      // Half of it came: that is no failure, unless the site said to slow down.
      if (came.incomplete?.opensAtOnce) await breaker.failed(platform.code, true, came.incomplete.status);
      else await breaker.succeeded(platform.code);
    } catch (error) {
      if (!(error instanceof PlatformFault)) throw error;
      // Its callers' time-outs were counted already.
      const isCounted = flight.isGivenUp && error.status === 'timeout';
      if (error.callsForRest && !isCounted) await breaker.failed(platform.code, error.opensAtOnce, error.status);
      return { fault: error };
    }
    const keepMs = Math.min(cacheSeconds * 1_000, platform.keepsAtMostMs ?? Number.POSITIVE_INFINITY);
    const kept = keepMs > 0 && found.incomplete === undefined && (await this.#keep(key, JSON.stringify(found), keepMs));
    return { page: found, kept };
  }

  /** A page that cannot be kept is an answer all the same. */
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

/** The promise's value, or the fault of a caller that waits no longer. */
function untilGivenUp<T>(
  promise: Promise<T>,
  timeoutMs: number,
  signal: AbortSignal,
  giveUp: () => PlatformFault,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(giveUp());
    if (signal.aborted) return give();
    const timer = setTimeout(give, timeoutMs);
    signal.addEventListener('abort', give, { once: true });
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
    });
  });
}

/** How the fetch of a page ended: with the page, with one that lies in the cache, or with the site's fault. */
export type PageOutcome =
  | { page: SearchPage; kept: boolean; fault?: undefined }
  | { page?: undefined; kept: true; fault?: undefined }
  | { page?: undefined; kept?: undefined; fault: PlatformFault };

interface WrittenFault {
  status: PlatformFault['status'];
  message: string;
  retryAfterSeconds: number | undefined;
  callsForRest: boolean;
  opensAtOnce: boolean;
}

/** For the processes that wait for it: what lies in the cache they take from there. */
function writePageOutcome({ page, kept, fault }: PageOutcome): string {
  if (!fault) return JSON.stringify(kept ? { kept } : { page });
  const { status, message, retryAfterSeconds, callsForRest, opensAtOnce } = fault;
  const written: WrittenFault = { status, message, retryAfterSeconds, callsForRest, opensAtOnce };
  return JSON.stringify({ fault: written });
}

function readPageOutcome(text: string): PageOutcome {
  const { page, fault } = JSON.parse(text) as { page?: SearchPage; fault?: WrittenFault };
  if (fault) return { fault: new PlatformFault(fault.status, fault.message, fault) };
  return page ? { page, kept: false } : { kept: true };
}
