import type { Country, PlatformStatus } from '../../schemas/index.ts';
import { ServiceError } from '../errors.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import { wellFormed } from '../lib/text.ts';
import type { Platform } from '../platforms/platform.ts';
import type { JobsCacheStore } from '../store/types.ts';
import { AnswerMemory } from './answer-memory.ts';
import { mergeJobs, renderAnswer, type Filters, type MergedJob } from './assemble.ts';
import type { Breaker } from './breaker.ts';
import type { Completer } from './completer.ts';
import type { PageFetcher } from './fetch-page.ts';
import { toFoundJob } from './found-job.ts';
import { addPage, cacheKey, createLane, fail, toRow, yieldsOf, type CachedJobs, type Lane } from './lane.ts';
import { resolvePlace } from './places/resolve-place.ts';
import { PlatformFault } from './platform-fault.ts';

/** A search as a caller asks for it, its platforms already allowed. */
export interface JobQuery {
  query: string;
  country: Country;
  platforms: readonly Platform[];
  location: string;
  /** Yearly gross in the country's currency. */
  minSalary: number | null;
  seen: readonly string[];
  limit: number | undefined;
  descriptionLength: number | undefined;
}

export interface JobAnswer {
  json: string;
  jsonLiteral?: string;
  /** Every platform that delivered came from the cache. */
  cached: boolean;
}

export interface SearchCall {
  signal: AbortSignal;
  deadlineAt: number;
  onProgress(update: { progress: number; total: number; message: string }): void;
}

/** All that a search needs may be in the cache: then it costs less and is there at once. */
export interface PreparedSearch {
  fromCache: boolean;
  run(call: SearchCall): Promise<JobAnswer>;
}

export interface JobSearchOptions {
  fetcher: PageFetcher;
  cache: JobsCacheStore;
  breaker: Breaker;
  completer: Completer;
  clock: Clock;
  cacheSeconds: number;
  /** Values of platforms' settings by name of the environment. */
  settings: Readonly<Record<string, string>>;
  /** A fault of ours, which costs one platform's answer and not the call. */
  onError?: (error: unknown) => void;
  /** The cache is purged to that size as it grows. */
  cacheBytes?: number;
  /** Told of each fetch of a page, for logs and counters. */
  onFetch?: (report: { platform: string; status: PlatformStatus; reason?: string; ms: number; jobs: number }) => void;
}

/** Pages of a platform that one search may read (SPEC §3). */
const MAXIMUM_PAGES = 5;
/** A platform that has not answered by then would cost the others their answer. */
const PLATFORM_TIMEOUT_MS = 25_000;
/** A further page is worth less: what is there already would wait for it. */
const LATER_PAGE_TIMEOUT_MS = 10_000;
/** Kept back from the deadline for merging and settling: a tenth of it, and no more than that. */
const RESERVE_MS = 1_500;
/** Written to the cache before it is looked after again. */
const PURGE_EVERY_CHARACTERS = 32 * 1024 * 1024;

/** The search over platforms (SPEC §3). */
export class JobSearch {
  readonly #options: JobSearchOptions;
  readonly #inFlight = new Map<string, Promise<CachedJobs>>();
  readonly #answers: AnswerMemory;
  #charactersSincePurge = 0;

  constructor(options: JobSearchOptions) {
    this.#options = options;
    this.#answers = new AnswerMemory(options.cache);
  }

  async prepare(asked: JobQuery): Promise<PreparedSearch> {
    const query = { ...asked, query: wellFormed(asked.query), location: wellFormed(asked.location) };
    const place = query.location === '' ? null : resolvePlace(query.location, query.country);
    const search = {
      query: query.query,
      country: query.country,
      locationText: query.location,
      place,
      minSalary: query.minSalary,
    };
    const lanes = query.platforms.map((platform) => createLane(platform, search, this.#options.settings));
    const remembered = await this.#answers.recall(query, lanes, this.#options.clock.now());
    if (remembered) return { fromCache: true, run: async () => ({ ...remembered, cached: true }) };

    const filters: Filters = { country: query.country, minSalary: query.minSalary, place, seen: new Set(query.seen) };
    const complete = await this.#fillFromCache(lanes, filters, query);
    if (complete) return { fromCache: true, run: async () => this.#answer(lanes, filters, query) };
    return {
      fromCache: false,
      run: async (call) => {
        await this.#fill(lanes, filters, query, call);
        return this.#answer(lanes, filters, query);
      },
    };
  }

  /** Reads what is cached, page after page, as far as the limit asks; true when nothing more is needed. */
  async #fillFromCache(lanes: readonly Lane[], filters: Filters, query: JobQuery): Promise<boolean> {
    for (;;) {
      const wanting = this.#wanting(lanes, filters, query);
      if (wanting.length === 0) return true;
      const now = this.#options.clock.now();
      const grown = await Promise.all(
        wanting.map(async (lane) => {
          const key = cacheKey(lane, lane.pages + 1);
          const hit = await this.#options.cache.get(key, now);
          if (!hit) return false;
          lane.versions.push(`${key}@${hit.version}`);
          addPage(lane, JSON.parse(hit.value) as CachedJobs);
          return true;
        }),
      );
      if (!grown.includes(true)) return false;
    }
  }

  async #fill(lanes: readonly Lane[], filters: Filters, query: JobQuery, call: SearchCall): Promise<void> {
    const { clock } = this.#options;
    // Nothing is begun after this, and nothing waited for.
    const endsAt = call.deadlineAt - Math.min(RESERVE_MS, (call.deadlineAt - clock.now()) / 10);
    let answered = 0;
    const report = (lane: Lane): void => {
      answered += 1;
      const what = lane.status === 'ok' || lane.status === 'empty' ? `${lane.jobs.length} jobs` : lane.status;
      call.onProgress({ progress: answered, total: lanes.length, message: `${lane.platform.code}: ${what}` });
    };
    call.onProgress({ progress: 0, total: lanes.length, message: `asking ${lanes.length} platforms` });
    for (const lane of lanes) if (lane.pages > 0) report(lane);
    for (;;) {
      if (await this.#fillFromCache(lanes, filters, query)) return;
      const wanting = this.#wanting(lanes, filters, query);
      if (call.signal.aborted || clock.now() >= endsAt) {
        for (const lane of wanting)
          if (lane.pages === 0) fail(lane, new PlatformFault('timeout', 'the call ran out of time'));
        return;
      }
      await Promise.all(
        wanting.map(async (lane) => {
          const first = lane.pages === 0;
          await this.#fetchInto(lane, endsAt, call.signal);
          if (first) report(lane);
        }),
      );
    }
  }

  /** Lanes that must be asked: each for its first page, then those with more while jobs are too few. */
  #wanting(lanes: readonly Lane[], filters: Filters, query: JobQuery): Lane[] {
    const unasked = lanes.filter((lane) => lane.pages === 0 && !lane.settled);
    if (unasked.length > 0) return unasked;
    const more = lanes.filter((lane) => lane.hasMore && !lane.settled && lane.pages < MAXIMUM_PAGES);
    if (more.length === 0) return [];
    return mergeJobs(yieldsOf(lanes), filters).length < (query.limit ?? 50) ? more : [];
  }

  async #fetchInto(lane: Lane, endsAt: number, signal: AbortSignal): Promise<void> {
    const { clock, breaker, onFetch } = this.#options;
    const { code } = lane.platform;
    const restsUntil = breaker.restsUntil(code);
    if (restsUntil !== undefined) {
      fail(lane, new PlatformFault('error', `resting after repeated failures until ${isoTime(restsUntil)}`));
      return;
    }
    const startedAt = clock.now();
    const page = lane.pages + 1;
    try {
      const longest = page === 1 ? PLATFORM_TIMEOUT_MS : LATER_PAGE_TIMEOUT_MS;
      const timeoutMs = Math.max(1, Math.min(longest, Math.floor(endsAt - startedAt)));
      const found = await this.#share(lane, page, timeoutMs, signal);
      lane.cached = false;
      lane.ms += clock.now() - startedAt;
      addPage(lane, found);
      this.#options.completer.begin(lane.platform, lane.jobs);
      onFetch?.({ platform: code, status: lane.status, ms: clock.now() - startedAt, jobs: found.jobs.length });
    } catch (error) {
      const fault =
        error instanceof PlatformFault ? error : new PlatformFault('error', 'something went wrong on our side');
      lane.ms += clock.now() - startedAt;
      fail(lane, fault);
      onFetch?.({ platform: code, status: fault.status, reason: fault.message, ms: clock.now() - startedAt, jobs: 0 });
      if (!(error instanceof PlatformFault)) this.#options.onError?.(error);
    }
  }

  /** Equal fetches at the same time are one. */
  async #share(lane: Lane, page: number, timeoutMs: number, signal: AbortSignal): Promise<CachedJobs> {
    const key = cacheKey(lane, page);
    let fetching = this.#inFlight.get(key);
    if (!fetching) {
      fetching = this.#fetch(lane, page, key, timeoutMs).finally(() => this.#inFlight.delete(key));
      fetching.catch(() => {});
      this.#inFlight.set(key, fetching);
    }
    return within(fetching, timeoutMs, signal);
  }

  /** No caller's signal ends it: others may be waiting for the same, and what comes is kept for the next. */
  async #fetch(lane: Lane, page: number, key: string, timeoutMs: number): Promise<CachedJobs> {
    const { fetcher, clock, breaker, cacheSeconds } = this.#options;
    const { platform, search } = lane;
    const signal = AbortSignal.timeout(timeoutMs);
    let found: CachedJobs;
    try {
      const { listings, hasMore } = await fetcher.fetch(platform, { ...search, page }, timeoutMs, signal);
      const now = clock.now();
      const jobs = listings
        .map((listing) => toFoundJob(listing, platform.code, platform.country, now))
        .filter((job) => job !== undefined);
      if (listings.length > 0 && jobs.length === 0)
        throw new PlatformFault('changed', 'none of the adverts has a title and a link');
      found = { jobs, hasMore };
      breaker.succeeded(platform.code);
    } catch (error) {
      if (error instanceof PlatformFault && error.callsForRest) breaker.failed(platform.code);
      throw error;
    }
    if (cacheSeconds > 0) await this.#keep(key, JSON.stringify(found));
    return found;
  }

  /** A page that cannot be kept is an answer all the same. */
  async #keep(key: string, value: string): Promise<void> {
    const { cache, clock, cacheSeconds, cacheBytes, onError } = this.#options;
    const now = clock.now();
    try {
      await cache.put(key, value, now, now + cacheSeconds * 1000);
      this.#charactersSincePurge += value.length;
      if (cacheBytes === undefined || this.#charactersSincePurge < PURGE_EVERY_CHARACTERS) return;
      this.#charactersSincePurge = 0;
      await cache.purge(now, cacheBytes);
    } catch (error) {
      onError?.(error);
    }
  }

  #answer(lanes: readonly Lane[], filters: Filters, query: JobQuery): JobAnswer {
    const rows = lanes.map(toRow);
    const delivered = lanes.filter(({ status }) => status === 'ok' || status === 'empty');
    if (delivered.length === 0) {
      const list = rows
        .map(({ platform, status, reason }) => `${platform}: ${status}${reason ? ` (${reason})` : ''}`)
        .join('; ');
      throw new ServiceError(
        'upstream_failed',
        `No platform delivered: ${list}. Nothing was charged; try again later or name other platforms.`,
        {
          details: { platforms: rows.map((row) => ({ ...row, jobs: 0 })) },
        },
      );
    }
    for (const { jobs } of lanes) this.#options.completer.finish(jobs);
    const cached = delivered.every((lane) => lane.cached);
    const merged: MergedJob[] = mergeJobs(yieldsOf(lanes), filters);
    const json = renderAnswer(merged, rows, cached ? 'cache' : 'scrape', query);
    if (!cached || lanes.length !== delivered.length) return { json, cached };
    const jsonLiteral = this.#answers.keep(query, lanes, json);
    return { json, ...(jsonLiteral === undefined ? {} : { jsonLiteral }), cached };
  }
}

/** The promise's value, or a time-out of this caller's own. */
function within<T>(promise: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(new PlatformFault('timeout', 'the site did not answer in time'));
    const timer = setTimeout(give, timeoutMs);
    signal.addEventListener('abort', give, { once: true });
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
    });
  });
}
