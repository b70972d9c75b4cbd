import type { Country } from '../../../schemas/index.ts';
import { stripInvisible } from '../../lib/hidden-text.ts';
import { squeeze, wellFormed } from '../../lib/text.ts';
import { MAXIMUM_REVIEWS } from '../insights/readable-reviews.ts';
import { describeFigures } from '../insights/page-facts.ts';
import {
  failedLookup,
  isExactlySought,
  isSought,
  languageOf,
  findNamesakes,
  withoutFigures,
  type Depth,
  type EmployerListing,
  type LookupQuery,
  type SiteFigures,
  type SiteLookup,
  type Unclear,
} from '../lookup.ts';
import { changedFault, LookupFault } from '../lookup-fault.ts';
import type { Candidate, EmployerPage, Review, ReviewSiteAdapter } from '../../sources/review-sites/site.ts';
import { SitePageFetcher, type SitePageFetcherOptions } from './site-page-fetcher.ts';

/**
 * Maximum number of employers whose pages are read for one answer of a site. It applies separately to employers with
 * exactly the requested name and to others.
 */
const MAXIMUM_CANDIDATES = 3;
/** The next page of reviews is read only if at least this much time is left. */
const TIME_FOR_MORE_MS = 15_000;

interface ProvenPage {
  page: EmployerPage & { rating: number };
  url: string;
}

interface Search {
  query: LookupQuery;
  site: ReviewSiteAdapter;
  pageFetcher: SitePageFetcher;
  country: Country;
  /** Collects the pages of employers with the requested name that state no figures. */
  unrated: EmployerListing[];
}

/**
 * Reads an employer's pages on a review site: searches the site by name, and uses figures only if the page belongs to
 * the employer.
 */
export class SitePages {
  readonly #options: SitePageFetcherOptions;

  constructor(options: SitePageFetcherOptions) {
    this.#options = options;
  }

  /**
   * Reads the pages for the requested country. If no country is requested, reads those for GB and, unless these give
   * figures or several employers of the same name, those for FR. A look-up in light mode takes only the rating and the
   * number of reviews.
   */
  async lookup(query: LookupQuery, site: ReviewSiteAdapter, depth: Depth): Promise<SiteLookup> {
    const { clock, onLookedUp } = this.#options;
    const startedAt = clock.now();
    const lookup = await this.#lookup(query, site, depth);
    onLookedUp?.(site.code, lookup.outcome, clock.now() - startedAt);
    return lookup;
  }

  async #lookup(query: LookupQuery, site: ReviewSiteAdapter, depth: Depth): Promise<SiteLookup> {
    const pageFetcher = new SitePageFetcher(this.#options, site, query);
    const countries: Country[] = query.scope === '*' ? ['GB', 'FR'] : [query.scope];
    const unrated: EmployerListing[] = [];
    let fault: LookupFault | undefined;
    for (const country of countries) {
      try {
        const proven = await findPage({ query, site, pageFetcher, country, unrated });
        if (!proven) continue;
        if ('status' in proven) return { outcome: 'nothing', unclear: proven };
        const { page, url } = proven;
        const figures: SiteFigures = {
          matchedName: page.name,
          url,
          method: 'page',
          rating: page.rating,
          reviewCount: page.reviewCount,
          facts: depth === 'deep' ? describeFigures(page, site.name, languageOf(query.scope)) : [],
          reviews: depth === 'deep' ? await this.#reviews(page, query, pageFetcher) : [],
        };
        return { outcome: 'found', figures };
      } catch (error) {
        fault ??= asFault(error);
      }
    }
    if (fault) return failedLookup(fault);
    const unclear = withoutFigures(unrated);
    return { outcome: 'nothing', ...(unclear ? { unclear } : {}) };
  }

  /**
   * Returns the page's reviews. If they are few and time allows, adds those of the next page. If that page cannot be
   * read, for example because the site requires a log-in, adds none.
   */
  async #reviews(
    { name, reviews, next }: EmployerPage,
    query: LookupQuery,
    pageFetcher: SitePageFetcher,
  ): Promise<Review[]> {
    const leftMs = query.deadlineAt - this.#options.clock.now();
    if (!next || reviews.length >= MAXIMUM_REVIEWS || leftMs < TIME_FOR_MORE_MS) return reviews;
    try {
      const following = await pageFetcher.page(next);
      if (following?.name !== name) return reviews;
      // A site without further reviews shows the first page again.
      const ids = new Set(reviews.map(({ id }) => id));
      return [...reviews, ...following.reviews.filter(({ id }) => !ids.has(id))];
    } catch (error) {
      asFault(error);
      return reviews;
    }
  }
}

/**
 * Tries the site's look-ups in order until one finds an employer, or several (`Unclear`), with exactly the requested
 * name and a rating. The first look-ups are suggestions, which omit some large employers. If no look-up finds one,
 * returns an employer whose name matches otherwise, for example with an additional group word or country. Throws a LookupFault
 * if the pages of an exact match cannot be read. Also throws if nothing is found and a look-up failed or a page could
 * not be read, or if the site answered all look-ups with 404 or 410.
 */
async function findPage(search: Search): Promise<ProvenPage | Unclear | undefined> {
  const { query, site, pageFetcher, country } = search;
  const known = new Set<string>();
  let close: ProvenPage | Unclear | undefined;
  let fault: LookupFault | undefined;
  let answered = false;
  for (const request of site.lookup(squeeze(stripInvisible(wellFormed(query.name))), country)) {
    let rows: Candidate[] | undefined;
    try {
      rows = await pageFetcher.lookup(request);
    } catch (error) {
      fault ??= asFault(error);
    }
    if (!rows) continue;
    answered = true;
    const candidates = rows.filter((row) => isSought(query, row.name) && !known.has(keyOf(row)));
    for (const candidate of candidates) known.add(keyOf(candidate));
    const isExact = ({ name }: Candidate): boolean => isExactlySought(query, name);
    const exact = await mostReviewed(candidates.filter(isExact), search);
    if (exact) return exact;
    const others = candidates.filter((candidate) => !isExact(candidate));
    try {
      close ??= await mostReviewed(others, search);
    } catch (error) {
      fault ??= asFault(error);
    }
  }
  if (close) return close;
  if (fault) throw fault;
  if (!answered) throw changedFault('its search page has moved');
  return undefined;
}

/**
 * Returns the page with the most reviews, or one page of each employer if several have the same name. Undefined if no
 * candidate has a page with a rating. Throws if a candidate's pages cannot be read, because they may be the right ones.
 */
async function mostReviewed(
  candidates: readonly Candidate[],
  search: Search,
): Promise<ProvenPage | Unclear | undefined> {
  const different = [...new Map(candidates.map((candidate) => [keyOf(candidate), candidate])).values()];
  const proven: ProvenPage[] = [];
  for (const candidate of different.slice(0, MAXIMUM_CANDIDATES)) {
    const page = await provePage(candidate, search);
    if (page) proven.push(page);
  }
  return (
    findNamesakes(proven.map(toListing)) ??
    proven.sort((one, other) => other.page.reviewCount - one.page.reviewCount)[0]
  );
}

/**
 * Returns the candidate's first page with a rating. Returns undefined if no page has a rating, or if a page belongs to
 * another company. Throws LookupFault if a page could not be read and no other page was read.
 */
async function provePage(
  candidate: Candidate,
  { query, site, pageFetcher, country, unrated }: Search,
): Promise<ProvenPage | undefined> {
  let fault: LookupFault | undefined;
  let read = false;
  for (const request of site.pages(candidate, country)) {
    try {
      const page = await pageFetcher.page(request);
      if (page === undefined) continue;
      // If the page states no name, its ID must be the candidate's.
      if (page.name === '' && page.id !== undefined && page.id !== candidate.id) return undefined;
      const name = page.name || candidate.name;
      if (!isSought(query, name)) return undefined;
      read = true;
      const { rating } = page;
      if (rating === null || page.reviewCount < 1) {
        unrated.push(toListing({ page: { ...page, name, rating: null }, url: page.url || request.url }));
        continue;
      }
      return { page: { ...page, name, rating }, url: page.url || candidate.url || request.url };
    } catch (error) {
      fault ??= asFault(error);
    }
  }
  if (fault && !read) throw fault;
  return undefined;
}

function toListing({ page, url }: { page: EmployerPage; url: string }): EmployerListing {
  return { matchedName: page.name, url, method: 'page', rating: page.rating, reviewCount: page.reviewCount };
}

/** Rethrows any error that is not a LookupFault, because it is a bug. */
function asFault(error: unknown): LookupFault {
  if (error instanceof LookupFault) return error;
  throw error;
}

function keyOf({ id, url }: Candidate): string {
  return id || url;
}
