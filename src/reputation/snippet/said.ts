import { isKind, type Break, type SnippetTerm } from './term.ts';

/** The terms of a text up to a place. */
export type Said = readonly (SnippetTerm | Break)[];

/** An open bracket is looked for so far back. */
const LONGEST_BRACKET = 12;

/** The text so far is a figure of nobody knows what: of what a heading before it would say. */
export function isFigureAlone(said: Said): boolean {
  return said.length === 1 && isKind(said[0], 'figure');
}

/** A bracket is open. */
export function isInBracket(said: Said): boolean {
  const last = said
    .slice(-LONGEST_BRACKET)
    .findLast((term) => typeof term === 'string' || isKind(term, 'open', 'close'));
  return isKind(last, 'open');
}

/** Nothing stands before it in its part of the line. */
export function isBeginning(said: Said): boolean {
  const last = said.at(-1);
  return last === undefined || typeof last === 'string' || isKind(last, 'comma', 'dash');
}

/** The sentence has a rating already. */
export function isSaid(said: Said): boolean {
  const from = said.findLastIndex((term) => term === 'sentence' || term === 'question');
  return said.slice(from + 1).some((term) => isKind(term, 'rating'));
}
