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
import {
  addPage,
  cacheKey,
  createRun,
  fail,
  mayGoOn,
  toRow,
  yieldsOf,
  type CachedJobs,
  type PlatformRun,
} from './platform-run.ts';
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

/** A platform that has not answered by then would cost the others their answer. */
const PLATFORM_TIMEOUT_MS = 25_000;
/** A further page is worth less: what is there already would wait for it. */
const LATER_PAGE_TIMEOUT_MS = 10_000;
/** How long a further page is held back for the first pages of other platforms, which may make it needless. */
const OTHERS_GRACE_MS = 500;
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
    const runs = query.platforms.map((platform) => createRun(platform, search, this.#options.settings));
    const remembered = await this.#answers.recall(query, runs, this.#options.clock.now());
    if (remembered) return { fromCache: true, run: async () => ({ ...remembered, cached: true }) };

    const filters: Filters = { country: query.country, minSalary: query.minSalary, place, seen: new Set(query.seen) };
    const complete = await this.#fillFromCache(runs, filters, query);
    if (complete) return { fromCache: true, run: async () => this.#answer(runs, filters, query) };
    return {
      fromCache: false,
      run: async (call) => {
        await this.#fill(runs, filters, query, call);
        return this.#answer(runs, filters, query);
      },
    };
  }

  /** Reads what is cached, page after page, as far as the limit asks; true when nothing more is needed. */
  async #fillFromCache(runs: readonly PlatformRun[], filters: Filters, query: JobQuery): Promise<boolean> {
    for (;;) {
      const wanting = this.#wanting(runs, filters, query);
      if (wanting.length === 0) return true;
      const grown = await Promise.all(wanting.map((run) => this.#readCached(run)));
      if (!grown.includes(true)) return false;
    }
  }

  async #fill(runs: readonly PlatformRun[], filters: Filters, query: JobQuery, call: SearchCall): Promise<void> {
    const { clock } = this.#options;
    // Nothing is begun after this, and nothing waited for.
    const endsAt = call.deadlineAt - Math.min(RESERVE_MS, (call.deadlineAt - clock.now()) / 10);
    let answered = 0;
    const report = (run: PlatformRun): void => {
      answered += 1;
      const what = run.status === 'ok' || run.status === 'empty' ? `${run.jobs.length} jobs` : run.status;
      call.onProgress({ progress: answered, total: runs.length, message: `${run.platform.code}: ${what}` });
    };
    call.onProgress({ progress: 0, total: runs.length, message: `asking ${runs.length} platforms` });
    const firstPages = runs.map(async (run) => {
      if (run.pages === 0) await this.#readNext(run, endsAt, call.signal);
      report(run);
    });
    const allFirst = Promise.all(firstPages);
    await Promise.all(
      runs.map(async (run, index) => {
        await firstPages[index];
        // The others' first pages may be enough; one that hangs is not waited for.
        if (mayGoOn(run)) await atMost(allFirst, OTHERS_GRACE_MS);
        while (mayGoOn(run) && !call.signal.aborted && clock.now() < endsAt && this.#tooFew(runs, filters, query))
          await this.#readNext(run, endsAt, call.signal);
      }),
    );
  }

  /** One platform's next page: from the cache, or from its site. */
  async #readNext(run: PlatformRun, endsAt: number, signal: AbortSignal): Promise<void> {
    if (await this.#readCached(run)) return;
    if (signal.aborted || this.#options.clock.now() >= endsAt)
      fail(run, new PlatformFault('timeout', 'the call ran out of time'));
    else await this.#fetchInto(run, endsAt, signal);
  }

  async #readCached(run: PlatformRun): Promise<boolean> {
    const key = cacheKey(run, run.pages + 1);
    const hit = await this.#options.cache.get(key, this.#options.clock.now());
    if (!hit) return false;
    run.versions.push(`${key}@${hit.version}`);
    addPage(run, JSON.parse(hit.value) as CachedJobs);
    return true;
  }

  /** Runs that must be asked: each for its first page, then those with more while jobs are too few. */
  #wanting(runs: readonly PlatformRun[], filters: Filters, query: JobQuery): readonly PlatformRun[] {
    const unasked = runs.filter((run) => run.pages === 0 && !run.settled);
    if (unasked.length > 0) return unasked;
    const more = runs.filter(mayGoOn);
    return more.length > 0 && this.#tooFew(runs, filters, query) ? more : [];
  }

  #tooFew(runs: readonly PlatformRun[], filters: Filters, query: JobQuery): boolean {
    return mergeJobs(yieldsOf(runs), filters).length < (query.limit ?? 50);
  }

  async #fetchInto(run: PlatformRun, endsAt: number, signal: AbortSignal): Promise<void> {
    const { clock, breaker, onFetch } = this.#options;
    const { code } = run.platform;
    const restsUntil = breaker.restsUntil(code);
    if (restsUntil !== undefined) {
      fail(run, new PlatformFault('error', `resting after repeated failures until ${isoTime(restsUntil)}`));
      return;
    }
    const startedAt = clock.now();
    const page = run.pages + 1;
    try {
      const timeoutMs = Math.max(1, Math.min(timeoutOf(page), Math.floor(endsAt - startedAt)));
      const found = await this.#share(run, page, timeoutMs, signal);
      run.cached = false;
      run.ms += clock.now() - startedAt;
      addPage(run, found);
      this.#options.completer.begin(run.platform, run.jobs);
      onFetch?.({ platform: code, status: run.status, ms: clock.now() - startedAt, jobs: found.jobs.length });
    } catch (error) {
      const fault =
        error instanceof PlatformFault ? error : new PlatformFault('error', 'something went wrong on our side');
      run.ms += clock.now() - startedAt;
      fail(run, fault);
      onFetch?.({ platform: code, status: fault.status, reason: fault.message, ms: clock.now() - startedAt, jobs: 0 });
      if (!(error instanceof PlatformFault)) this.#options.onError?.(error);
    }
  }

  /** Equal fetches at the same time are one. */
  async #share(run: PlatformRun, page: number, timeoutMs: number, signal: AbortSignal): Promise<CachedJobs> {
    const key = cacheKey(run, page);
    let fetching = this.#inFlight.get(key);
    if (!fetching) {
      fetching = this.#fetch(run, page, key).finally(() => this.#inFlight.delete(key));
      fetching.catch(() => {});
      this.#inFlight.set(key, fetching);
    }
    return within(fetching, timeoutMs, signal);
  }

  /**
   * No caller's signal or deadline ends it: others may be waiting for the same,
   * and what comes is kept for the next.
   */
  async #fetch(run: PlatformRun, page: number, key: string): Promise<CachedJobs> {
    const { fetcher, clock, breaker, cacheSeconds } = this.#options;
    const { platform, search } = run;
    const timeoutMs = timeoutOf(page);
    const signal = AbortSignal.timeout(timeoutMs);
    let found: CachedJobs;
    try {
      const { listings, hasMore } = await fetcher.fetch(platform, { ...search, page }, timeoutMs, signal);
      const now = clock.now();
      const read = listings.flatMap((listing) => {
        const job = toFoundJob(listing, platform.code, platform.country, now);
        return job ? [{ job, id: listing.id ?? '' }] : [];
      });
      if (listings.length > 0 && read.length === 0)
        throw new PlatformFault('changed', 'none of the adverts has a title and a link');
      found = { jobs: read.map(({ job }) => job), ids: read.map(({ id }) => id), hasMore };
      breaker.succeeded(platform.code);
    } catch (error) {
      if (error instanceof PlatformFault && error.callsForRest) breaker.failed(platform.code, error.restsAtOnce);
      throw error;
    }
    const keepMs = Math.min(cacheSeconds * 1_000, platform.keepsAtMostMs ?? Number.POSITIVE_INFINITY);
    if (keepMs > 0) await this.#keep(key, JSON.stringify(found), keepMs);
    return found;
  }

  /** A page that cannot be kept is an answer all the same. */
  async #keep(key: string, value: string, keepMs: number): Promise<void> {
    const { cache, clock, cacheBytes, onError } = this.#options;
    const now = clock.now();
    try {
      await cache.put(key, value, now, now + keepMs);
      this.#charactersSincePurge += value.length;
      if (cacheBytes === undefined || this.#charactersSincePurge < PURGE_EVERY_CHARACTERS) return;
      this.#charactersSincePurge = 0;
      await cache.purge(now, cacheBytes);
    } catch (error) {
      onError?.(error);
    }
  }

  #answer(runs: readonly PlatformRun[], filters: Filters, query: JobQuery): JobAnswer {
    const rows = runs.map(toRow);
    const delivered = runs.filter(({ status }) => status === 'ok' || status === 'empty');
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
    for (const { jobs } of runs) this.#options.completer.finish(jobs);
    const cached = delivered.every((run) => run.cached);
    const merged: MergedJob[] = mergeJobs(yieldsOf(runs), filters);
    const json = renderAnswer(merged, rows, cached ? 'cache' : 'scrape', query);
    if (!cached || runs.length !== delivered.length) return { json, cached };
    const jsonLiteral = this.#answers.keep(query, runs, json);
    return { json, ...(jsonLiteral === undefined ? {} : { jsonLiteral }), cached };
  }
}

function timeoutOf(page: number): number {
  return page === 1 ? PLATFORM_TIMEOUT_MS : LATER_PAGE_TIMEOUT_MS;
}

/** Until the promise is settled, and no longer than that. */
async function atMost(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
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
