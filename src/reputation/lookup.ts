import { stripInvisible } from '../lib/hidden-text.ts';
import { foldWords, shorten, squeeze } from '../lib/text.ts';
import { employerIdOf } from '../sources/review-sites/site-url.ts';
import type { FaultKind, LookupFault } from './lookup-fault.ts';
import { companyCacheKey, isSameCompany, type Aliases } from './match/match.ts';
import type { Country } from '../../schemas/index.ts';
import type { Review } from '../sources/review-sites/site.ts';
import type { ReviewLanguage } from './themes/theme.ts';

export type { ReviewLanguage } from './themes/theme.ts';
/** Country asked for; `*` for any. */
export type Scope = Country | '*';
export type Depth = 'light' | 'deep';

/** How a page's name equals the one asked: letter for letter, once forms and group words are gone, by an alias. */
export type Match = 'exact' | 'soft' | 'alias';
/** Where figures were read: a provider's own fields, its text, a page of the site. */
export type FigureMethod = 'structured' | 'snippet' | 'page';

/** What one site says of one employer: proven to be the one asked for. */
export interface SiteFigures {
  matchedName: string;
  url: string;
  method: FigureMethod;
  rating: number;
  reviewCount: number;
  /** The ISO day of figures that are older than a year. */
  asOf?: string;
  /** Sentences on the page's own figures (sub-ratings, recommend share). */
  facts: string[];
  reviews: Review[];
}

/** A page of the asked name; `rating` is null where it states none. */
export interface EmployerListing extends Pick<SiteFigures, 'matchedName' | 'url' | 'method' | 'reviewCount'> {
  rating: number | null;
}

/** Why a site that has pages of the asked name gives no figures: they state none, or are of several employers. */
export interface Unclear {
  status: 'found_without_figures' | 'ambiguous';
  pages: EmployerListing[];
}

/** How the lookup of one employer at one site went. `nothing`: looked, and there are no figures. */
export type SiteLookup =
  | { outcome: 'found'; figures: SiteFigures }
  | { outcome: 'nothing'; unclear?: Unclear }
  | { outcome: 'failed'; kind: FaultKind; reason: string };

export function failedLookup({ kind, message }: Pick<LookupFault, 'kind' | 'message'>): SiteLookup {
  return { outcome: 'failed', kind, reason: message };
}

/** Whom a caller means. */
export interface Employer {
  name: string;
  scope: Scope;
  aliases: Aliases;
}

/** An employer that is looked up. */
export interface LookupQuery extends Employer {
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  /** Those that wait for it, as they are at any time. */
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

/** The asked name itself, its legal form aside: such a page goes before one whose name has a group or country word more. */
export function isExactlySought({ name, aliases }: Employer, candidate: string): boolean {
  return companyCacheKey(name, aliases) === companyCacheKey(candidate, aliases);
}

export function matchOf(name: string, matchedName: string): Match {
  if (foldWords(name) === foldWords(matchedName)) return 'exact';
  return isSameCompany(name, matchedName, { aliases: NO_ALIASES }) ? 'soft' : 'alias';
}

const NO_ALIASES: Aliases = { same: [], different: [] };

/** With fewer reviews a page is a stub, not another employer that may be meant. */
const FEWEST_REVIEWS = 5;

/** The pages where they are of several employers of one name, most-reviewed first; undefined where one can be meant. */
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

/** Pages of the employer that state no figures; undefined where there are none. */
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

/** A page's name as it is stored and shown. */
export function tidyMatchedName(name: string): string {
  return shorten(squeeze(stripInvisible(name)), NAME_CHARACTERS);
}
