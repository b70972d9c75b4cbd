import { stripInvisible } from '../lib/hidden-text.ts';
import { foldWords, shorten, squeeze } from '../lib/text.ts';
import { employerIdOf } from '../sources/review-sites/site-url.ts';
import type { FaultKind, LookupFault } from './lookup-fault.ts';
import { companyCacheKey, isSameCompany, type Aliases } from './match/match.ts';
import type { Country } from '../../schemas/index.ts';
import type { Review } from '../sources/review-sites/site.ts';
import type { ReviewLanguage } from './themes/theme.ts';

export type { ReviewLanguage } from './themes/theme.ts';
/** The requested country; `*` for any. */
export type Scope = Country | '*';
export type Depth = 'light' | 'deep';

/** How a page's name matches the requested one: exactly, without legal forms and group words, or by an alias. */
export type Match = 'exact' | 'soft' | 'alias';
/** Where figures were read: in a provider's structured fields, in its text, or on a page of the site. */
export type FigureMethod = 'structured' | 'snippet' | 'page';

/** One site's figures for the requested employer. */
export interface SiteFigures {
  matchedName: string;
  url: string;
  method: FigureMethod;
  rating: number;
  reviewCount: number;
  /** The ISO day of the figures if they are older than a year. */
  asOf?: string;
  /** Sentences about the page's other figures (sub-ratings, share who would recommend the employer). */
  facts: string[];
  reviews: Review[];
}

/** A page whose name matches; `rating` is null if it states none. */
export interface EmployerListing extends Pick<SiteFigures, 'matchedName' | 'url' | 'method' | 'reviewCount'> {
  rating: number | null;
}

/** Why a site has matching pages but no figures: the pages state none, or belong to several employers. */
export interface Unclear {
  status: 'found_without_figures' | 'ambiguous';
  pages: EmployerListing[];
}

/** The outcome of a lookup at one site. `nothing`: the site was read and has no figures. */
export type SiteLookup =
  | { outcome: 'found'; figures: SiteFigures }
  | { outcome: 'nothing'; unclear?: Unclear }
  | { outcome: 'failed'; kind: FaultKind; reason: string };

export function failedLookup({ kind, message }: Pick<LookupFault, 'kind' | 'message'>): SiteLookup {
  return { outcome: 'failed', kind, reason: message };
}

/** The employer that a caller asks about. */
export interface Employer {
  name: string;
  scope: Scope;
  aliases: Aliases;
}

/** An employer with the deadline of its look-up. */
export interface LookupQuery extends Employer {
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  /** Accounts that wait for the result; may change while the look-up runs. */
  accounts?: ReadonlySet<string> | undefined;
}

export function languageOf(scope: Scope): ReviewLanguage {
  return scope === 'FR' ? 'fr' : 'en';
}

export function isSought(employer: Employer, candidate: string): boolean {
  return isSameCompany(employer.name, candidate, {
    ...(employer.scope === '*' ? {} : { country: employer.scope }),
    aliases: employer.aliases,
  });
}

/**
 * Whether a name equals the requested one except for the legal form. Such pages rank before those with an additional
 * group word or country.
 */
export function isExactlySought({ name, aliases }: Employer, candidate: string): boolean {
  return companyCacheKey(name, aliases) === companyCacheKey(candidate, aliases);
}

export function matchOf(name: string, matchedName: string): Match {
  if (foldWords(name) === foldWords(matchedName)) return 'exact';
  return isSameCompany(name, matchedName, { aliases: NO_ALIASES }) ? 'soft' : 'alias';
}

const NO_ALIASES: Aliases = { same: [], different: [] };

/** A page with fewer reviews is a stub and does not count as another employer. */
const FEWEST_REVIEWS = 5;

/** If the pages belong to several employers with one name, returns them, most reviews first; otherwise undefined. */
export function findNamesakes(pages: readonly EmployerListing[]): Unclear | undefined {
  const byEmployer = new Map<string, EmployerListing>();
  for (const page of pages) {
    const id = employerIdOf(page.url);
    const figures = `${page.rating} ${page.reviewCount}`;
    const isKnown = [...byEmployer.values()].some((other) => `${other.rating} ${other.reviewCount}` === figures);
    if (page.reviewCount >= FEWEST_REVIEWS && !isKnown && !byEmployer.has(id)) byEmployer.set(id, page);
  }
  const names = new Set([...byEmployer.values()].map(({ matchedName }) => companyCacheKey(matchedName)));
  if (byEmployer.size < 2 || names.size > 1) return undefined;
  const listed = [...byEmployer.values()].sort((one, other) => other.reviewCount - one.reviewCount);
  return { status: 'ambiguous', pages: listed.slice(0, MOST_LISTED).map(toListing) };
}

/** Returns the employer's pages without figures; undefined if there are none. */
export function withoutFigures(pages: readonly EmployerListing[]): Unclear | undefined {
  return pages.length === 0
    ? undefined
    : { status: 'found_without_figures', pages: pages.slice(0, MOST_LISTED).map(toListing) };
}

const MOST_LISTED = 5;
const NAME_CHARACTERS = 200;

function toListing({ matchedName, url, method, rating, reviewCount }: EmployerListing): EmployerListing {
  return { matchedName: tidyMatchedName(matchedName), url, method, rating, reviewCount };
}

/** Cleans and shortens a page's name for storing and showing. */
export function tidyMatchedName(name: string): string {
  return shorten(squeeze(stripInvisible(name)), NAME_CHARACTERS);
}
