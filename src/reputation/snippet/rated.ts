import type { Kind } from './kinds.ts';
import { isKind, type Break, type SnippetTerm } from './term.ts';

/** What may stand between a rating and how many have given it. */
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

/** Whether a rating stands before here in its statement, and nothing that it may not be of. */
export function isBehindRating(said: readonly (SnippetTerm | Break)[]): boolean {
  const last = said.slice(-8).findLast((term) => !isKind(term, ...OF_A_RATING));
  return isKind(last, 'rating');
}

/** Whether nothing but labels stands between a rating and here. */
export function isRated(said: readonly (SnippetTerm | Break)[]): boolean {
  const last = said.slice(-8).findLast((term) => !isKind(term, 'label', 'overall', 'joint', 'about', 'open', 'gives'));
  return isKind(last, 'rating');
}
