import { foldWords } from '../lib/text.ts';
import { isSameCompany, type Aliases, type Country } from './match/match.ts';
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

/** How one look at one site went. `nothing`: looked, and there is none. */
export type SiteLook =
  | { outcome: 'found'; figures: SiteFigures }
  | { outcome: 'nothing' }
  | { outcome: 'failed'; reason: string };

/** Whom a caller means. */
export interface Asked {
  name: string;
  scope: Scope;
  aliases: Aliases;
}

/** Whom to look for, and for how long. */
export interface Sought extends Asked {
  /** Milliseconds since the epoch. */
  deadlineAt: number;
}

export function languageOf(scope: Scope): Language {
  return scope === 'FR' ? 'fr' : 'en';
}

export function isSought(sought: Asked, candidate: string): boolean {
  return isSameCompany(sought.name, candidate, {
    ...(sought.scope === '*' ? {} : { country: sought.scope }),
    aliases: sought.aliases,
  });
}

export function matchOf(name: string, matchedName: string): Match {
  if (foldWords(name) === foldWords(matchedName)) return 'exact';
  return isSameCompany(name, matchedName, { aliases: NO_ALIASES }) ? 'soft' : 'alias';
}

const NO_ALIASES: Aliases = { same: [], different: [] };
