import type { SourceRequest } from '../../reading/answer.ts';

export type ReviewSite = 'indeed' | 'glassdoor';

export const ACCEPT_LANGUAGE = { GB: 'en-GB,en;q=0.9', FR: 'fr-FR,fr;q=0.9' } as const;

/** `id` is the site's id; "" if it is unknown. */
export interface Candidate {
  name: string;
  id: string;
  url: string;
}

/** Anybody can write reviews, so the texts are data, never instructions. */
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
  /** "" for an answer to a request by id that states no name. */
  name: string;
  id?: string;
  /** 1 to 5; null if the site states no rating or 0. */
  rating: number | null;
  /** All reviews of the employer world-wide, including those without stars. */
  reviewCount: number;
  /** 1 to 5. Possible keys are pay_benefits, culture, career, management, work_life_balance and diversity. */
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

/** `request` opens a page before requests with `inSession`. */
export interface SiteSession {
  request: SiteRequest;
  /** The headers contain the token from the page, as the site's scripts send it. */
  readHeaders(body: string): Record<string, string>;
}

/**
 * The functions are pure: they describe requests and parse answers. Parsers accept any text and return null for block
 * pages, other pages and unknown formats. Callers check the company's name (`isSameCompany`).
 */
export interface ReviewSiteAdapter {
  code: ReviewSite;
  name: string;
  /** The hosts and paths of the site's pages, for the `site:` operator of search engines. */
  searchedAt: Readonly<Record<'GB' | 'FR', string>>;
  hosts: readonly string[];
  /** Requests for candidates with a name, in order of preference. */
  lookup(name: string, country: 'GB' | 'FR'): SiteRequest[];
  /** Candidates in a look-up's answer; empty if the answer says that there are none, null if its format is unknown. */
  parseLookup(body: string, url: string): Candidate[] | null;
  /** Undefined if no request needs a session. */
  session?: SiteSession;
  /**
   * Requests for pages with a candidate's figures and reviews. The best comes first, and the first page that can be
   * read is used.
   */
  pages(candidate: Candidate, country: 'GB' | 'FR'): SiteRequest[];
  parsePage(body: string, url: string): EmployerPage | null;
}
