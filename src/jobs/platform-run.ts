import type { PlatformRow, PlatformStatus } from '../../schemas/index.ts';
import { fold, squeeze } from '../lib/text.ts';
import type { Door, Platform, PlatformSearch } from '../platforms/platform.ts';
import type { PlatformYield } from './assemble.ts';
import type { FoundJob } from './found-job.ts';
import type { PlatformFault } from './platform-fault.ts';

/** What the cache keeps of one page. */
export interface CachedJobs {
  jobs: FoundJob[];
  /** The source's own names of these adverts, in the same order; "" where it has none. */
  ids: string[];
  hasMore: boolean;
}

/** One platform's part in a search. */
export interface PlatformRun {
  platform: Platform;
  search: Omit<PlatformSearch, 'page'>;
  status: PlatformStatus;
  reason: string | undefined;
  /** All its pages came from the cache. */
  cached: boolean;
  ms: number;
  pages: number;
  jobs: FoundJob[];
  /** Adverts of its pages so far, by the source's id or else their links. */
  known: Set<string>;
  hasMore: boolean;
  /** Gave an answer or an error: no more of it is asked for after an error. */
  settled: boolean;
  versions: string[];
}

/** A platform that nothing was asked of yet; with only the settings that it declares. */
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
    reason: search.locationText !== '' && !search.place ? unknownPlace(platform, search, own) : undefined,
    cached: true,
    ms: 0,
    pages: 0,
    jobs: [],
    known: new Set(),
    hasMore: true,
    settled: false,
    versions: [],
  };
}

/** The door that a search begins with: the first whose settings are there. */
function doorOf(platform: Platform, settings: Readonly<Record<string, string>>): Door | undefined {
  return platform.doors.find(({ needs }) => (needs ?? []).every((name) => settings[name]));
}

/** What becomes of a place that we don't know: what is said is what is really sent. */
function unknownPlace(
  platform: Platform,
  search: Omit<PlatformRun['search'], 'settings'>,
  settings: Readonly<Record<string, string>>,
): string {
  const sent = doorOf(platform, settings)?.sentPlace(search) ?? '';
  const how =
    sent === ''
      ? 'this platform takes no such place, so that it filters nothing'
      : `it was passed on ${sent === search.locationText ? 'as typed' : `as "${sent}"`} and filters nothing`;
  return `the place "${search.locationText}" is not known here: ${how}`;
}

/** Pages of a platform that one search may read (SPEC §3). */
const MAXIMUM_PAGES = 5;

function maximumPages({ platform }: PlatformRun): number {
  return platform.maximumPages ?? MAXIMUM_PAGES;
}

/** Whether a further page may be asked for. */
export function mayGoOn(run: PlatformRun): boolean {
  return run.hasMore && !run.settled && run.pages < maximumPages(run);
}

/** Adds what is new on a page. One that has adverts and no new ones is the end, whatever it says. */
export function addPage(run: PlatformRun, page: CachedJobs): void {
  run.pages += 1;
  const fresh = page.jobs.filter(({ url }, index) => {
    const name = page.ids[index] || url;
    return !run.known.has(name) && run.known.add(name);
  });
  run.jobs.push(...fresh);
  // A page whose adverts were all left out (abroad, not what was searched) says nothing of the next.
  run.hasMore = page.hasMore && (page.jobs.length === 0 || fresh.length > 0);
  run.status = run.jobs.length > 0 ? 'ok' : 'empty';
  if (run.jobs.length === 0 && run.hasMore && run.pages >= maximumPages(run))
    run.reason ??= `nothing on the first ${run.pages} pages, and there are more`;
}

/** A later page that fails costs nothing of the earlier ones: the row stays, and says why there is no more. */
export function fail(run: PlatformRun, fault: PlatformFault): void {
  run.settled = true;
  if (run.pages === 0) {
    run.status = fault.status;
    run.cached = false;
    run.reason = fault.message;
  } else {
    run.reason ??= `page ${run.pages + 1}: ${fault.message}`;
  }
}

export function yieldsOf(runs: readonly PlatformRun[]): PlatformYield[] {
  return runs.map(({ platform, jobs }) => ({ code: platform.code, jobs }));
}

export function toRow(run: PlatformRun): Omit<PlatformRow, 'jobs'> {
  return {
    platform: run.platform.code,
    status: run.status,
    cached: run.cached,
    ms: Math.round(run.ms),
    ...(run.reason ? { reason: run.reason } : {}),
    ...(run.platform.attribution && run.jobs.length > 0
      ? { attribution: attributionOf(run.platform.attribution, run.jobs) }
      : {}),
  };
}

/** With the date of the last update, where the source's terms ask for it. */
function attributionOf(attribution: string, jobs: readonly FoundJob[]): string {
  const updated = jobs
    .map(({ updated_date: date = '' }) => date)
    .sort()
    .at(-1);
  return updated ? `${attribution} ${updated}` : attribution;
}

/** One page of one search on one platform, without spaces; the salary belongs to it where the platform filters by it. */
export function cacheKey(run: PlatformRun, page: number): string {
  const { search, platform } = run;
  const door = doorOf(platform, search.settings);
  const place = placeKeyOf(search);
  const parts = [
    platform.code,
    door?.kind,
    plain(search.query),
    place,
    door?.appliesSalary ? search.minSalary : '',
    page,
  ];
  return encodeURIComponent(parts.join('|'));
}

/** Two towns may bear one name; the whole country is the same as no place. */
function placeKeyOf({ place, locationText }: PlatformRun['search']): string {
  if (!place) return plain(locationText);
  if (place.kind === 'nation') return '';
  return [place.kind, place.name, place.communeCode ?? place.countyName ?? ''].map(plain).join('/');
}

/** Case, accents and spaces are no other search; marks are: "C++" is not "C#". */
function plain(text: string): string {
  return fold(squeeze(text));
}
