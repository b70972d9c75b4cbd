import type { Kind } from './kinds.ts';
import { isKind, type Break, type SnippetTerm } from './term.ts';

/** Terms that may stand between a rating and its number of reviews. */
const OF_A_RATING: readonly Kind[] = [
  'label',
  'overall',
  'joint',
  'about',
  'raters',
  'site',
  'name',
  'employer',
  'verb',
  'gives',
];

/** Whether the statement already has a rating and nothing that could own it instead. */
export function isBehindRating(said: readonly (SnippetTerm | Break)[]): boolean {
  const last = said.slice(-8).findLast((term) => !isKind(term, ...OF_A_RATING));
  return isKind(last, 'rating');
}

/** Whether only labels stand between a rating and this position. */
export function isRated(said: readonly (SnippetTerm | Break)[]): boolean {
  const last = said.slice(-8).findLast((term) => !isKind(term, 'label', 'overall', 'joint', 'about', 'open', 'gives'));
  return isKind(last, 'rating');
}
