import type { Contract, Country, Hours, IgnoredArgument, JobOrder, WorkMode } from '../../schemas/index.ts';
import { sharedNetworkFault } from '../egress/network-fault.ts';
import { ServiceError } from '../errors.ts';
import { createHash } from 'node:crypto';
import { AnswerCache } from './answer-cache.ts';
import { asPhrase, type Filters, noFilters } from './filters.ts';
import { withoutStoredOrder, ListOrders } from './list-order.ts';
import { JobList } from './job-list.ts';
import { PageSource, type PageSourceOptions } from './page-source.ts';
import { type PageFetchReport, Paging, type PagedSearch } from './paging.ts';
import { createRun, hasMorePages, type PlatformRun, rowOf } from './platform-run.ts';
import { COUNTRY_NAMES } from './places/place-words.ts';
import { readLocation } from './places/read-location.ts';
import { localDay } from './readers/posted-date.ts';
import { renderAnswer, type RowHead, writeAnswer } from './render-answer.ts';
import { DAY_MS, type Clock } from '../lib/clock.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten, wellFormed } from '../lib/text.ts';
import type { Platform, PlatformSearch } from '../sources/platforms/platform.ts';

/** The platforms are already checked against the caller's plan. */
export interface JobQuery {
  query: string;
  country: Country;
  platforms: readonly Platform[];
  location: string;
  minSalary: number | null;
  seen: readonly string[];
  limit: number | undefined;
  descriptionLength: number | undefined;
  ignored?: readonly IgnoredArgument[];
  /** Radius around a requested town or postcode, in kilometres; 10 if absent. */
  radiusKm?: number | undefined;
  postedWithinDays?: number | undefined;
  workModes?: readonly WorkMode[] | undefined;
  contracts?: readonly Contract[] | undefined;
  hours?: readonly Hours[] | undefined;
  exclude?: readonly string[] | undefined;
  agencies?: boolean | undefined;
  sort?: JobOrder | undefined;
  offset?: number | undefined;
  evidence?: boolean | undefined;
  /** Cached pages count only if they were fetched after this time, in milliseconds since the epoch. */
  fetchedAfter?: number | undefined;
  /** Adds the `dedup_hash` of each advert in `also_on`, for runs of saved searches. */
  otherHashes?: boolean | undefined;
  /** Codes of the platforms that the caller can search in a country, for messages. */
  codesFor?: (country: Country) => readonly string[];
}

const DEFAULT_RADIUS_KM = 10;
const DEFAULT_LIMIT = 50;

export interface JobAnswer {
  json: string;
  jsonLiteral?: string;
  cached: boolean;
}

/** `fromCache` is true if all needed pages are cached. The call then costs less and is answered at once. */
export interface PreparedSearch {
  fromCache: boolean;
  run(call: PagedSearch): Promise<JobAnswer>;
}

export interface JobSearchOptions extends PageSourceOptions {
  clock: Clock;
  settings: Readonly<Record<string, string>>;
  /**
   * If false, platforms receive only query, place and salary, without the other filters and the order. All filters are
   * applied to their answers in any case. The default is true.
   */
  sendsFilters?: boolean;
  onFetch?: (report: PageFetchReport) => void;
}

/** Searches the platforms of a call and merges their adverts into one list (SPEC §3). */
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
    const { place, among, remoteOnly, elsewhere, elsewherePart } = readLocation(location, country);
    if (elsewhere) throw wrongCountry(location, elsewhere, query.codesFor?.(elsewhere) ?? [], elsewherePart);
    const filters = this.#filtersOf(query, among, remoteOnly);
    const criteria = this.#options.sendsFilters === false ? {} : criteriaOf(query, filters);
    const search = { query: query.query, country, locationText: location, place, minSalary, ...criteria };
    const { fetchedAfter } = query;
    const runs = query.platforms.map((platform) => createRun(platform, search, this.#options.settings, fetchedAfter));
    const remembered =
      fetchedAfter === undefined && (await this.#answers.get(signatureOf(query, filters), this.#options.clock.now()));
    if (remembered) return { fromCache: true, run: async () => ({ ...remembered, cached: true }) };

    const list = new JobList(runs, filters, query.sort);
    const slice = { offset: query.offset ?? 0, limit: query.limit ?? DEFAULT_LIMIT };
    const paging = new Paging({ ...this.#options, pages: this.#pages }, runs, list, slice);
    const answer = (): Promise<JobAnswer> => this.#answer(runs, list, filters, query);
    if (await paging.fillFromCache()) return { fromCache: true, run: answer };
    return { fromCache: false, run: (call) => paging.fill(call).then(answer) };
  }

  #filtersOf(query: JobQuery, places: Filters['places'], remoteOnly: boolean): Filters {
    const { country, postedWithinDays, workModes = [] } = query;
    if (remoteOnly && workModes.length > 0 && !workModes.includes('remote')) throw notRemote(query.location);
    const now = this.#options.clock.now();
    return {
      ...noFilters(country),
      minSalary: query.minSalary,
      places,
      radiusKm: query.radiusKm ?? DEFAULT_RADIUS_KM,
      // If the caller gave a radius, a location that names only the county or region around a requested town counts
      // too.
      keepsAreas: (query.radiusKm ?? 0) > 0,
      seen: new Set(query.seen),
      postedSince: postedWithinDays === undefined ? '' : daysBefore(localDay(now, country), postedWithinDays),
      workModes: remoteOnly ? ['remote'] : workModes,
      contracts: query.contracts ?? [],
      hours: query.hours ?? [],
      exclude: (query.exclude ?? []).map(asPhrase).filter(Boolean),
      agencies: query.agencies,
    };
  }

  /** Throws a ServiceError `upstream_failed` if no platform delivered. The call is then not charged. */
  async #answer(runs: readonly PlatformRun[], jobs: JobList, filters: Filters, query: JobQuery): Promise<JobAnswer> {
    const now = this.#options.clock.now();
    const note = [noteOnExclude(query.exclude ?? []), noteOnMinSalary(query)].filter(Boolean).join('; ');
    const rows = runs.map((run) => withNote(rowOf(run, now), note));
    const delivered = runs.filter(({ status }) => status === 'ok' || status === 'empty');
    if (delivered.length === 0) {
      const waits = rows.flatMap(({ retry_after_seconds: seconds }) => seconds ?? []);
      const tried = rows.filter(({ status }) => status !== 'not_configured');
      const list =
        sharedNetworkFault(tried.map(({ reason }) => reason)) ??
        rows.map(({ platform, status, reason }) => `${platform}: ${status}${reason ? ` (${reason})` : ''}`).join('; ');
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
    const listed = jobs.listed();
    const offset = query.offset ?? 0;
    const name = listNameOf(query);
    const platforms = delivered.map(({ platform }) => platform.code);
    // If every page was fetched just now, the list has no earlier order to follow.
    const isNew = offset === 0 && runs.every(({ versions }) => versions.length === 0);
    const list = isNew
      ? withoutStoredOrder(listed, platforms)
      : await this.#orders.arrange(name, listed, { platforms, isFirst: offset === 0, now });
    const rendered = renderAnswer(
      { ...listed, ...list, mayGoOn: runs.some(hasMorePages) },
      rows,
      cached ? 'cache' : 'scrape',
      query,
    );
    if (rendered.nextOffset !== undefined) await this.#orders.store(name, list, rendered.nextOffset, now);
    // An answer that a fault has cut short must not be returned to later calls.
    if (!cached || runs.some(({ fault }) => fault)) return { json: writeAnswer(rendered), cached };
    return { ...this.#answers.put(signatureOf(query, filters), runs, rendered), cached };
  }
}

function wrongCountry(location: string, country: Country, codes: readonly string[], part?: string): ServiceError {
  const name = COUNTRY_NAMES[country];
  const listed = codes.length > 0 ? ` (${codes.join(', ')})` : '';
  return new ServiceError(
    'validation',
    `"${part ?? location}" is in ${name}. Search there with country "${country}" and its platforms${listed}, or ${part === undefined ? 'give another location' : 'leave it out of location'}.`,
    { details: { fields: [{ path: '/location', message: `lies in ${name}: country "${country}"` }] } },
  );
}

/**
 * Returns a note on entries of `exclude` that look like several words; "" if there are none. They are not split,
 * because a company's name may have a comma.
 */
function noteOnExclude(exclude: readonly string[]): string {
  const joined = exclude.filter((text) => text.split(/[,;]/u).filter((piece) => asPhrase(piece) !== '').length > 1);
  if (joined.length === 0) return '';
  const [first = '', ...others] = joined.map((text) => `"${shorten(stripInvisible(text), MAXIMUM_SHOWN)}"`);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `exclude has ${first}${more}, which filters only as one whole phrase: send several words as several entries of the list`;
}

/** Below this, `min_salary` was probably meant as pay for an hour or a day. */
const MINIMUM_YEARLY_PAY = 1000;

function noteOnMinSalary({ minSalary, country }: JobQuery): string {
  if (minSalary === null || minSalary >= MINIMUM_YEARLY_PAY) return '';
  const currency = country === 'FR' ? 'euros' : 'pounds';
  return `min_salary ${minSalary} counts as gross pay a year in ${currency}: send hourly or daily pay as a yearly figure, as in "40000"`;
}

function withNote(row: RowHead, note: string): RowHead {
  if (note === '' || (row.status !== 'ok' && row.status !== 'empty')) return row;
  return { ...row, reason: row.reason === undefined ? note : `${row.reason}; ${note}` };
}

const MAXIMUM_SHOWN = 60;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns a key made of the parts of the query that affect the answer, and of the earliest allowed posting date, which
 * changes every day.
 */
function signatureOf(query: JobQuery, { postedSince }: Filters): string {
  const parts = [
    postedSince,
    query.limit,
    query.descriptionLength,
    query.ignored,
    query.offset,
    query.evidence,
    query.otherHashes,
    listNameOf(query),
  ];
  return JSON.stringify(parts);
}

function criteriaOf(
  { radiusKm, postedWithinDays, sort }: JobQuery,
  { workModes, contracts, hours, agencies }: Filters,
): Pick<PlatformSearch, 'criteria'> {
  const criteria = {
    ...(radiusKm === undefined ? {} : { radiusKm }),
    ...(postedWithinDays === undefined ? {} : { postedWithinDays }),
    ...(sort === undefined || sort === 'relevance' ? {} : { sort }),
    ...(workModes.length > 0 ? { workModes } : {}),
    ...(contracts.length > 0 ? { contracts } : {}),
    ...(hours.length > 0 ? { hours } : {}),
    ...(agencies === undefined ? {} : { agencies }),
  };
  return Object.keys(criteria).length > 0 ? { criteria } : {};
}

function listNameOf(query: JobQuery): string {
  const parts = [
    query.query,
    query.country,
    query.platforms.map(({ code }) => code),
    query.location,
    query.minSalary,
    query.radiusKm,
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
  const message = `cannot be combined with location "${location}", which finds only remote jobs: leave one of them out`;
  return new ServiceError('invalid_params', `Invalid arguments: work_mode ${message}.`, {
    details: { fields: [{ path: '/work_mode', message }] },
  });
}
