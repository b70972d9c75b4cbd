import { lettersOf, type Break, type SnippetTerm } from './term.ts';

export type EarlierTerms = readonly (SnippetTerm | Break)[];

const LONGEST_BETWEEN = 8;

/** True at the beginning of a text, sentence or part of a line, and after a comma or dash. */
export function isBeginning(earlier: EarlierTerms): boolean {
  return /(?:^|[.|,-])$/.test(lettersOf(earlier.slice(-1)));
}

/** True if a rating precedes this position, and no term after the rating could own a number of reviews. */
export function isBehindRating(earlier: EarlierTerms): boolean {
  return /R[LOjmgESNqv]*$/.test(lettersOf(earlier.slice(-LONGEST_BETWEEN)));
}

/** True if a rating precedes this position, with nothing between but labels, joints, verbs of raters and "(". */
export function isRated(earlier: EarlierTerms): boolean {
  return /R[LOjmg(]*$/.test(lettersOf(earlier.slice(-LONGEST_BETWEEN)));
}
