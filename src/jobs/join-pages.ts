import type { AccessMethod, ListingPage } from '../sources/platforms/platform.ts';
import type { PlatformFault } from './platform-fault.ts';

/** What a door gave for one page of a search. */
export interface AccessPage extends ListingPage {
  /** The place that its requests named; "" where they named none. */
  sentPlace: string;
  /** Why a list of several is missing from it. */
  incomplete?: PlatformFault;
}

/** Pages of the steps that list: those marked so, and the last. */
function listingPages(accessMethod: AccessMethod, values: readonly unknown[]): ListingPage[] {
  return values.filter(
    (value, index): value is ListingPage =>
      value !== undefined && (accessMethod.steps[index]?.lists === true || index === accessMethod.steps.length - 1),
  );
}

/** Something to answer with is there already. */
export function hasListings(accessMethod: AccessMethod, values: readonly unknown[]): boolean {
  return listingPages(accessMethod, values).some(({ listings }) => listings.length > 0);
}

/** The first of each list, then the second of each: no list stands behind another. Adverts abroad are left out. */
export function joinPages(accessMethod: AccessMethod, values: readonly unknown[]): ListingPage {
  const pages = listingPages(accessMethod, values);
  const longest = Math.max(0, ...pages.map(({ listings }) => listings.length));
  const all: ListingPage['listings'] = [];
  for (let index = 0; index < longest; index += 1) all.push(...pages.flatMap((page) => page.listings[index] ?? []));
  const leftOut = [
    ...pages.flatMap((page) => page.leftOut ?? []),
    ...all.filter(({ abroad }) => abroad).map(({ id, url }) => id || url),
  ];
  // Lists of one search overlap: their totals do not add up.
  const totals = pages.flatMap(({ siteTotal }) => siteTotal ?? []);
  return {
    listings: all.filter(({ abroad }) => !abroad),
    hasMore: pages.some(({ hasMore }) => hasMore),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(totals.length > 0 ? { siteTotal: Math.max(...totals) } : {}),
  };
}
