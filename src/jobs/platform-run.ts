import { ageOf } from './answer-cache.ts';
import { type AskedPage, impliedRemark, addImpliedProperties } from './implied-by-filters.ts';
import type { PlatformYield } from './merge-jobs.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import type { SearchPage } from './search-page.ts';
import { unknownAlternatives } from './places/read-location.ts';
import { suggestLocation } from './places/suggest-location.ts';
import type { PlatformFault } from './platform-fault.ts';
import type { RowHead } from './render-answer.ts';
import { foldWords } from '../lib/text.ts';
import { accessMethodOf, accessMethodsOf, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';
import type { PlatformStatus } from '../../schemas/index.ts';

export interface PlatformRun {
  platform: Platform;
  search: Omit<PlatformSearch, 'page'>;
  fetchedAfter: number | undefined;
  status: PlatformStatus;
  cached: boolean;
  ms: number;
  pages: number;
  jobs: NormalizedJob[];
  batches: AskedPage[];
  /** The number of `batches` that are part of the list; the others were read ahead. */
  revealed: number;
  lastImplied: { batches: number; jobs: NormalizedJob[] };
  /**
   * IDs of the adverts found so far, or links of adverts without an ID. They show whether a page repeats earlier ones.
   */
  known: Set<string>;
  hasMore: boolean;
  fault: PlatformFault | undefined;
  sentPlace: string;
  /** What is missing from the pages and why. */
  missing: string[];
  versions: string[];
  /**
   * When the oldest cached page was fetched, in milliseconds since the epoch; undefined if no page came from the cache.
   */
  fetchedAt: number | undefined;
  siteTotal: number | undefined;
  /** The number of adverts that were left out because they have no title or no link to the platform's own site. */
  unusable: number;
}

export function createRun(
  platform: Platform,
  search: Omit<PlatformRun['search'], 'settings'>,
  settings: Readonly<Record<string, string>>,
  fetchedAfter?: number,
): PlatformRun {
  const own: Record<string, string> = {};
  for (const { name } of platform.settings ?? []) {
    const value = settings[name];
    if (value) own[name] = value;
  }
  return {
    platform,
    search: { ...search, settings: own },
    fetchedAfter,
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

/** Maximum number of pages of one platform that a search reads, unless the platform sets its own (SPEC §3). */
const MAXIMUM_PAGES = 5;

function maximumPages({ platform }: PlatformRun): number {
  return platform.maximumPages ?? MAXIMUM_PAGES;
}

export function mayGoOn(run: PlatformRun): boolean {
  return run.fault === undefined && hasUnread(run);
}

/** True if pages up to the platform's maximum are not part of the list yet, even if fetching them failed. */
export function hasMorePages(run: PlatformRun): boolean {
  return run.revealed < run.batches.length || hasUnread(run);
}

function hasUnread(run: PlatformRun): boolean {
  return run.hasMore && run.pages > 0 && run.pages < maximumPages(run);
}

/**
 * Adds the next page to the run. A page with only known adverts is the last one, even if the site says that there are
 * more.
 */
export function addPage(run: PlatformRun, page: SearchPage): void {
  run.pages += 1;
  const isNew = (name: string): boolean => !run.known.has(name) && !!run.known.add(name);
  const fresh = page.jobs.filter(({ url }, index) => isNew(page.ids[index] || url));
  // New adverts that were left out also show that the page does not only repeat earlier ones.
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

/** If a further page failed, the earlier pages still count, and the row states the fault. */
export function stopAt(run: PlatformRun, fault: PlatformFault): void {
  run.fault = fault;
  if (run.pages > 0) return;
  run.status = fault.status;
  run.cached = false;
}

export function isOpen(run: PlatformRun): boolean {
  return run.revealed < run.batches.length || (run.pages === 0 && run.fault === undefined) || mayGoOn(run);
}

export function asksInOrder({ platform, search: { criteria, settings } }: PlatformRun): boolean {
  const sort = criteria?.sort;
  if (sort === undefined) return false;
  return accessMethodsOf(platform, settings).every(
    ({ criteriaParameters }) =>
      Object.keys(criteriaParameters?.({ criteria: { sort }, place: null, page: 2 }) ?? {}).length > 0,
  );
}

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

/** Adds the date of the newest update, because some sources' terms require it. */
function attributionOf(attribution: string, jobs: readonly NormalizedJob[]): string {
  const updated = jobs
    .map(({ updated_date: date = '' }) => date)
    .sort()
    .at(-1);
  return updated ? `${attribution} ${updated}` : attribution;
}

/**
 * Returns a note for the platform's row; "" if the platform searched for the requested place, or if no place or the
 * whole country was requested.
 */
export function placeRemark(
  { place, locationText, country }: Pick<PlatformSearch, 'place' | 'locationText' | 'country'>,
  sent: string,
): string {
  if (locationText === '') return '';
  if (!place) {
    const parts = unknownAlternatives(locationText, country);
    const unknown =
      parts.length === 0
        ? `the place "${locationText}"`
        : `${parts.map((part) => `"${part}"`).join(' and ')} in "${locationText}"`;
    const suggestion = suggestLocation(parts.length === 1 ? (parts[0] as string) : locationText, country);
    return `we do not know ${unknown}: ${unknownPlaceRemark(locationText, sent)} (${suggestion})`;
  }
  if (place.kind === 'nation' || foldWords(sent).includes(foldWords(place.name))) return '';
  return sent === ''
    ? 'this platform cannot search by this place; we filtered its adverts'
    : `the platform was asked for "${sent}"; we filtered its adverts`;
}

function unknownPlaceRemark(typed: string, sent: string): string {
  if (sent === '') return 'this platform does not accept such a place, so it filters nothing';
  return `it was passed on ${sent === typed ? 'as typed' : `as "${sent}"`} and filters nothing`;
}
