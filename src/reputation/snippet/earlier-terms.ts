import type { Kind } from './kinds.ts';
import { isKind, type Break, type SnippetTerm } from './term.ts';

export type EarlierTerms = readonly (SnippetTerm | Break)[];

export function isBeginning(earlier: EarlierTerms): boolean {
  const last = earlier.at(-1);
  return last === undefined || typeof last === 'string' || isKind(last, 'comma', 'dash');
}

/** Terms that may be between a rating and its number of reviews. */
const LABELS: readonly Kind[] = ['label', 'overall', 'joint', 'about', 'gives'];
const OF_A_RATING: readonly Kind[] = [...LABELS, 'raters', 'site', 'name', 'employer', 'verb'];
const LONGEST_BETWEEN = 8;

/** True if a rating precedes and nothing after it could own a number of reviews. */
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
