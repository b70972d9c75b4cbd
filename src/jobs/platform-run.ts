import { ageOf } from './answer-cache.ts';
import { type AskedPage, impliedRemark, addImpliedProperties } from './implied-by-filters.ts';
import type { PlatformYield } from './merge-jobs.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import type { SearchPage } from './search-page.ts';
import type { PlatformFault } from './platform-fault.ts';
import type { RowHead } from './render-answer.ts';
import { foldWords } from '../lib/text.ts';
import { accessMethodOf, accessMethodsOf, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';
import type { PlatformStatus } from '../../schemas/index.ts';

/** One platform's part of a search. */
export interface PlatformRun {
  platform: Platform;
  search: Omit<PlatformSearch, 'page'>;
  status: PlatformStatus;
  /** True if all its pages came from the cache. */
  cached: boolean;
  ms: number;
  pages: number;
  jobs: NormalizedJob[];
  /** The adverts, page by page. */
  batches: AskedPage[];
  /** Number of pages that are part of the list; further pages were read ahead. */
  revealed: number;
  /** The last result of `addImpliedProperties`, for the first `batches` pages. */
  lastImplied: { batches: number; jobs: NormalizedJob[] };
  /** IDs of the adverts found so far (the link of an advert without an ID), to detect repeated pages. */
  known: Set<string>;
  hasMore: boolean;
  /** The fault of a page that failed; no further page is fetched then. */
  fault: PlatformFault | undefined;
  /** The place that the last page was searched for; "" for none. */
  sentPlace: string;
  /** Reasons why results are missing from pages. */
  missing: string[];
  versions: string[];
  /**
   * When the oldest cached page was fetched, in milliseconds since the epoch; undefined if no page came from the cache.
   */
  fetchedAt: number | undefined;
  siteTotal: number | undefined;
  /** Number of adverts dropped because they have no title or no link to the platform's own site. */
  unusable: number;
}

/** A run without pages. Of `settings`, it gets only those that the platform declares. */
export function createRun(
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
    batches: [],
    revealed: 0,
    lastImplied: { batches: 0, jobs: [] },
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

/** Maximum number of pages of a platform per search (SPEC §3). */
const MAXIMUM_PAGES = 5;

function maximumPages({ platform }: PlatformRun): number {
  return platform.maximumPages ?? MAXIMUM_PAGES;
}

/** True if the platform has not failed and may have further pages. */
export function mayGoOn(run: PlatformRun): boolean {
  return run.fault === undefined && hasUnread(run);
}

/** True if the platform has pages that are not part of the list, even if fetching them failed. */
export function hasMorePages(run: PlatformRun): boolean {
  return run.revealed < run.batches.length || hasUnread(run);
}

function hasUnread(run: PlatformRun): boolean {
  return run.hasMore && run.pages > 0 && run.pages < maximumPages(run);
}

/**
 * Adds the new adverts of a page. A page that only repeats known adverts is the last, even if the site says that there
 * are more.
 */
export function addPage(run: PlatformRun, page: SearchPage): void {
  run.pages += 1;
  const isNew = (name: string): boolean => !run.known.has(name) && !!run.known.add(name);
  const fresh = page.jobs.filter(({ url }, index) => isNew(page.ids[index] || url));
  // New adverts that were left out also show that the page does not repeat earlier ones.
  const others = page.leftOut.filter(isNew).length;
  run.jobs.push(...fresh);
  run.batches.push({ asked: page.askedAlone ?? {}, jobs: fresh });
  const isBlank = page.jobs.length === 0 && page.leftOut.length === 0;
  run.hasMore = page.hasMore && (isBlank || fresh.length > 0 || others > 0);
  run.status = run.jobs.length > 0 ? 'ok' : 'empty';
  run.sentPlace = page.sentPlace;
  run.siteTotal ??= page.siteTotal;
  run.unusable += page.unusable ?? 0;
  if (page.incomplete !== undefined) run.missing.push(page.incomplete);
}

/** Ends the run. If a further page failed, the earlier ones still count, and the row states the fault. */
export function stopAt(run: PlatformRun, fault: PlatformFault): void {
  run.fault = fault;
  if (run.pages > 0) return;
  run.status = fault.status;
  run.cached = false;
}

/** True if another page can be added to the list: one that was read ahead, the first, or a further one. */
export function isOpen(run: PlatformRun): boolean {
  return run.revealed < run.batches.length || (run.pages === 0 && run.fault === undefined) || mayGoOn(run);
}

/** True if every access method requests pages in the sort order of the search. */
export function asksInOrder({ platform, search: { criteria, settings } }: PlatformRun): boolean {
  const sort = criteria?.sort;
  if (sort === undefined) return false;
  return accessMethodsOf(platform, settings).every(
    ({ criteriaParameters }) =>
      Object.keys(criteriaParameters?.({ criteria: { sort }, place: null, page: 2 }) ?? {}).length > 0,
  );
}

/** Each platform's adverts that are part of the list. */
export function yieldsOf(runs: readonly PlatformRun[]): PlatformYield[] {
  return runs.map((run) => ({
    code: run.platform.code,
    jobs: jobsOf(run),
    pages: run.batches.slice(0, run.revealed).flatMap(({ jobs }, index) => jobs.map(() => index + 1)),
  }));
}

function jobsOf(run: PlatformRun): readonly NormalizedJob[] {
  const { batches, revealed } = run;
  if (run.lastImplied.batches !== revealed)
    run.lastImplied = { batches: revealed, jobs: addImpliedProperties(batches.slice(0, revealed)) };
  return run.lastImplied.jobs;
}

export function rowOf(run: PlatformRun, now: number): RowHead {
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

/** Why the platform returned nothing, or notes on what it returned; "" if there are none. */
function reasonOf(run: PlatformRun): string {
  const { fault, pages, search, platform } = run;
  if (pages === 0) return fault?.message ?? '';
  const isCutShort = run.jobs.length === 0 && run.hasMore && pages >= maximumPages(run);
  const ignoresFloor = search.minSalary !== null && accessMethodOf(platform, search.settings)?.appliesSalary === false;
  return [
    fault ? `page ${pages + 1}: ${fault.message}` : '',
    ...run.missing,
    isCutShort ? `nothing on the first ${pages} pages, but there are more` : '',
    placeRemark(search, run.sentPlace),
    run.unusable > 0
      ? `left out because they have no title or no link to the platform's own site: ${run.unusable}`
      : '',
    impliedRemark(jobsOf(run)),
    ignoresFloor ? 'this platform cannot filter by salary; we filtered its adverts' : '',
  ]
    .filter(Boolean)
    .join('; ');
}

/** Adds the date of the newest update, if the source's terms require it. */
function attributionOf(attribution: string, jobs: readonly NormalizedJob[]): string {
  const updated = jobs
    .map(({ updated_date: date = '' }) => date)
    .sort()
    .at(-1);
  return updated ? `${attribution} ${updated}` : attribution;
}

/** A note for the platform's row if it searched for another place than the requested one; "" otherwise. */
export function placeRemark(
  { place, locationText }: Pick<PlatformSearch, 'place' | 'locationText'>,
  sent: string,
): string {
  if (locationText === '') return '';
  if (!place) return `we do not know the place "${locationText}": ${unknownPlaceRemark(locationText, sent)}`;
  if (place.kind === 'nation' || foldWords(sent).includes(foldWords(place.name))) return '';
  return sent === ''
    ? 'this platform cannot search by this place; we filtered its adverts'
    : `the platform was asked for "${sent}"; we filtered its adverts`;
}

function unknownPlaceRemark(typed: string, sent: string): string {
  if (sent === '') return 'this platform does not accept such a place, so it filters nothing';
  return `it was passed on ${sent === typed ? 'as typed' : `as "${sent}"`} and filters nothing`;
}
