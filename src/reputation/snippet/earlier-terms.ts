import type { Kind } from './kinds.ts';
import { isKind, type Break, type SnippetTerm } from './term.ts';

/** The terms of a text before a position. */
export type EarlierTerms = readonly (SnippetTerm | Break)[];

/** Maximum number of terms between an open bracket and its contents. */
const LONGEST_BRACKET = 12;

/** True if the text so far is a single figure that is neither a rating nor a number of reviews. */
export function isFigureAlone(earlier: EarlierTerms): boolean {
  return earlier.length === 1 && isKind(earlier[0], 'figure');
}

export function isInBracket(earlier: EarlierTerms): boolean {
  const last = earlier
    .slice(-LONGEST_BRACKET)
    .findLast((term) => typeof term === 'string' || isKind(term, 'open', 'close'));
  return isKind(last, 'open');
}

/** True if the position is the beginning of its part of the line. */
export function isBeginning(earlier: EarlierTerms): boolean {
  const last = earlier.at(-1);
  return last === undefined || typeof last === 'string' || isKind(last, 'comma', 'dash');
}

/** True if the sentence already has a rating. */
export function hasRating(earlier: EarlierTerms): boolean {
  const from = earlier.findLastIndex((term) => term === 'sentence' || term === 'question');
  return earlier.slice(from + 1).some((term) => isKind(term, 'rating'));
}

/** Terms that may be between a rating and its number of reviews. */
const LABELS: readonly Kind[] = ['label', 'overall', 'joint', 'about', 'gives'];
const OF_A_RATING: readonly Kind[] = [...LABELS, 'raters', 'site', 'name', 'employer', 'verb'];
const LONGEST_BETWEEN = 8;

/** True if the statement already has a rating and nothing else that could own a number of reviews. */
export function isBehindRating(earlier: EarlierTerms): boolean {
  return isKind(
    earlier.slice(-LONGEST_BETWEEN).findLast((term) => !isKind(term, ...OF_A_RATING)),
    'rating',
  );
}

/** True if only labels are between a rating and this position. */
export function isRated(earlier: EarlierTerms): boolean {
  return isKind(
    earlier.slice(-LONGEST_BETWEEN).findLast((term) => !isKind(term, ...LABELS, 'open')),
    'rating',
  );
}
