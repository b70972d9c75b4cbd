import type { ReviewCount } from '../../reading/count.ts';
import type { Token } from '../../reading/tokens.ts';
import { LETTERS, type Kind } from './kinds.ts';

export type SnippetTerm =
  | { kind: Exclude<Kind, 'rating' | 'count' | 'unknown' | 'aspect' | 'employer' | 'raters'> }
  /** `pronoun`: "it" or "they", which refers to what was named last. */
  | { kind: 'employer' | 'raters'; pronoun: boolean }
  /**
   * `recommended`: whether reviewers would recommend the employer. `customers`: rated by customers, not employees.
   * `category`: the sites ask for it in every review.
   */
  | { kind: 'aspect'; recommended?: boolean; customers?: boolean; category?: boolean }
  /** `review`: several words in quotation marks, or the author of a single review. */
  | { kind: 'unknown'; capital: boolean; review?: boolean }
  /** `whole`: without a decimal. `exact`: written like "4.0", as averages are. */
  | { kind: 'rating'; value: number; whole: boolean; exact?: boolean }
  /**
   * `named`: the employer's name is beside it. `whole`: the total in "20 of 300 reviews". `staff`: the text says that
   * employees wrote the reviews.
   */
  | { kind: 'count'; count: ReviewCount; named: boolean; whole: boolean; staff?: boolean };

/** The end of a sentence or a question, or a separator that search engines and sites put between parts of a line. */
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

/** One letter for each term, and for each break. */
export function lettersOf(terms: readonly (SnippetTerm | Break)[]): string {
  return terms.map((term) => (typeof term === 'string' ? (term === 'bar' ? '|' : '.') : LETTERS[term.kind])).join('');
}
