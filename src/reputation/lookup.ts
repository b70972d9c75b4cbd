import { foldWords } from '../lib/text.ts';
import type { FaultKind, LookupFault } from './lookup-fault.ts';
import { companyCacheKey, isSameCompany, type Aliases, type Country } from './match/match.ts';
import type { Review } from './sites/site.ts';
import type { Language } from './themes/theme.ts';

export type { Country } from './match/match.ts';
export type { Language } from './themes/theme.ts';
/** Country asked for; `*` for any. */
export type Scope = Country | '*';
export type Depth = 'light' | 'deep';

/** How a page's name equals the one asked: letter for letter, once forms and group words are gone, by an alias. */
export type Match = 'exact' | 'soft' | 'alias';
/** Where figures were read: a provider's own fields, its text, a page of the site. */
export type Method = 'structured' | 'snippet' | 'page';

/** What one site says of one employer: proven to be the one asked for. */
export interface SiteFigures {
  matchedName: string;
  url: string;
  method: Method;
  rating: number;
  reviewCount: number;
  /** Sentences on the page's own figures (sub-ratings, recommend share). */
  facts: string[];
  reviews: Review[];
}

/** How the lookup of one employer at one site went. `nothing`: looked, and there is none. */
export type SiteLookup =
  | { outcome: 'found'; figures: SiteFigures }
  | { outcome: 'nothing' }
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
}

export function languageOf(scope: Scope): Language {
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
