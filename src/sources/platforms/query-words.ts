import { fold } from '../../lib/text.ts';
import type { Listing, ListingPage } from './platform.ts';

const FILLERS: ReadonlySet<string> = new Set(
  'a an and the of for in to or de du des la le les en et au aux un une pour job jobs emploi emplois offre offres'.split(
    ' ',
  ),
);

/**
 * Returns the words of a search in lower case without accents. Fillers are left out if other words remain. Signs that
 * are part of a name are kept: "C++", "C#", ".NET".
 */
export function queryWords(query: string): string[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}+#.]+/u)
    .map((word) => word.replace(/\.+$/u, ''))
    .filter(Boolean);
  const significant = words.filter((word) => !FILLERS.has(word));
  return [...new Set(significant.length > 0 ? significant : words)];
}

/** True if an advert contains, for every word of a search, this word or a longer one that begins with it. */
export function mentionsAll(
  { title, company, description = '' }: Pick<Listing, 'title' | 'company' | 'description'>,
  words: readonly string[],
): boolean {
  const text = ` ${fold(`${title} ${company} ${description}`).replace(/[^\p{L}\p{N}+#.]+/gu, ' ')} `;
  return words.every((word) => text.includes(` ${word}`));
}

export function filterByWords(all: readonly Listing[], query: string): Pick<ListingPage, 'listings' | 'leftOut'> {
  const words = queryWords(query);
  const listings = all.filter((listing) => mentionsAll(listing, words));
  const found = new Set(listings);
  return { listings, leftOut: all.filter((listing) => !found.has(listing)).map(({ id, url }) => id || url) };
}
