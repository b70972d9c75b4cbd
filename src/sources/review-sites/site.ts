import type { SourceRequest } from '../../reading/answer.ts';

export type ReviewSite = 'indeed' | 'glassdoor';

export const ACCEPT_LANGUAGE = { GB: 'en-GB,en;q=0.9', FR: 'fr-FR,fr;q=0.9' } as const;

/** `id` is the site's id; "" if it is unknown. */
export interface Candidate {
  name: string;
  id: string;
  url: string;
}

/** Anybody can write reviews, so their texts must never be treated as instructions to a language model. */
export interface Review {
  id: string;
  /** 1 to 5 stars; null if not stated. */
  rating: number | null;
  title: string;
  pros: string;
  cons: string;
  text: string;
  /** ISO date; "" if the page has no readable date. */
  date: string;
  language: 'en' | 'fr' | 'unknown';
}

export interface EmployerPage {
  /** "" if the page was requested by the employer's ID and states no name. */
  name: string;
  id?: string;
  /** 1 to 5; null if the site states no rating or 0. */
  rating: number | null;
  /** All reviews of the employer world-wide, including those without stars. */
  reviewCount: number;
  /** Ratings from 1 to 5, by aspect: pay_benefits, culture, career, management, work_life_balance, diversity. */
  subRatings: Record<string, number>;
  /** Share of reviewers who recommend the employer, 0 to 1; null if not stated. */
  recommendShare: number | null;
  /** Share of reviewers who approve of the chief executive, 0 to 1; undefined if not stated. */
  chiefApproval?: number;
  reviews: Review[];
  url: string;
  /** The next page of reviews, if the site shows it without a log-in. */
  next?: SiteRequest;
}

export interface SiteRequest extends SourceRequest {
  /** True if the request needs the cookies and token of a session (`ReviewSiteAdapter.session`). */
  inSession?: boolean;
}

export interface SiteSession {
  /** Opens the page that sets the cookies and contains the token. Sent before the first request with `inSession`. */
  request: SiteRequest;
  /** Returns the headers in which the site's scripts send the token from this page; empty if it has no token. */
  readHeaders(body: string): Record<string, string>;
}

/**
 * The functions are pure: they describe requests and parse answers. Parsers accept any text and return null for block
 * pages, other pages and unknown formats. They do not check the company's name (`isSameCompany`).
 */
export interface ReviewSiteAdapter {
  code: ReviewSite;
  name: string;
  /** What the `site:` operator of search engines needs to find the site's pages: "uk.indeed.com/cmp". */
  searchedAt: Readonly<Record<'GB' | 'FR', string>>;
  hosts: readonly string[];
  /** Returns requests that find candidates by name, in order of preference. */
  lookup(name: string, country: 'GB' | 'FR'): SiteRequest[];
  /** Reads the candidates in an answer to `lookup`. Returns an empty list if the answer says that there are none. */
  parseLookup(body: string, url: string): Candidate[] | null;
  /** Undefined if no request needs a session. */
  session?: SiteSession;
  /**
   * Returns requests for pages with a candidate's figures and reviews, the best first. The first page with a rating is
   * used.
   */
  pages(candidate: Candidate, country: 'GB' | 'FR'): SiteRequest[];
  parsePage(body: string, url: string): EmployerPage | null;
}
