import { createHash } from 'node:crypto';
import type { Country, PlatformRow, PlatformStatus } from '../../schemas/index.ts';
import { ServiceError } from '../errors.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import { foldWords } from '../lib/text.ts';
import type { Platform, PlatformSearch, SearchPlace } from '../platforms/platform.ts';
import type { JobsCacheStore } from '../store/types.ts';
import { mergeJobs, renderAnswer, type Filters, type MergedJob, type PlatformYield } from './assemble.ts';
import type { Breaker } from './breaker.ts';
import type { Completer } from './completer.ts';
import { PlatformFault, type PageFetcher } from './fetch-page.ts';
import { toFoundJob, type FoundJob } from './found-job.ts';
import { resolvePlace } from './places/resolve-place.ts';

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
  /** Told of each fetch of a page, for logs and counters. */
  onFetch?: (report: { platform: string; status: PlatformStatus; reason?: string; ms: number; jobs: number }) => void;
}

/** Pages of a platform that one search may read (SPEC §3). */
const MAXIMUM_PAGES = 5;
/** A platform that has not answered by then would cost the others their answer. */
const PLATFORM_TIMEOUT_MS = 25_000;
/** Kept back from the deadline for merging and settling. */
const RESERVE_MS = 1_500;

interface CachedJobs {
  jobs: FoundJob[];
  hasMore: boolean;
}

/** One platform's part in a search. */
interface Lane {
  platform: Platform;
  search: Omit<PlatformSearch, 'page'>;
  status: PlatformStatus;
  reason: string | undefined;
  /** All its pages came from the cache. */
  cached: boolean;
  ms: number;
  pages: number;
  jobs: FoundJob[];
  hasMore: boolean;
  /** Gave an answer or an error: no more of it is asked for after an error. */
  settled: boolean;
  versions: string[];
}

interface Remembered {
  versions: string;
  json: string;
  jsonLiteral: string;
}

const REMEMBERED_ANSWERS = 64;
const REMEMBERED_CHARACTERS = 400_000;

/** The search over platforms (SPEC §3). */
export class JobSearch {
  readonly #options: JobSearchOptions;
  readonly #inFlight = new Map<string, Promise<CachedJobs>>();
  readonly #answers = new Map<string, Remembered>();

  constructor(options: JobSearchOptions) {
    this.#options = options;
  }

  prepare(query: JobQuery): PreparedSearch {
    const place = query.location === '' ? null : resolvePlace(query.location, query.country);
    const lanes = query.platforms.map((platform) => this.#lane(platform, query, place));
    const signature = signatureOf(query);
    const remembered = this.#recall(signature, lanes);
    if (remembered) return { fromCache: true, run: async () => ({ ...remembered, cached: true }) };

    const filters: Filters = { minSalary: query.minSalary, place, seen: new Set(query.seen) };
    const complete = this.#fillFromCache(lanes, filters, query);
    if (complete) return { fromCache: true, run: async () => this.#answer(lanes, filters, query, signature) };
    return {
      fromCache: false,
      run: async (call) => {
        await this.#fill(lanes, filters, query, call);
        return this.#answer(lanes, filters, query, signature);
      },
    };
  }

  #lane(platform: Platform, query: JobQuery, place: SearchPlace | null): Lane {
    const settings: Record<string, string> = {};
    for (const name of platform.settings ?? []) {
      const value = this.#options.settings[name];
      if (value) settings[name] = value;
    }
    return {
      platform,
      search: {
        query: query.query,
        country: query.country,
        locationText: query.location,
        place,
        minSalary: query.minSalary,
        settings,
      },
      status: 'empty',
      reason:
        query.location !== '' && !place
          ? `the place "${query.location}" is not known here: it was passed on as typed and filters nothing`
          : undefined,
      cached: true,
      ms: 0,
      pages: 0,
      jobs: [],
      hasMore: true,
      settled: false,
      versions: [],
    };
  }

  /** Reads what is cached, page after page, as far as the limit asks; true when nothing more is needed. */
  #fillFromCache(lanes: readonly Lane[], filters: Filters, query: JobQuery): boolean {
    for (;;) {
      const wanting = this.#wanting(lanes, filters, query);
      if (wanting.length === 0) return true;
      let grown = false;
      for (const lane of wanting) {
        const key = cacheKey(lane, lane.pages + 1);
        const hit = this.#options.cache.get(key, this.#options.clock.now());
        if (!hit) continue;
        lane.versions.push(`${key}@${hit.version}`);
        addPage(lane, JSON.parse(hit.value) as CachedJobs);
        grown = true;
      }
      if (!grown) return false;
    }
  }

  async #fill(lanes: readonly Lane[], filters: Filters, query: JobQuery, call: SearchCall): Promise<void> {
    let answered = 0;
    const report = (lane: Lane): void => {
      answered += 1;
      const what = lane.status === 'ok' || lane.status === 'empty' ? `${lane.jobs.length} jobs` : lane.status;
      call.onProgress({ progress: answered, total: lanes.length, message: `${lane.platform.code}: ${what}` });
    };
    call.onProgress({ progress: 0, total: lanes.length, message: `asking ${lanes.length} platforms` });
    for (const lane of lanes) if (lane.pages > 0) report(lane);
    for (;;) {
      if (this.#fillFromCache(lanes, filters, query)) return;
      const wanting = this.#wanting(lanes, filters, query);
      if (call.signal.aborted || call.deadlineAt - this.#options.clock.now() < RESERVE_MS) {
        for (const lane of wanting)
          if (lane.pages === 0) fail(lane, new PlatformFault('timeout', 'the call ran out of time'));
        return;
      }
      await Promise.all(
        wanting.map(async (lane) => {
          const first = lane.pages === 0;
          await this.#fetchInto(lane, call);
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

  async #fetchInto(lane: Lane, call: SearchCall): Promise<void> {
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
      const timeoutMs = Math.min(PLATFORM_TIMEOUT_MS, call.deadlineAt - RESERVE_MS - startedAt);
      const found = await this.#share(lane, page, timeoutMs, call.signal);
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
      if (!(error instanceof PlatformFault)) throw error;
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
    const { fetcher, cache, clock, breaker, cacheSeconds } = this.#options;
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
      if (error instanceof PlatformFault && !['rate_limited', 'not_configured'].includes(error.status))
        breaker.failed(platform.code);
      throw error;
    }
    if (cacheSeconds > 0) {
      const now = clock.now();
      await cache.put(key, JSON.stringify(found), now, now + cacheSeconds * 1000);
    }
    return found;
  }

  #answer(lanes: readonly Lane[], filters: Filters, query: JobQuery, signature: string): JobAnswer {
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
    if (!cached || json.length > REMEMBERED_CHARACTERS || lanes.length !== delivered.length) return { json, cached };
    const jsonLiteral = JSON.stringify(json);
    this.#answers.delete(signature);
    this.#answers.set(signature, {
      versions: lanes.map(({ versions }) => versions.join(' ')).join('\n'),
      json,
      jsonLiteral,
    });
    if (this.#answers.size > REMEMBERED_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    return { json, jsonLiteral, cached };
  }

  /** An answer made from the very pages that are in the cache now. */
  #recall(signature: string, lanes: readonly Lane[]): { json: string; jsonLiteral: string } | undefined {
    const remembered = this.#answers.get(signature);
    if (!remembered) return undefined;
    const now = this.#options.clock.now();
    const current = remembered.versions.split('\n').every((versions, index) =>
      versions.split(' ').every((entry) => {
        const at = entry.lastIndexOf('@');
        return (
          lanes[index] !== undefined &&
          this.#options.cache.get(entry.slice(0, at), now)?.version === Number(entry.slice(at + 1))
        );
      }),
    );
    if (current) return { json: remembered.json, jsonLiteral: remembered.jsonLiteral };
    this.#answers.delete(signature);
    return undefined;
  }
}

function addPage(lane: Lane, page: CachedJobs): void {
  lane.pages += 1;
  lane.jobs.push(...page.jobs);
  lane.hasMore = page.hasMore && page.jobs.length > 0;
  lane.status = lane.jobs.length > 0 ? 'ok' : 'empty';
}

/** A later page that fails costs nothing of the earlier ones: the row stays, and says why there is no more. */
function fail(lane: Lane, fault: PlatformFault): void {
  lane.settled = true;
  if (lane.pages === 0) {
    lane.status = fault.status;
    lane.cached = false;
    lane.reason = fault.message;
  } else {
    lane.reason ??= `page ${lane.pages + 1}: ${fault.message}`;
  }
}

function yieldsOf(lanes: readonly Lane[]): PlatformYield[] {
  return lanes.map(({ platform, jobs }) => ({ code: platform.code, jobs }));
}

function toRow(lane: Lane): Omit<PlatformRow, 'jobs'> {
  return {
    platform: lane.platform.code,
    status: lane.status,
    cached: lane.cached,
    ms: Math.round(lane.ms),
    ...(lane.reason ? { reason: lane.reason } : {}),
    ...(lane.platform.attribution && lane.jobs.length > 0 ? { attribution: lane.platform.attribution } : {}),
  };
}

/** One page of one search on one platform, without spaces; the salary belongs to it where the platform filters by it. */
function cacheKey(lane: Lane, page: number): string {
  const { search, platform } = lane;
  const door = platform.doors.find(({ needs }) => (needs ?? []).every((name) => search.settings[name]));
  const place = search.place?.name ?? search.locationText;
  const parts = [
    platform.code,
    door?.kind,
    foldWords(search.query),
    foldWords(place),
    door?.appliesSalary ? search.minSalary : '',
    page,
  ];
  return encodeURIComponent(parts.join('|'));
}

function signatureOf(query: JobQuery): string {
  const parts = [
    query.query,
    query.country,
    query.platforms.map(({ code }) => code),
    query.location,
    query.minSalary,
    query.limit,
    query.descriptionLength,
    query.seen.length === 0 ? '' : createHash('sha256').update(query.seen.join('\n')).digest('hex'),
  ];
  return JSON.stringify(parts);
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
