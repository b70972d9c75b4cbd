import type { PlatformRow, PlatformStatus } from '../../schemas/index.ts';
import { fold, squeeze } from '../lib/text.ts';
import type { Platform, PlatformSearch } from '../platforms/platform.ts';
import type { PlatformYield } from './assemble.ts';
import type { FoundJob } from './found-job.ts';
import type { PlatformFault } from './platform-fault.ts';

/** What the cache keeps of one page. */
export interface CachedJobs {
  jobs: FoundJob[];
  hasMore: boolean;
}

/** One platform's part in a search. */
export interface Lane {
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

/** A lane that nothing was asked of yet; with only the settings that its platform declares. */
export function createLane(
  platform: Platform,
  search: Omit<Lane['search'], 'settings'>,
  settings: Readonly<Record<string, string>>,
): Lane {
  const own: Record<string, string> = {};
  for (const name of platform.settings ?? []) {
    const value = settings[name];
    if (value) own[name] = value;
  }
  return {
    platform,
    search: { ...search, settings: own },
    status: 'empty',
    reason:
      search.locationText !== '' && !search.place
        ? `the place "${search.locationText}" is not known here: it was passed on as typed and filters nothing`
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

export function addPage(lane: Lane, page: CachedJobs): void {
  lane.pages += 1;
  lane.jobs.push(...page.jobs);
  lane.hasMore = page.hasMore && page.jobs.length > 0;
  lane.status = lane.jobs.length > 0 ? 'ok' : 'empty';
}

/** A later page that fails costs nothing of the earlier ones: the row stays, and says why there is no more. */
export function fail(lane: Lane, fault: PlatformFault): void {
  lane.settled = true;
  if (lane.pages === 0) {
    lane.status = fault.status;
    lane.cached = false;
    lane.reason = fault.message;
  } else {
    lane.reason ??= `page ${lane.pages + 1}: ${fault.message}`;
  }
}

export function yieldsOf(lanes: readonly Lane[]): PlatformYield[] {
  return lanes.map(({ platform, jobs }) => ({ code: platform.code, jobs }));
}

export function toRow(lane: Lane): Omit<PlatformRow, 'jobs'> {
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
export function cacheKey(lane: Lane, page: number): string {
  const { search, platform } = lane;
  const door = platform.doors.find(({ needs }) => (needs ?? []).every((name) => search.settings[name]));
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
function placeKeyOf({ place, locationText }: Lane['search']): string {
  if (!place) return plain(locationText);
  if (place.kind === 'nation') return '';
  return [place.kind, place.name, place.communeCode ?? place.countyName ?? ''].map(plain).join('/');
}

/** Case, accents and spaces are no other search; marks are: "C++" is not "C#". */
function plain(text: string): string {
  return fold(squeeze(text));
}
