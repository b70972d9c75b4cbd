import type { SourceRequest } from '../../reading/answer.ts';

export type ReviewSite = 'indeed' | 'glassdoor';

/** Accept-Language for each country's hosts. */
export const ACCEPT_LANGUAGE = { GB: 'en-GB,en;q=0.9', FR: 'fr-FR,fr;q=0.9' } as const;

/** A company named in a look-up's answer or in an address. `id` is the site's own. */
export interface Candidate {
  name: string;
  id: string;
  url: string;
}

/** One review. Anybody can write its texts: they are data, never instructions, and are not passed on. */
export interface Review {
  id: string;
  /** 1–5 stars; null when not given. */
  rating: number | null;
  title: string;
  /** "" if the site has no such field. */
  pros: string;
  cons: string;
  /** The free text, if the site has one beside pros and cons. */
  text: string;
  /** ISO day; "" if the page has no readable date. */
  date: string;
  language: 'en' | 'fr' | 'unknown';
}

/** What a page or answer of a site states about one employer. */
export interface EmployerPage {
  /** "" for an answer by id without a name. */
  name: string;
  /** The site's id of the employer; absent if the page does not state it. */
  id?: string;
  /** 1–5; null if the site has none (it states 0). */
  rating: number | null;
  /** All its reviews, world-wide, including those without stars. */
  reviewCount: number;
  /** 1–5 by name: pay_benefits, culture, career, management, work_life_balance, diversity; only those stated. */
  subRatings: Record<string, number>;
  /** Share of reviewers who recommend the employer, 0–1; null if not stated. */
  recommendShare: number | null;
  /** Share that approves of the chief executive, 0–1; absent if not stated. */
  chiefApproval?: number;
  reviews: Review[];
  /** The page's address; "" if unknown. */
  url: string;
  /** The next page of its reviews, if the site shows it without a log-in. */
  next?: SiteRequest;
}

/** A request described by an adapter; `browser`: only a browser gets an answer. */
export interface SiteRequest extends SourceRequest {
  /** Sent with the cookies and the token of a session (`ReviewSiteAdapter.session`). */
  inSession?: boolean;
}

/** The page to open before requests of a session. */
export interface SiteSession {
  request: SiteRequest;
  /** Headers from that page: the token that the site's scripts send. */
  readHeaders(body: string): Record<string, string>;
}

/**
 * One review site: pure functions that describe requests and read answers. Readers accept any text and return null for
 * block pages, other pages and unknown forms; they never invent a figure. The caller checks whether a candidate or
 * page is the requested company (`isSameCompany`).
 */
export interface ReviewSiteAdapter {
  code: ReviewSite;
  name: string;
  /** Where its pages are, by country, for the `site:` operator of search engines. */
  searchedAt: Readonly<Record<'GB' | 'FR', string>>;
  /** Hosts its requests go to. */
  hosts: readonly string[];
  /** Candidate lookups for a name, in order. */
  lookup(name: string, country: 'GB' | 'FR'): SiteRequest[];
  /** Candidates in a look-up's answer; [] if it says that there are none, null if the answer is not recognised. */
  parseLookup(body: string, url: string): Candidate[] | null;
  /** Absent if the site needs none. */
  session?: SiteSession;
  /** Pages with a candidate's figures and reviews, best first: the first that can be read is used. */
  pages(candidate: Candidate, country: 'GB' | 'FR'): SiteRequest[];
  parsePage(body: string, url: string): EmployerPage | null;
}
