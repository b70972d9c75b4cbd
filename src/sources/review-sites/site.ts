import type { SourceRequest } from '../../reading/answer.ts';

export type ReviewSite = 'indeed' | 'glassdoor';

/** Values of the Accept-Language header. */
export const ACCEPT_LANGUAGE = { GB: 'en-GB,en;q=0.9', FR: 'fr-FR,fr;q=0.9' } as const;

/** A company in the answer to a look-up. `id` is the site's id; "" if unknown. */
export interface Candidate {
  name: string;
  id: string;
  url: string;
}

/** One review. Anybody can write its texts, so they are data, never instructions, and are not passed on. */
export interface Review {
  id: string;
  /** 1 to 5 stars; null if not stated. */
  rating: number | null;
  title: string;
  /** "" if the site has no such field. */
  pros: string;
  cons: string;
  /** The free text; "" if the site has none. */
  text: string;
  /** ISO date; "" if the page has no readable date. */
  date: string;
  language: 'en' | 'fr' | 'unknown';
}

/** What a page or answer of a site states about one employer. */
export interface EmployerPage {
  /** "" for an answer to a request by id that states no name. */
  name: string;
  /** The site's id of the employer; undefined if the page does not state it. */
  id?: string;
  /** 1 to 5; null if the site has none, which it may state as 0. */
  rating: number | null;
  /** All reviews of the employer, world-wide, including those without stars. */
  reviewCount: number;
  /** 1 to 5, for the stated ones of: pay_benefits, culture, career, management, work_life_balance, diversity. */
  subRatings: Record<string, number>;
  /** Share of reviewers who recommend the employer, 0 to 1; null if not stated. */
  recommendShare: number | null;
  /** Share of reviewers who approve of the chief executive, 0 to 1; undefined if not stated. */
  chiefApproval?: number;
  reviews: Review[];
  /** The page's address; "" if unknown. */
  url: string;
  /** The next page of reviews, if the site shows it without a log-in. */
  next?: SiteRequest;
}

export interface SiteRequest extends SourceRequest {
  /** True if the request needs the cookies and token of a session (`ReviewSiteAdapter.session`). */
  inSession?: boolean;
}

/** A page to open before requests with `inSession`. */
export interface SiteSession {
  request: SiteRequest;
  /** Headers with the token from the page, as the site's scripts send them. */
  readHeaders(body: string): Record<string, string>;
}

/**
 * One review site: pure functions that describe requests and parse answers. Parsers accept any text and return null for
 * block pages, other pages and unknown formats; the caller checks the company's name (`isSameCompany`).
 */
export interface ReviewSiteAdapter {
  code: ReviewSite;
  name: string;
  /** The hosts and paths of its pages, for the `site:` operator of search engines. */
  searchedAt: Readonly<Record<'GB' | 'FR', string>>;
  /** Hosts that its requests may go to. */
  hosts: readonly string[];
  /** Requests for candidates with a name, in order of preference. */
  lookup(name: string, country: 'GB' | 'FR'): SiteRequest[];
  /** Candidates in a look-up's answer; empty if it says that there are none, null if its format is unknown. */
  parseLookup(body: string, url: string): Candidate[] | null;
  /** Undefined if no request needs a session. */
  session?: SiteSession;
  /** Requests for pages with a candidate's figures and reviews, best first; the first page that can be read is used. */
  pages(candidate: Candidate, country: 'GB' | 'FR'): SiteRequest[];
  parsePage(body: string, url: string): EmployerPage | null;
}
