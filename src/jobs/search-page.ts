import { fold, squeeze } from '../lib/text.ts';
import { accessMethodOf, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';
import type { NormalizedJob } from './normalize-listing.ts';

/** One page of one search on one platform, as the cache keeps it. */
export interface SearchPage {
  jobs: NormalizedJob[];
  /** The source's own names of these adverts, in the same order; "" where it has none. */
  ids: string[];
  /** Names of adverts that are no result: abroad, or not what was searched. */
  leftOut: string[];
  hasMore: boolean;
  /** The place that the platform was really asked for; "" for none. */
  sentPlace: string;
  /** The number of results that the site states for the whole search. */
  siteTotal?: number;
  /** What is missing from it, and why; such a page is not kept. */
  incomplete?: string;
}

/** Raised with every change of `SearchPage` and `NormalizedJob`, so that pages of another release are not read. */
const FORMAT = 4;

/** A cached page; undefined when the text is none. */
export function readSearchPage(text: string): SearchPage | undefined {
  try {
    const page = JSON.parse(text) as Partial<SearchPage> | null;
    const whole = [page?.jobs, page?.ids, page?.leftOut].every(Array.isArray) && typeof page?.sentPlace === 'string';
    return whole ? (page as SearchPage) : undefined;
  } catch {
    return undefined;
  }
}

/** What a page is kept under, without spaces; the salary belongs to it where the platform filters by it. */
export function searchPageKey(platform: Platform, search: Omit<PlatformSearch, 'page'>, page: number): string {
  const accessMethod = accessMethodOf(platform, search.settings);
  const floor = accessMethod?.appliesSalary ? search.minSalary : null;
  const parts = [FORMAT, platform.code, accessMethod?.kind, plain(search.query), placeKeyOf(search), floor, page];
  return encodeURIComponent(JSON.stringify(parts));
}

/** Two towns may bear one name; the whole country is the same as no place. */
function placeKeyOf({ place, locationText }: Omit<PlatformSearch, 'page'>): readonly string[] {
  if (!place) return locationText === '' ? [] : [plain(locationText)];
  if (place.kind === 'nation') return [];
  return [place.kind, place.name, place.communeCode ?? place.countyName ?? ''].map(plain);
}

/** Case, accents and spaces are no other search; marks are: "C++" is not "C#". */
function plain(text: string): string {
  return fold(squeeze(text));
}
