import { stripInvisible } from '../lib/hidden-text.ts';
import { foldWords, shorten, squeeze } from '../lib/text.ts';
import { employerIdOf } from '../sources/review-sites/site-url.ts';
import type { FaultKind, LookupFault } from './lookup-fault.ts';
import { companyCacheKey, isSameCompany, type Aliases } from './match/match.ts';
import type { Country } from '../../schemas/index.ts';
import type { Review, ReviewSite } from '../sources/review-sites/site.ts';
import type { ReviewLanguage } from './themes/theme.ts';

export type { ReviewLanguage } from './themes/theme.ts';
/** `*`: no country was requested. */
export type Scope = Country | '*';
export type Depth = 'light' | 'deep';

/**
 * How a page's company name matches the requested name. `exact`: all words are equal; `soft`: the names are equal only
 * without words such as legal forms; `alias`: the requested name is known as another name of the company.
 */
export type Match = 'exact' | 'soft' | 'alias';
/**
 * Where figures were read. `structured`: a search provider's fields; `snippet`: a search provider's text; `page`: a
 * page of the review site.
 */
export type FigureMethod = 'structured' | 'snippet' | 'page';

export interface SiteFigures {
  matchedName: string;
  url: string;
  method: FigureMethod;
  rating: number;
  reviewCount: number;
  /** ISO date of the figures if they are known to be more than a year old; otherwise absent. */
  asOf?: string;
  /**
   * Sentences about the page's other figures, such as sub-ratings or the share of reviewers who recommend the employer.
   */
  facts: string[];
  reviews: Review[];
}

/**
 * A page whose company name matches the requested one; `rating` is null if no rating with a number of reviews was
 * found.
 */
export interface EmployerListing extends Pick<SiteFigures, 'matchedName' | 'url' | 'method' | 'reviewCount'> {
  rating: number | null;
}

/** Why a site's matching pages give no figures: the pages state none, or they belong to several employers. */
export interface Unclear {
  status: 'found_without_figures' | 'ambiguous';
  pages: EmployerListing[];
}

export interface LookupFailure {
  site: ReviewSite;
  kind: FaultKind;
  reason: string;
  /** Only for `skipped`: codes of the sources to which the call sent no more requests, because they kept failing. */
  skipped?: readonly string[];
}

/** `nothing`: the source could be read but gave no usable figures. */
export type SiteLookup =
  | { outcome: 'found'; figures: SiteFigures }
  | { outcome: 'nothing'; unclear?: Unclear }
  | ({ outcome: 'failed' } & Omit<LookupFailure, 'site'>);

export function failedLookup({ kind, message }: Pick<LookupFault, 'kind' | 'message'>): SiteLookup {
  return { outcome: 'failed', kind, reason: message };
}

export interface Employer {
  name: string;
  scope: Scope;
  aliases: Aliases;
}

export interface LookupQuery extends Employer {
  deadlineAt: number;
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
 * True if the names have the same key (`companyCacheKey`): they may differ in case, accents, punctuation, spellings
 * such as "&" or ".com" and, unless the aliases distinguish companies by it, legal form. Pages with such a name are
 * preferred to pages whose name has an additional group word or country ("Tesco Group").
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

/**
 * If the pages belong to several employers with the same name, returns one page of each (at most `MOST_LISTED`), those
 * with the most reviews first. Undefined if all belong to one employer, or if the names differ.
 */
export function findNamesakes(pages: readonly EmployerListing[]): Unclear | undefined {
  const different: EmployerListing[] = [];
  for (const page of pages.filter(({ reviewCount }) => reviewCount >= FEWEST_REVIEWS))
    if (!different.some((other) => isOfOneEmployer(page, other))) different.push(page);
  const names = new Set(different.map(({ matchedName }) => companyCacheKey(matchedName)));
  if (different.length < 2 || names.size > 1) return undefined;
  different.sort((one, other) => other.reviewCount - one.reviewCount);
  return { status: 'ambiguous', pages: different.slice(0, MOST_LISTED).map(toListing) };
}

/** True if the pages have the same ID or the same figures. */
function isOfOneEmployer(one: EmployerListing, other: EmployerListing): boolean {
  if (employerIdOf(one.url) === employerIdOf(other.url)) return true;
  return one.rating === other.rating && one.reviewCount === other.reviewCount;
}

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

export function tidyMatchedName(name: string): string {
  return shorten(squeeze(stripInvisible(name)), NAME_CHARACTERS);
}
