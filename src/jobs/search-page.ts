import type { AccessPage } from './access-steps.ts';
import { type NormalizedJob, normalizeListing } from './normalize-listing.ts';
import { PlatformFault } from './platform-fault.ts';
import { mapInSlices } from '../lib/in-slices.ts';
import { fold, squeeze } from '../lib/text.ts';
import {
  type AccessMethod,
  accessMethodsOf,
  type Platform,
  type PlatformSearch,
} from '../sources/platforms/platform.ts';
import { type SingleValueFilters, filterParameters } from '../sources/platforms/search-criteria.ts';

export interface SearchPage {
  jobs: NormalizedJob[];
  /** The source's IDs, in the order of `jobs`; "" for an advert without an ID. */
  ids: string[];
  /** IDs or links of adverts that are left out, because they are abroad or do not match the search. */
  leftOut: string[];
  hasMore: boolean;
  /** The place that the platform was searched for; "" if none was. */
  sentPlace: string;
  /**
   * Filters that were sent to the platform with exactly one value each. If the platform applies them, all its adverts
   * have these properties.
   */
  askedAlone?: SingleValueFilters;
  /** The number of results that the site states. */
  siteTotal?: number;
  /** The number of adverts that were left out because they have no title or no link to the platform's own site. */
  unusable?: number;
  /** What is missing from the page and why. A page with this field is not cached. */
  incomplete?: string;
}

/**
 * This number increases whenever `SearchPage` or `NormalizedJob` changes, so that a page is not read if another release
 * cached it in another format.
 */
const FORMAT = 6;

export function readSearchPage(text: string): SearchPage | undefined {
  try {
    const page = JSON.parse(text) as Partial<SearchPage> | null;
    const whole = [page?.jobs, page?.ids, page?.leftOut].every(Array.isArray) && typeof page?.sentPlace === 'string';
    return whole ? (page as SearchPage) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the cache key, without spaces. Salary and filters are part of it only if they are sent to the platform. */
export function searchPageKey(platform: Platform, search: Omit<PlatformSearch, 'page'>, page: number): string {
  const [accessMethod, ...fallbacks] = accessMethodsOf(platform, search.settings);
  const floor = accessMethod?.appliesSalary ? search.minSalary : null;
  // Parameters of fallbacks count too, because a fallback may fetch the page.
  const pushed = Object.assign({}, ...[...fallbacks, accessMethod].map((one) => pushedBy(one, search))) as object;
  const parts: unknown[] = [
    FORMAT,
    platform.code,
    accessMethod?.kind,
    plain(search.query),
    placeKeyOf(search),
    floor,
    page,
  ];
  if (Object.keys(pushed).length > 0) parts.push(pushed);
  return encodeURIComponent(JSON.stringify(parts));
}

function pushedBy(accessMethod: AccessMethod | undefined, search: Omit<PlatformSearch, 'page'>): object {
  return {
    ...accessMethod?.criteriaParameters?.(search),
    ...filterParameters(accessMethod?.filters, search).parameters,
  };
}

/**
 * Includes the county or commune, because two towns can have the same name. A whole country has the same key as no
 * place.
 */
function placeKeyOf({ place, locationText }: Omit<PlatformSearch, 'page'>): readonly string[] {
  if (!place) return locationText === '' ? [] : [plain(locationText)];
  if (place.kind === 'nation') return [];
  return [place.kind, place.name, place.communeCode ?? place.countyName ?? ''].map(plain);
}

/**
 * Folds a text for the key. Case, accents and repeated spaces do not change a search, but other signs do: "C++" is not
 * "C#".
 */
function plain(text: string): string {
  return fold(squeeze(text));
}

/**
 * Converts listings in small groups with pauses, because this work would otherwise block the thread for too long.
 * Throws a `changed` fault if there are listings, but none has a title and a link.
 */
export async function toSearchPage(
  { listings, hasMore, leftOut = [], siteTotal, sentPlace, askedAlone, incomplete }: AccessPage,
  platform: Platform,
  now: number,
): Promise<SearchPage> {
  const normalized = await mapInSlices(listings, (listing) => {
    const job = normalizeListing(listing, platform.code, platform.country, now);
    return job ? [{ job, id: listing.id ?? '' }] : [];
  });
  const read = normalized.flat();
  if (listings.length > 0 && read.length === 0)
    throw new PlatformFault('changed', 'none of the adverts has a title and a link to its site');
  return {
    jobs: read.map(({ job }) => job),
    ids: read.map(({ id }) => id),
    leftOut: [...leftOut],
    hasMore,
    sentPlace,
    ...(Object.keys(askedAlone).length > 0 ? { askedAlone } : {}),
    ...(siteTotal === undefined || !Number.isSafeInteger(siteTotal) || siteTotal < 0 ? {} : { siteTotal }),
    ...(listings.length > read.length ? { unusable: listings.length - read.length } : {}),
    ...(incomplete ? { incomplete: `part of its list is missing: ${incomplete.message}` } : {}),
  };
}
