import type { Door, ListingPage } from '../platforms/platform.ts';

/** Pages of the steps that list: those marked so, and the last. */
function listingPages(door: Door, values: readonly unknown[]): ListingPage[] {
  return values.filter(
    (value, index): value is ListingPage =>
      value !== undefined && (door.steps[index]?.lists === true || index === door.steps.length - 1),
  );
}

/** Something to answer with is there already. */
export function hasListings(door: Door, values: readonly unknown[]): boolean {
  return listingPages(door, values).some(({ listings }) => listings.length > 0);
}

/** The first of each list, then the second of each: no list stands behind another. */
export function joinPages(door: Door, values: readonly unknown[]): ListingPage {
  const pages = listingPages(door, values);
  const longest = Math.max(0, ...pages.map(({ listings }) => listings.length));
  const listings: ListingPage['listings'] = [];
  for (let index = 0; index < longest; index += 1)
    listings.push(...pages.flatMap((page) => page.listings[index] ?? []).filter(({ abroad }) => !abroad));
  return { listings, hasMore: pages.some(({ hasMore }) => hasMore) };
}
