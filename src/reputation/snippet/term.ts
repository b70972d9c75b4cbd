import type { ReviewCount } from '../../reading/count.ts';
import type { Token } from '../../reading/tokens.ts';
import { LETTERS, type Kind } from './kinds.ts';

export type SnippetTerm =
  | { kind: Exclude<Kind, 'rating' | 'count' | 'unknown' | 'aspect' | 'employer' | 'raters'> }
  /** `pronoun`: true for a word such as "it" or "they", which refers to what was named last. */
  | { kind: 'employer' | 'raters'; pronoun: boolean }
  /**
   * `recommended`: whether reviewers would recommend the employer. `category`: a sub-rating that the sites ask for in every review.
   */
  | { kind: 'aspect'; recommended?: boolean; category?: boolean }
  /** `review`: text of a single review, such as its title in quotation marks or its author. */
  | { kind: 'unknown'; capital: boolean; review?: boolean }
  /** `whole`: a whole number, also "4.0". `exact`: written with a decimal, as averages are. */
  | { kind: 'rating'; value: number; whole: boolean; exact?: boolean }
  /**
   * `named`: the employer's name is beside it. `whole`: the total in "20 of 300 reviews".
   */
  | { kind: 'count'; count: ReviewCount; named: boolean; whole: boolean };

/** The end of a sentence, the end of a question, or a separator between parts of a line ("·", "|", a line break). */
export type Break = 'sentence' | 'question' | 'bar';

export interface Reading {
  term: SnippetTerm;
  end: number;
}

export function isKind(term: SnippetTerm | Break | undefined, ...kinds: readonly Kind[]): boolean {
  return typeof term === 'object' && kinds.includes(term.kind);
}

export function isOneOf(token: Token | undefined, words: readonly string[]): boolean {
  return token !== undefined && words.includes(token.text);
}

/** Returns one letter for each term (`LETTERS`) and break: "|" for a bar, "." for the other breaks. */
export function lettersOf(terms: readonly (SnippetTerm | Break)[]): string {
  return terms.map((term) => (typeof term === 'string' ? (term === 'bar' ? '|' : '.') : LETTERS[term.kind])).join('');
}
