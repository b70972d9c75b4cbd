import type { SourceRequest } from '../../reading/answer.ts';

/** The review sites that are read (SPEC §4). */
export type ReviewSite = 'indeed' | 'glassdoor';

/** Languages to ask a national host for. */
export const ACCEPT_LANGUAGE = { GB: 'en-GB,en;q=0.9', FR: 'fr-FR,fr;q=0.9' } as const;

/** A company as a lookup's answer or an address names it. `id` is the site's own. */
export interface Candidate {
  name: string;
  id: string;
  url: string;
}

/** One review. Its texts are written by anybody: data, never instructions, and never passed on. */
export interface Review {
  id: string;
  /** 1–5 stars; null when not given. */
  rating: number | null;
  title: string;
  /** "" where the site has no such field. */
  pros: string;
  cons: string;
  /** The free text, where the site has one beside pros and cons. */
  text: string;
  /** ISO day where the page gives one that can be read, else "". */
  date: string;
  language: 'en' | 'fr' | 'unknown';
}

/** What a page or answer of a site says about one employer. */
export interface EmployerPage {
  /** "" in an answer to a question by id that names nobody. */
  name: string;
  /** The site's own id of the employer; absent where the page does not say it. */
  id?: string;
  /** 1–5; null when the site has none (it writes 0). */
  rating: number | null;
  /** All its reviews, world-wide, those without stars too. */
  reviewCount: number;
  /** 1–5 by name: pay_benefits, culture, career, management, work_life_balance, diversity; only those given. */
  subRatings: Record<string, number>;
  /** Share of reviewers that would recommend the employer, 0–1; null when not given. */
  recommendShare: number | null;
  /** Share that approves of the chief executive, 0–1; absent where not given. */
  chiefApproval?: number;
  reviews: Review[];
  /** The page's own address, "" when neither it nor the answer's address is known. */
  url: string;
  /** The following page of its reviews, where the site shows it to anybody. */
  next?: SiteRequest;
}

/** A request that an adapter describes; `browser`: only a browser gets an answer. */
export interface SiteRequest extends SourceRequest {
  /** Asked with the cookies and the token of a visit to the site (`ReviewSiteAdapter.session`). */
  inSession?: boolean;
}

/** The visit that requests of a session need. */
export interface SiteSession {
  request: SiteRequest;
  /** Headers out of the page: the token that its own scripts send. */
  readHeaders(body: string): Record<string, string>;
}

/**
 * One review site: pure descriptions of requests and readers of answers. The
 * readers take any text and answer null for walls, other pages and shapes that
 * they do not know; they never invent a figure. Whether a candidate or page is the company asked for
 * is the caller's to prove (`isSameCompany`).
 */
export interface ReviewSiteAdapter {
  code: ReviewSite;
  name: string;
  /** Where its pages stand by country, as the `site:` of search engines takes it. */
  searchedAt: Readonly<Record<'GB' | 'FR', string>>;
  /** Hosts its requests go to. */
  hosts: readonly string[];
  /** Candidate lookups for a name, in order. */
  lookup(name: string, country: 'GB' | 'FR'): SiteRequest[];
  /** Candidates found in a lookup's answer; [] where it says that there are none, null where it is no answer that is known. */
  parseLookup(body: string, url: string): Candidate[] | null;
  /** Absent: the site needs none. */
  session?: SiteSession;
  /** Where a candidate's figures and reviews may be read, best first: the first page that parses is enough. */
  pages(candidate: Candidate, country: 'GB' | 'FR'): SiteRequest[];
  parsePage(body: string, url: string): EmployerPage | null;
}
