import type { SearchResult } from '../../sources/search-providers/provider.ts';
import {
  findNamesakes,
  isExactlySought,
  isSought,
  type EmployerListing,
  type LookupQuery,
  type SiteFigures,
  type Unclear,
} from '../lookup.ts';
import { readNamedPage } from '../../sources/review-sites/site-url.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';
import { readSnippet } from '../snippet/read-snippet.ts';

/** Returns the pages whose address names the employer, whether or not their results state figures. */
export function listPages(results: readonly SearchResult[], query: LookupQuery, site: ReviewSite): EmployerListing[] {
  return results.flatMap(({ url }) => {
    const page = readNamedPage(url);
    if (page?.site !== site || !(isSought(query, page.name) || isSought(query, page.withoutNumber))) return [];
    return [{ matchedName: page.withoutNumber, url, method: 'snippet', rating: null, reviewCount: 0 }];
  });
}

/**
 * Chooses the employer's figures. Keeps only those that are not more than a year old, if there are any, and of these
 * only those whose name matches exactly, if there are any. If the remaining pages belong to several employers of the
 * same name, returns the pages. Otherwise returns the figures with the most reviews, or a provider's structured figures
 * if these have at least half as many reviews.
 */
export function chooseFigures(
  results: readonly SearchResult[],
  query: LookupQuery,
  site: ReviewSite,
  now: number,
): SiteFigures | Unclear | undefined {
  const all = results.map((result) => readFigures(result, query, site, now)).filter((figures) => figures !== undefined);
  const today = all.filter(({ asOf }) => asOf === undefined);
  const young = today.length > 0 ? today : all;
  const exact = young.filter(({ matchedName }) => isExactlySought(query, matchedName));
  const figures = exact.length > 0 ? exact : young;
  const namesakes = findNamesakes(figures);
  if (namesakes) return namesakes;
  const most = mostReviewed(figures);
  const stated = mostReviewed(figures.filter(({ method }) => method === 'structured'));
  return stated && most && stated.reviewCount * 2 >= most.reviewCount ? stated : most;
}

function readFigures(result: SearchResult, query: LookupQuery, site: ReviewSite, now: number): SiteFigures | undefined {
  const reading = readSnippet(result, query.name, {
    ...(query.scope === '*' ? {} : { country: query.scope }),
    aliases: query.aliases,
    now,
  });
  if (reading?.site !== site) return undefined;
  return {
    matchedName: reading.matchedName,
    url: result.url,
    method: result.rating === undefined ? 'snippet' : 'structured',
    rating: reading.rating,
    reviewCount: reading.reviewCount,
    ...(reading.asOf === undefined ? {} : { asOf: reading.asOf }),
    facts: [],
    reviews: [],
  };
}

function mostReviewed(figures: readonly SiteFigures[]): SiteFigures | undefined {
  return [...figures].sort((one, other) => other.reviewCount - one.reviewCount)[0];
}
