import type {
  Contract,
  Country,
  Hours,
  IgnoredArgument,
  JobOrder,
  PlatformStatus,
  WorkMode,
} from '../../schemas/index.ts';
import { ServiceError } from '../errors.ts';
import { createHash } from 'node:crypto';
import { AnswerCache, ageOf } from './answer-cache.ts';
import { asPhrase, type Filters, noFilters } from './filters.ts';
import { inOwnPlaces, ListOrders } from './list-order.ts';
import { mergeJobs, type PlatformYield } from './merge-jobs.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { PageSource, type PageSourceOptions, type SearchPage, SILENT_MS } from './pages.ts';
import { readLocation } from './places/read-location.ts';
import { localDay } from './readers/posted-date.ts';
import { PlatformFault } from './platform-fault.ts';
import { renderAnswer, type RowHead, writeAnswer } from './render-answer.ts';
import { DAY_MS, type Clock } from '../lib/clock.ts';
import { foldWords, wellFormed } from '../lib/text.ts';
import { within } from '../lib/within.ts';
import { accessMethodOf, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';

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
  /** Arguments of the call that are not ours. */
  ignored?: readonly IgnoredArgument[];
  /** Around a town that is asked for; 10 when absent. */
  radiusKm?: number | undefined;
  postedWithinDays?: number | undefined;
  workModes?: readonly WorkMode[] | undefined;
  contracts?: readonly Contract[] | undefined;
  hours?: readonly Hours[] | undefined;
  /** Words and phrases that no title and no company may hold. */
  exclude?: readonly string[] | undefined;
  agencies?: boolean | undefined;
  sort?: JobOrder | undefined;
  /** Jobs of the list that are passed over. */
  offset?: number | undefined;
  evidence?: boolean | undefined;
}

/** SPEC §3 */
const DEFAULT_RADIUS_KM = 10;
const DEFAULT_LIMIT = 50;

export interface JobAnswer {
  json: string;
  jsonLiteral?: string;
  /** Every platform that delivered came from the cache. */
  cached: boolean;
}

/** Who waits for a search, and until when. */
export interface SearchCall {
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  onProgress(update: {
    progress: number;
    total: number;
    message: string;
    /** The platform that has just answered its first page, and how. */
    platform?: { code: string; status: PlatformStatus; jobs: number };
  }): void;
}

/** All that a search needs may be in the cache: then it costs less and is there at once. */
export interface PreparedSearch {
  fromCache: boolean;
  run(call: SearchCall): Promise<JobAnswer>;
}

export interface JobSearchOptions extends PageSourceOptions {
  clock: Clock;
  /** Values of platforms' settings by name of the environment. */
  settings: Readonly<Record<string, string>>;
  onFetch?: (report: PageFetchReport) => void;
}

/** The search over platforms (SPEC §3). */
export class JobSearch {
  readonly #options: JobSearchOptions;
  readonly #pages: PageSource;
  readonly #answers: AnswerCache;
  readonly #orders: ListOrders;

  constructor(options: JobSearchOptions) {
    this.#options = options;
    this.#pages = new PageSource(options);
    this.#answers = new AnswerCache(options.cache);
    this.#orders = new ListOrders(options);
  }

  async prepare(asked: JobQuery): Promise<PreparedSearch> {
    const query = { ...asked, query: wellFormed(asked.query), location: wellFormed(asked.location) };
    const { country, minSalary, location } = query;
    const { place, among, remoteOnly, elsewhere } = readLocation(location, country);
    if (elsewhere) throw wrongCountry(location, elsewhere);
    const search = { query: query.query, country, locationText: location, place, minSalary, ...wishesOf(query) };
    const runs = query.platforms.map((platform) => createRun(platform, search, this.#options.settings));
    const remembered = await this.#answers.recall(signatureOf(query), this.#options.clock.now());
    if (remembered) return { fromCache: true, run: async () => ({ ...remembered, cached: true }) };

    const filters = this.#filtersOf(query, among, remoteOnly);
    const paging = new Paging({ ...this.#options, pages: this.#pages }, runs, filters, query);
    const answer = (): Promise<JobAnswer> => this.#answer(runs, filters, query);
    if (await paging.fillFromCache()) return { fromCache: true, run: answer };
    return { fromCache: false, run: (call) => paging.fill(call).then(answer) };
  }

  /** Throws where two filters leave nothing whatever there is. */
  #filtersOf(query: JobQuery, places: Filters['places'], remoteOnly: boolean): Filters {
    const { country, postedWithinDays, workModes = [] } = query;
    if (remoteOnly && workModes.length > 0 && !workModes.includes('remote')) throw notRemote(query.location);
    const now = this.#options.clock.now();
    return {
      ...noFilters(country),
      minSalary: query.minSalary,
      places,
      radiusKm: query.radiusKm ?? DEFAULT_RADIUS_KM,
      seen: new Set(query.seen),
      postedSince: postedWithinDays === undefined ? '' : localDay(now - postedWithinDays * DAY_MS, country),
      workModes: remoteOnly ? ['remote'] : workModes,
      contracts: query.contracts ?? [],
      hours: query.hours ?? [],
      exclude: (query.exclude ?? []).map(asPhrase).filter(Boolean),
      agencies: query.agencies,
    };
  }

  /** Throws when no platform delivered: nothing is charged then. */
  async #answer(runs: readonly PlatformRun[], filters: Filters, query: JobQuery): Promise<JobAnswer> {
    const now = this.#options.clock.now();
    const rows = runs.map((run) => toRow(run, now));
    const delivered = runs.filter(({ status }) => status === 'ok' || status === 'empty');
    if (delivered.length === 0) {
      const waits = rows.flatMap(({ retry_after_seconds: seconds }) => seconds ?? []);
      const list = rows
        .map(({ platform, status, reason }) => `${platform}: ${status}${reason ? ` (${reason})` : ''}`)
        .join('; ');
      throw new ServiceError(
        'upstream_failed',
        `No platform delivered: ${list}. Nothing was charged; try again later or name other platforms.`,
        {
          details: {
            ...(waits.length > 0 ? { retry_after_seconds: Math.min(...waits) } : {}),
            platforms: rows.map((row) => ({ ...row, jobs: 0 })),
          },
        },
      );
    }
    const cached = delivered.every((run) => run.cached);
    const merged = mergeJobs(yieldsOf(runs), filters, query.sort);
    const offset = query.offset ?? 0;
    const name = listNameOf(query);
    // A list that is begun anew from its sites has an order of its own.
    const list = cached || offset > 0 ? await this.#orders.arrange(name, merged.jobs, now) : inOwnPlaces(merged.jobs);
    const rendered = renderAnswer(
      { ...merged, ...list, mayGoOn: runs.some(mayGoOn) },
      rows,
      cached ? 'cache' : 'scrape',
      query,
    );
    if (rendered.nextOffset !== undefined) await this.#orders.keep(name, list, now);
    if (!cached || runs.length !== delivered.length) return { json: writeAnswer(rendered), cached };
    return { ...this.#answers.keep(signatureOf(query), runs, rendered), cached };
  }
}

/** What became of one fetch of a page, for logs and counters. */
export interface PageFetchReport {
  platform: string;
  status: PlatformStatus;
  reason?: string;
  ms: number;
  jobs: number;
}

export interface PagingOptions {
  pages: PageSource;
  clock: Clock;
  /** A fault of ours, which costs one platform's answer and not the call. */
  onError?: (error: unknown) => void;
  onFetch?: (report: PageFetchReport) => void;
}

/** How long a further page is held back for the first pages of other platforms, which may make it needless. */
const OTHERS_GRACE_MS = 500;
/** How often it is looked whether platforms are silent. */
const LOOK_EVERY_MS = 250;
const SILENT = `still silent ${SILENT_MS / 1_000} seconds after the others had answered; what it answers later is kept for the next call`;
/** Kept back from the deadline for merging and settling: a tenth of it, and no more than that. */
const RESERVE_MS = 1_500;

/** Reads the pages of a search's platforms, as many as its limit asks for. */
class Paging {
  readonly #options: PagingOptions;
  readonly #runs: readonly PlatformRun[];
  readonly #filters: Filters;
  readonly #limit: number;

  constructor(options: PagingOptions, runs: readonly PlatformRun[], filters: Filters, query: JobQuery) {
    this.#options = options;
    this.#runs = runs;
    this.#filters = filters;
    this.#limit = (query.offset ?? 0) + (query.limit ?? DEFAULT_LIMIT);
  }

  /** Reads what is cached, page after page; true when nothing more is needed. */
  async fillFromCache(): Promise<boolean> {
    for (;;) {
      const wanting = this.#wanting();
      if (wanting.length === 0) return true;
      const grown = await Promise.all(wanting.map((run) => this.#readCached(run)));
      if (!grown.includes(true)) return false;
    }
  }

  /** Reads what is not: no platform's next page waits for another platform. */
  async fill(call: SearchCall): Promise<void> {
    const { clock } = this.#options;
    const runs = this.#runs;
    // Nothing is begun after this, and nothing waited for.
    const endsAt = call.deadlineAt - Math.min(RESERVE_MS, (call.deadlineAt - clock.now()) / 10);
    let answered = 0;
    let lastAnswerAt = clock.now();
    call.onProgress({ progress: 0, total: runs.length, message: `asking ${runs.length} platforms` });
    const stops = runs.map(() => new AbortController());
    const firstPages = runs.map(async (run, index) => {
      const { signal } = stops[index] as AbortController;
      if (run.pages === 0) await this.#readNext(run, endsAt, AbortSignal.any([call.signal, signal]));
      answered += 1;
      lastAnswerAt = clock.now();
      const { status } = run;
      const { code } = run.platform;
      const what = status === 'ok' || status === 'empty' ? `${run.jobs.length} jobs` : status;
      call.onProgress({
        progress: answered,
        total: runs.length,
        message: `${code}: ${what}`,
        platform: { code, status, jobs: run.jobs.length },
      });
    });
    const looks = setInterval(() => this.#stopSilent(stops, lastAnswerAt), LOOK_EVERY_MS).unref();
    const allFirst = Promise.all(firstPages).finally(() => clearInterval(looks));
    await Promise.all(
      runs.map(async (run, index) => {
        await firstPages[index];
        // The others' first pages may be enough; one that hangs is not waited for.
        if (mayGoOn(run)) await within(allFirst, OTHERS_GRACE_MS);
        while (mayGoOn(run) && !call.signal.aborted && clock.now() < endsAt && this.#tooFew())
          await this.#readNext(run, endsAt, call.signal);
      }),
    );
  }

  /** Ends the wait for first pages of platforms that are silent long after the others have answered (SPEC §3). */
  #stopSilent(stops: readonly AbortController[], lastAnswerAt: number): void {
    const { clock, pages } = this.#options;
    if (clock.now() - lastAnswerAt < SILENT_MS || !this.#runs.some((run) => run.pages > 0)) return;
    for (const [index, run] of this.#runs.entries()) {
      const isSilent = run.pages === 0 && run.fault === undefined && (pages.silentMs(run, 1) ?? 0) >= SILENT_MS;
      if (isSilent) stops[index]?.abort(new PlatformFault('timeout', SILENT));
    }
  }

  /** Runs that must be asked: each for its first page, then those with more while jobs are too few. */
  #wanting(): readonly PlatformRun[] {
    const unasked = this.#runs.filter((run) => run.pages === 0);
    if (unasked.length > 0) return unasked;
    const more = this.#runs.filter(mayGoOn);
    return more.length > 0 && this.#tooFew() ? more : [];
  }

  #tooFew(): boolean {
    return mergeJobs(yieldsOf(this.#runs), this.#filters).jobs.length < this.#limit;
  }

  /** One platform's next page: from the cache, or from its site. */
  async #readNext(run: PlatformRun, endsAt: number, signal: AbortSignal): Promise<void> {
    if (await this.#readCached(run)) return;
    if (signal.aborted || this.#options.clock.now() >= endsAt)
      fail(run, new PlatformFault('timeout', 'the call ran out of time'));
    else await this.#readFromSite(run, endsAt, signal);
  }

  async #readCached(run: PlatformRun): Promise<boolean> {
    const hit = await this.#options.pages.cached(run, run.pages + 1);
    if (!hit) return false;
    run.versions.push(hit.version);
    run.fetchedAt = Math.min(run.fetchedAt ?? hit.fetchedAt, hit.fetchedAt);
    addPage(run, hit.page);
    return true;
  }

  async #readFromSite(run: PlatformRun, endsAt: number, signal: AbortSignal): Promise<void> {
    const { clock, pages, onFetch, onError } = this.#options;
    const { code } = run.platform;
    const startedAt = clock.now();
    const report = (what: Pick<PageFetchReport, 'status' | 'jobs'> & { reason?: string }): void => {
      const ms = clock.now() - startedAt;
      run.ms += ms;
      onFetch?.({ platform: code, ms, ...what });
    };
    try {
      const page = await pages.fetch(run, run.pages + 1, endsAt - startedAt, signal);
      run.cached = false;
      addPage(run, page);
      report({ status: run.status, jobs: page.jobs.length });
    } catch (error) {
      const isTheirs = error instanceof PlatformFault;
      const fault = isTheirs ? error : new PlatformFault('error', 'something went wrong on our side');
      fail(run, fault);
      report({ status: fault.status, reason: fault.message, jobs: 0 });
      if (!isTheirs) onError?.(error);
    }
  }
}

/** One platform's part in a search. */
export interface PlatformRun {
  platform: Platform;
  search: Omit<PlatformSearch, 'page'>;
  status: PlatformStatus;
  /** All its pages came from the cache. */
  cached: boolean;
  ms: number;
  pages: number;
  jobs: NormalizedJob[];
  /** Adverts of its pages so far, by the source's id or else their links. */
  known: Set<string>;
  hasMore: boolean;
  /** Gave an error: no more of it is asked for. */
  fault: PlatformFault | undefined;
  /** The place that its last page was asked for. */
  sentPlace: string;
  /** What is missing from its pages. */
  missing: string[];
  versions: string[];
  /** When its oldest cached page was fetched. */
  fetchedAt: number | undefined;
  /** The number of results that the site itself states. */
  siteTotal: number | undefined;
  /** Adverts left out, for they have no title or no link to the platform's own site. */
  unusable: number;
}

/** A platform that nothing was asked of yet; with only the settings that it declares. */
function createRun(
  platform: Platform,
  search: Omit<PlatformRun['search'], 'settings'>,
  settings: Readonly<Record<string, string>>,
): PlatformRun {
  const own: Record<string, string> = {};
  for (const { name } of platform.settings ?? []) {
    const value = settings[name];
    if (value) own[name] = value;
  }
  return {
    platform,
    search: { ...search, settings: own },
    status: 'empty',
    cached: true,
    ms: 0,
    pages: 0,
    jobs: [],
    known: new Set(),
    hasMore: true,
    fault: undefined,
    sentPlace: '',
    missing: [],
    versions: [],
    fetchedAt: undefined,
    siteTotal: undefined,
    unusable: 0,
  };
}

/** Pages of a platform that one search may read (SPEC §3). */
const MAXIMUM_PAGES = 5;

function maximumPages({ platform }: PlatformRun): number {
  return platform.maximumPages ?? MAXIMUM_PAGES;
}

/** Whether a further page may be asked for. */
function mayGoOn(run: PlatformRun): boolean {
  return run.hasMore && run.fault === undefined && run.pages < maximumPages(run);
}

/** Adds what is new on a page. One that has adverts and no new ones is the end, whatever it says. */
function addPage(run: PlatformRun, page: SearchPage): void {
  run.pages += 1;
  const isNew = (name: string): boolean => !run.known.has(name) && !!run.known.add(name);
  const fresh = page.jobs.filter(({ url }, index) => isNew(page.ids[index] || url));
  // A page whose adverts were all left out says nothing of the next, unless they were there before.
  const others = page.leftOut.filter(isNew).length;
  run.jobs.push(...fresh);
  const isBlank = page.jobs.length === 0 && page.leftOut.length === 0;
  run.hasMore = page.hasMore && (isBlank || fresh.length > 0 || others > 0);
  run.status = run.jobs.length > 0 ? 'ok' : 'empty';
  run.sentPlace = page.sentPlace;
  run.siteTotal ??= page.siteTotal;
  run.unusable += page.unusable ?? 0;
  if (page.incomplete !== undefined) run.missing.push(page.incomplete);
}

/** A later page that fails costs nothing of the earlier ones: the row stays, and says why there is no more. */
export function fail(run: PlatformRun, fault: PlatformFault): void {
  run.fault = fault;
  if (run.pages > 0) return;
  run.status = fault.status;
  run.cached = false;
}

function yieldsOf(runs: readonly PlatformRun[]): PlatformYield[] {
  return runs.map(({ platform, jobs }) => ({ code: platform.code, jobs }));
}

export function toRow(run: PlatformRun, now: number): RowHead {
  const reason = reasonOf(run);
  return {
    platform: run.platform.code,
    status: run.status,
    cached: run.cached,
    ms: Math.round(run.ms),
    ...(reason === '' ? {} : { reason }),
    ...(run.status === 'busy' && run.fault?.retryAfterSeconds !== undefined
      ? { retry_after_seconds: run.fault.retryAfterSeconds }
      : {}),
    ...(run.platform.attribution && run.jobs.length > 0
      ? { attribution: attributionOf(run.platform.attribution, run.jobs) }
      : {}),
    ...(run.siteTotal === undefined ? {} : { site_total: run.siteTotal }),
    ...(run.cached && run.fetchedAt !== undefined ? { age_seconds: ageOf(run.fetchedAt, now) } : {}),
  };
}

/** Why it gave nothing; or what there is to know of what it gave. */
function reasonOf(run: PlatformRun): string {
  const { fault, pages, search, platform } = run;
  if (pages === 0) return fault?.message ?? '';
  const isCutShort = run.jobs.length === 0 && run.hasMore && pages >= maximumPages(run);
  const ignoresFloor = search.minSalary !== null && accessMethodOf(platform, search.settings)?.appliesSalary === false;
  return [
    fault ? `page ${pages + 1}: ${fault.message}` : '',
    ...run.missing,
    isCutShort ? `nothing on the first ${pages} pages, and there are more` : '',
    placeRemark(search, run.sentPlace),
    run.unusable > 0 ? `left out for want of a title or a link to its own site: ${run.unusable}` : '',
    ignoresFloor ? 'it takes no min_salary: its adverts were sifted here' : '',
  ]
    .filter(Boolean)
    .join('; ');
}

/** With the date of the last update, where the source's terms ask for it. */
function attributionOf(attribution: string, jobs: readonly NormalizedJob[]): string {
  const updated = jobs
    .map(({ updated_date: date = '' }) => date)
    .sort()
    .at(-1);
  return updated ? `${attribution} ${updated}` : attribution;
}

/**
 * What a row says of the place that was asked for, by what was really sent:
 * "" where the platform was asked for that very place.
 */
export function placeRemark(
  { place, locationText }: Pick<PlatformSearch, 'place' | 'locationText'>,
  sent: string,
): string {
  if (locationText === '') return '';
  if (!place) return `the place "${locationText}" is not known here: ${whatBecameOf(locationText, sent)}`;
  if (place.kind === 'nation' || foldWords(sent).includes(foldWords(place.name))) return '';
  return sent === ''
    ? 'it takes no such place: its adverts were sifted here'
    : `it was asked for "${sent}": its adverts were sifted here`;
}

function whatBecameOf(typed: string, sent: string): string {
  if (sent === '') return 'this platform takes no such place, so that it filters nothing';
  return `it was passed on ${sent === typed ? 'as typed' : `as "${sent}"`} and filters nothing`;
}

const COUNTRY_NAMES: Readonly<Record<Country, string>> = { GB: 'Great Britain', FR: 'France' };

function wrongCountry(location: string, country: Country): ServiceError {
  const name = COUNTRY_NAMES[country];
  return new ServiceError(
    'validation',
    `"${location}" lies in ${name}. Search there with country "${country}" and its platforms, or give another location.`,
    { details: { fields: [{ path: '/location', message: `lies in ${name}: country "${country}"` }] } },
  );
}

/** What an answer depends on beside the platforms' pages. */
function signatureOf(query: JobQuery): string {
  const parts = [query.limit, query.descriptionLength, query.ignored, query.offset, query.evidence, listNameOf(query)];
  return JSON.stringify(parts);
}

/** What platforms can be asked for; nothing where nothing is wished. */
function wishesOf({ radiusKm, postedWithinDays, sort }: JobQuery): Pick<PlatformSearch, 'wishes'> {
  const wishes = {
    ...(radiusKm === undefined ? {} : { radiusKm }),
    ...(postedWithinDays === undefined ? {} : { postedWithinDays }),
    ...(sort === undefined || sort === 'relevance' ? {} : { sort }),
  };
  return Object.keys(wishes).length > 0 ? { wishes } : {};
}

/** What the list itself depends on, whatever part of it is asked for. */
function listNameOf(query: JobQuery): string {
  const parts = [
    query.query,
    query.country,
    query.platforms.map(({ code }) => code),
    query.location,
    query.minSalary,
    query.radiusKm ?? DEFAULT_RADIUS_KM,
    query.postedWithinDays,
    query.workModes,
    query.contracts,
    query.hours,
    query.exclude,
    query.agencies,
    query.sort ?? 'relevance',
    query.seen,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function notRemote(location: string): ServiceError {
  const message = `does not go with location "${location}", which asks for remote jobs alone`;
  return new ServiceError('invalid_params', `The arguments do not fit: work_mode ${message}.`, {
    details: { fields: [{ path: '/work_mode', message }] },
  });
}
