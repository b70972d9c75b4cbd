import { stripInvisible } from '../lib/hidden-text.ts';
import { squeeze, wellFormed } from '../lib/text.ts';
import { LookFault } from './ask.ts';
import { MAXIMUM_REVIEWS } from './review-safety.ts';
import { describeFigures } from './site-facts.ts';
import {
  isSought,
  languageOf,
  type Country,
  type Depth,
  type SiteFigures,
  type SiteLook,
  type Sought,
} from './site-look.ts';
import { SiteVisit, type SiteVisitOptions } from './site-visit.ts';
import type { Candidate, EmployerPage, Review, ReviewSiteAdapter } from './sites/site.ts';

/** Employers of one name whose pages are read, to find the one that people mean. */
const MAXIMUM_CANDIDATES = 3;
/** With less time left than this the answer matters more than a further page. */
const TIME_FOR_MORE_MS = 15_000;

/** A page whose employer was proven to be the one asked for, and where it was read. */
interface ProvenPage {
  page: EmployerPage & { rating: number };
  url: string;
}

/** Reads an employer's own pages on a review site: looked up by name, identity proven before a figure is believed. */
export class SitePages {
  readonly #options: SiteVisitOptions;

  constructor(options: SiteVisitOptions) {
    this.#options = options;
  }

  /** Any country: the hosts of GB, then those of FR. Light looks want the figures alone. */
  async look(sought: Sought, site: ReviewSiteAdapter, depth: Depth): Promise<SiteLook> {
    const look = await this.#look(sought, site, depth);
    this.#options.onLooked?.(site.code, look.outcome);
    return look;
  }

  async #look(sought: Sought, site: ReviewSiteAdapter, depth: Depth): Promise<SiteLook> {
    const visit = new SiteVisit(this.#options, site, sought);
    const countries: Country[] = sought.scope === '*' ? ['GB', 'FR'] : [sought.scope];
    let fault: LookFault | undefined;
    for (const country of countries) {
      try {
        const proven = await this.#find(country, sought, site, visit);
        if (!proven) continue;
        const { page, url } = proven;
        const figures: SiteFigures = {
          matchedName: page.name,
          url,
          method: 'page',
          rating: page.rating,
          reviewCount: page.reviewCount,
          facts: depth === 'deep' ? describeFigures(page, site.name, languageOf(sought.scope)) : [],
          reviews: depth === 'deep' ? await this.#reviews(page, sought, visit) : [],
        };
        return { outcome: 'found', figures };
      } catch (error) {
        if (!(error instanceof LookFault)) throw error;
        fault ??= error;
      }
    }
    return fault ? { outcome: 'failed', reason: fault.message } : { outcome: 'nothing' };
  }

  /**
   * Lookup by lookup, until one names an employer of that name that has a
   * rating: suggestions leave out big names, and hold stubs in their place.
   * Throws where one could not be asked and no other knows the employer: that
   * one might have.
   */
  async #find(
    country: Country,
    sought: Sought,
    site: ReviewSiteAdapter,
    visit: SiteVisit,
  ): Promise<ProvenPage | undefined> {
    const known = new Set<string>();
    let fault: LookFault | undefined;
    for (const request of site.lookup(squeeze(stripInvisible(wellFormed(sought.name))), country)) {
      let rows: Candidate[];
      try {
        rows = (await visit.lookup(request)) ?? [];
      } catch (error) {
        if (!(error instanceof LookFault)) throw error;
        fault ??= error;
        continue;
      }
      const candidates = rows.filter((row) => isSought(sought, row.name) && !known.has(keyOf(row)));
      for (const candidate of candidates) known.add(keyOf(candidate));
      const proven = await this.#mostReviewed(candidates, country, sought, site, visit);
      if (proven) return proven;
    }
    if (fault) throw fault;
    return undefined;
  }

  /**
   * Among equals the most-reviewed is the one that people mean. Where one of
   * them cannot be read it may be that one: its LookFault stands for all.
   */
  async #mostReviewed(
    candidates: readonly Candidate[],
    country: Country,
    sought: Sought,
    site: ReviewSiteAdapter,
    visit: SiteVisit,
  ): Promise<ProvenPage | undefined> {
    const different = [...new Map(candidates.map((candidate) => [keyOf(candidate), candidate])).values()];
    let best: ProvenPage | undefined;
    for (const candidate of different.slice(0, MAXIMUM_CANDIDATES)) {
      const proven = await this.#prove(candidate, country, sought, site, visit);
      if (proven && proven.page.reviewCount > (best?.page.reviewCount ?? 0)) best = proven;
    }
    return best;
  }

  /** What the first page that can be read says; `undefined`: no rating there, or the page is another company's. */
  async #prove(
    candidate: Candidate,
    country: Country,
    sought: Sought,
    site: ReviewSiteAdapter,
    visit: SiteVisit,
  ): Promise<ProvenPage | undefined> {
    let fault: LookFault | undefined;
    let read = false;
    for (const request of site.pages(candidate, country)) {
      try {
        const page = await visit.page(request);
        if (page === undefined) continue;
        const name = page.name || candidate.name;
        if (!isSought(sought, name)) return undefined;
        read = true;
        const { rating } = page;
        if (rating === null || page.reviewCount < 1) continue;
        return { page: { ...page, name, rating }, url: page.url || candidate.url || request.url };
      } catch (error) {
        if (!(error instanceof LookFault)) throw error;
        fault ??= error;
      }
    }
    // That there is no such page says something only where nothing stood in the way of another.
    if (fault && !read) throw fault;
    return undefined;
  }

  /** The page's reviews and those of the following page, as far as the site shows it to anybody and time allows. */
  async #reviews({ name, reviews, next }: EmployerPage, sought: Sought, visit: SiteVisit): Promise<Review[]> {
    const leftMs = sought.deadlineAt - this.#options.clock.now();
    if (!next || reviews.length >= MAXIMUM_REVIEWS || leftMs < TIME_FOR_MORE_MS) return reviews;
    try {
      const following = await visit.page(next);
      if (following?.name !== name) return reviews;
      // Where the site shows no further ones it shows the first page again.
      const ids = new Set(reviews.map(({ id }) => id));
      return [...reviews, ...following.reviews.filter(({ id }) => !ids.has(id))];
    } catch (error) {
      if (!(error instanceof LookFault)) throw error;
      return reviews;
    }
  }
}

function keyOf({ id, url }: Candidate): string {
  return id || url;
}
