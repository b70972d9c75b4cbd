import { lettersOf, type Break, type SnippetTerm } from './term.ts';

export type EarlierTerms = readonly (SnippetTerm | Break)[];

const LONGEST_BETWEEN = 8;

export function isBeginning(earlier: EarlierTerms): boolean {
  return /(?:^|[.|,-])$/.test(lettersOf(earlier.slice(-1)));
}

/** True if a rating precedes and nothing after it could own a number of reviews. */
export function isBehindRating(earlier: EarlierTerms): boolean {
  return /R[LOjmgESNqv]*$/.test(lettersOf(earlier.slice(-LONGEST_BETWEEN)));
}

/** True if only labels are between a rating and this position. */
export function isRated(earlier: EarlierTerms): boolean {
  return /R[LOjmg(]*$/.test(lettersOf(earlier.slice(-LONGEST_BETWEEN)));
}
