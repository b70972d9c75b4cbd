import { PlatformFault } from './platform-fault.ts';
import type { SearchPage } from './search-page.ts';
import { WaitingAccounts } from '../lib/waiting-accounts.ts';

export interface SharedFetch {
  page: Promise<SearchPage>;
  /** When the request was sent, in milliseconds since the epoch; undefined as long as the request has not been sent. */
  askedAt: number | undefined;
  /**
   * Returns when the request will be sent, in milliseconds since the epoch. Undefined unless the request waits in the
   * host's queue.
   */
  turnAt: (() => number) | undefined;
  accounts: WaitingAccounts;
  /** True after a caller stopped waiting for a silent site and the circuit breaker counted a time-out. */
  isGivenUp: boolean;
}

/**
 * Joins fetches of the same search page within one process. The `SingleFlight` of `src/shared/` joins those of several
 * replicas.
 */
export class PageSingleFlight {
  readonly #running = new Map<string, SharedFetch>();

  join(key: string, begin: (fetch: SharedFetch) => Promise<SearchPage>): SharedFetch {
    const running = this.#running.get(key);
    if (running) return running;
    const fetch: SharedFetch = {
      page: Promise.reject(),
      askedAt: undefined,
      turnAt: undefined,
      accounts: new WaitingAccounts(),
      isGivenUp: false,
    };
    fetch.page.catch(() => {});
    fetch.page = begin(fetch).finally(() => this.#running.delete(key));
    // The fetch continues after all callers have left, and then nothing else handles its rejection.
    fetch.page.catch(() => {});
    this.#running.set(key, fetch);
    return fetch;
  }

  find(key: string): SharedFetch | undefined {
    return this.#running.get(key);
  }
}

/** Settles like the promise, or rejects with the fault from `giveUp` if the time is over or the signal aborts first. */
export function untilGivenUp<T>(
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

export type PageOutcome =
  | { page: SearchPage; kept: boolean; fault?: undefined }
  | { page?: undefined; kept: true; fault?: undefined }
  | { page?: undefined; kept?: undefined; fault: PlatformFault };

/**
 * A PlatformFault as JSON. Replicas of two releases share this format, so `callsForRest` keeps its old name; it means
 * `opensCircuit`.
 */
interface WrittenFault {
  status: PlatformFault['status'];
  message: string;
  retryAfterSeconds: number | undefined;
  callsForRest: boolean;
  opensAtOnce: boolean;
}

/** A cached page is omitted, because the waiting replicas read the page from the cache. */
export function writePageOutcome({ page, kept, fault }: PageOutcome): string {
  if (!fault) return JSON.stringify(kept ? { kept } : { page });
  const { status, message, retryAfterSeconds, opensCircuit, opensAtOnce } = fault;
  const written: WrittenFault = { status, message, retryAfterSeconds, callsForRest: opensCircuit, opensAtOnce };
  return JSON.stringify({ fault: written });
}

export function readPageOutcome(text: string): PageOutcome {
  const { page, fault } = JSON.parse(text) as { page?: SearchPage; fault?: WrittenFault };
  if (fault) {
    const { status, message, callsForRest: opensCircuit, ...others } = fault;
    return { fault: new PlatformFault(status, message, { ...others, opensCircuit }) };
  }
  return page ? { page, kept: false } : { kept: true };
}
