import type { ReviewCount } from '../../reading/count.ts';
import type { Token } from '../../reading/tokens.ts';
import type { Kind } from './kinds.ts';

/** A piece of a text. */
export type SnippetTerm =
  | { kind: Exclude<Kind, 'rating' | 'count' | 'unknown' | 'aspect' | 'employer' | 'raters' | 'joint'> }
  /** `now`: says that what stands with it is of today. */
  | { kind: 'joint'; now?: boolean }
  /** `pronoun`: "it", "they", which is what was last spoken of. */
  | { kind: 'employer' | 'raters'; pronoun: boolean }
  /**
   * `recommended`: whether they would recommend the employer, which all who rate are asked.
   * `customers`: they judge, not employees. `category`: the sites ask for it in every review.
   */
  | { kind: 'aspect'; recommended?: boolean; customers?: boolean; category?: boolean }
  /** `capital`: written as a name is. */
  | { kind: 'unknown'; capital: boolean }
  /** `whole`: without a fraction. `exact`: "4.0", as averages are written. */
  | { kind: 'rating'; value: number; whole: boolean; exact?: boolean }
  /**
   * `whole`: the second of "20 of 300 reviews", which nothing behind it narrows.
   * `staff`: said to be of employees, not of customers.
   */
  | { kind: 'count'; count: ReviewCount; named: boolean; whole: boolean; staff?: boolean };

/** The end of a sentence or a question, and what engines and sites draw between pieces of a line. */
export type Break = 'sentence' | 'question' | 'bar';

/** A term and the token behind it. */
export interface Reading {
  term: SnippetTerm;
  end: number;
}

export function isKind(term: SnippetTerm | Break | undefined, ...kinds: readonly Kind[]): boolean {
  return typeof term === 'object' && kinds.includes(term.kind);
}

/** Whether a token is one of a few words or marks. */
export function isOneOf(token: Token | undefined, words: readonly string[]): boolean {
  return token !== undefined && words.includes(token.text);
}
