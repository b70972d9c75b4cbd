import { ageOf } from './answer-cache.ts';
import { type AskedPage, takenAtItsWord, withAsked } from './asked-alone.ts';
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
  /** Whether all its pages came from the cache. */
  cached: boolean;
  ms: number;
  pages: number;
  jobs: NormalizedJob[];
  /** The adverts of its pages, page by page. */
  batches: AskedPage[];
  /** How many of these pages are part of the list; the others were read ahead. */
  revealed: number;
  /** The result of `withAsked` for this number of batches. */
  filled: { batches: number; jobs: NormalizedJob[] };
  /** Adverts found so far, by the source's id or else by link. */
  known: Set<string>;
  hasMore: boolean;
  /** Set if a page failed; then no further page is fetched. */
  fault: PlatformFault | undefined;
  /** The place that was searched for on its last page. */
  sentPlace: string;
  /** Reasons why results are missing from its pages. */
  missing: string[];
  versions: string[];
  /** When its oldest cached page was fetched. */
  fetchedAt: number | undefined;
  /** The number of results that the site states. */
  siteTotal: number | undefined;
  /** Adverts dropped because they have no title or no link to the platform's own site. */
  unusable: number;
}

/** A platform that was not asked yet, with only the settings that it declares. */
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
    filled: { batches: 0, jobs: [] },
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

/** Whether a further page may be fetched. */
export function mayGoOn(run: PlatformRun): boolean {
  return run.fault === undefined && hasUnread(run);
}

/** Whether there are pages that are not part of the list yet. */
export function hasMorePages(run: PlatformRun): boolean {
  return run.revealed < run.batches.length || hasUnread(run);
}

function hasUnread(run: PlatformRun): boolean {
  return run.hasMore && run.pages > 0 && run.pages < maximumPages(run);
}

/** Adds the new adverts of a page. A page with adverts but no new ones is the last, whatever it says. */
export function addPage(run: PlatformRun, page: SearchPage): void {
  run.pages += 1;
  const isNew = (name: string): boolean => !run.known.has(name) && !!run.known.add(name);
  const fresh = page.jobs.filter(({ url }, index) => isNew(page.ids[index] || url));
  // A page whose adverts were all dropped says nothing about the next one, unless they were known already.
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

/** If a later page fails, the earlier ones still count; the row says why there are no more. */
export function stopAt(run: PlatformRun, fault: PlatformFault): void {
  run.fault = fault;
  if (run.pages > 0) return;
  run.status = fault.status;
  run.cached = false;
}

/** Whether there may be a page that is not part of the list yet. */
export function isOpen(run: PlatformRun): boolean {
  return run.revealed < run.batches.length || (run.pages === 0 && run.fault === undefined) || mayGoOn(run);
}

/** Whether all its pages are requested in the sort order of the search. */
export function asksInOrder({ platform, search: { wishes, settings } }: PlatformRun): boolean {
  const sort = wishes?.sort;
  if (sort === undefined) return false;
  return accessMethodsOf(platform, settings).every(
    ({ pushes }) => Object.keys(pushes?.({ wishes: { sort }, place: null, page: 2 }) ?? {}).length > 0,
  );
}

/** The adverts of each platform that are part of the list. */
export function yieldsOf(runs: readonly PlatformRun[]): PlatformYield[] {
  return runs.map((run) => ({
    code: run.platform.code,
    jobs: jobsOf(run),
    pages: run.batches.slice(0, run.revealed).flatMap(({ jobs }, index) => jobs.map(() => index + 1)),
  }));
}

/** Its adverts, completed with the properties that the platform filtered by. */
function jobsOf(run: PlatformRun): readonly NormalizedJob[] {
  const { batches, revealed } = run;
  if (run.filled.batches !== revealed) run.filled = { batches: revealed, jobs: withAsked(batches.slice(0, revealed)) };
  return run.filled.jobs;
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

/** Why it returned nothing, or a note on what it returned. */
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
    takenAtItsWord(jobsOf(run)),
    ignoresFloor ? 'this platform cannot filter by salary; we filtered its adverts' : '',
  ]
    .filter(Boolean)
    .join('; ');
}

/** Adds the date of the last update, if the source's terms require it. */
function attributionOf(attribution: string, jobs: readonly NormalizedJob[]): string {
  const updated = jobs
    .map(({ updated_date: date = '' }) => date)
    .sort()
    .at(-1);
  return updated ? `${attribution} ${updated}` : attribution;
}

/** The note of a row about the place that was actually searched for; "" if it is the requested one. */
export function placeRemark(
  { place, locationText }: Pick<PlatformSearch, 'place' | 'locationText'>,
  sent: string,
): string {
  if (locationText === '') return '';
  if (!place) return `we do not know the place "${locationText}": ${whatBecameOf(locationText, sent)}`;
  if (place.kind === 'nation' || foldWords(sent).includes(foldWords(place.name))) return '';
  return sent === ''
    ? 'this platform cannot search by this place; we filtered its adverts'
    : `the platform was asked for "${sent}"; we filtered its adverts`;
}

function whatBecameOf(typed: string, sent: string): string {
  if (sent === '') return 'this platform does not accept such a place, so it filters nothing';
  return `it was passed on ${sent === typed ? 'as typed' : `as "${sent}"`} and filters nothing`;
}
