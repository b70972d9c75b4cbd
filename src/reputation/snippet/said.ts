import type { Kind } from './kinds.ts';
import { isKind, type Break, type SnippetTerm } from './term.ts';

/** The terms of a text before a position. */
export type Said = readonly (SnippetTerm | Break)[];

/** Maximum number of terms between an open bracket and its contents. */
const LONGEST_BRACKET = 12;

/** Whether the text so far is only a figure, which a heading before it would explain. */
export function isFigureAlone(said: Said): boolean {
  return said.length === 1 && isKind(said[0], 'figure');
}

/** Whether a bracket is open at the position. */
export function isInBracket(said: Said): boolean {
  const last = said
    .slice(-LONGEST_BRACKET)
    .findLast((term) => typeof term === 'string' || isKind(term, 'open', 'close'));
  return isKind(last, 'open');
}

/** Whether the position is the beginning of its part of the line. */
export function isBeginning(said: Said): boolean {
  const last = said.at(-1);
  return last === undefined || typeof last === 'string' || isKind(last, 'comma', 'dash');
}

/** Whether the sentence already has a rating. */
export function isSaid(said: Said): boolean {
  const from = said.findLastIndex((term) => term === 'sentence' || term === 'question');
  return said.slice(from + 1).some((term) => isKind(term, 'rating'));
}

/** Terms that may be between a rating and its number of reviews. */
const LABELS: readonly Kind[] = ['label', 'overall', 'joint', 'about', 'gives'];
const OF_A_RATING: readonly Kind[] = [...LABELS, 'raters', 'site', 'name', 'employer', 'verb'];
const LONGEST_BETWEEN = 8;

/** Whether the statement already has a rating and nothing else that could own it. */
export function isBehindRating(said: Said): boolean {
  return isKind(
    said.slice(-LONGEST_BETWEEN).findLast((term) => !isKind(term, ...OF_A_RATING)),
    'rating',
  );
}

/** Whether only labels are between a rating and this position. */
export function isRated(said: Said): boolean {
  return isKind(
    said.slice(-LONGEST_BETWEEN).findLast((term) => !isKind(term, ...LABELS, 'open')),
    'rating',
  );
}
