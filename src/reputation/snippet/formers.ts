import type { Token } from '../../reading/tokens.ts';
import { figureAt } from './figure.ts';
import { isPreciseRating, ratingEnd } from './trends.ts';
import { BESIDE_FIGURES, endOf, phraseEnd } from './vocabularies.ts';

/**
 * Returns the index after an earlier figure that precedes the current one: at "|" in "was 3.9, now |3.6" and "3.9 a
 * year ago, |3.6 now".
 */
export function formerLeadEnd(tokens: readonly Token[], at: number): number | undefined {
  const earlier = phraseEnd(tokens, at, 'ago');
  const was =
    phraseEnd(tokens, at, 'was') ?? (earlier !== undefined && tokens[earlier]?.text === ':' ? earlier + 1 : earlier);
  const stated = ratingEnd(tokens, was ?? at);
  if (stated === undefined) return undefined;
  const dated = was === undefined ? stated : (phraseEnd(tokens, stated, 'in-year') ?? stated);
  const rating = was === undefined ? stated : (countEnd(tokens, dated) ?? dated);
  const ago =
    phraseEnd(tokens, rating, 'ago') ?? (was === undefined ? undefined : phraseEnd(tokens, rating, 'in-year'));
  const then = phraseEnd(tokens, ago ?? rating, 'then');
  if (then === undefined || (was === undefined && ago === undefined)) return undefined;
  const now = phraseEnd(tokens, then, 'now');
  const present = ratingEnd(tokens, now ?? then);
  return present !== undefined && (now ?? phraseEnd(tokens, present, 'now')) !== undefined ? (now ?? then) : undefined;
}

/** Returns the index after an earlier rating that follows the current one: "(was 3.9)", "(3.9 in 2021)". */
function formerAsideEnd(tokens: readonly Token[], at: number, thisYear: number): number | undefined {
  const isBracket = tokens[at]?.text === '(';
  if (!isBracket && tokens[at]?.text !== ',') return undefined;
  const was =
    phraseEnd(tokens, at + 1, 'was') ?? phraseEnd(tokens, at + 1, 'former-against') ?? phraseEnd(tokens, at + 1, 'ago');
  const rating = was ?? at + 1;
  const stated = isPreciseRating(tokens, rating) ? ratingEnd(tokens, rating) : undefined;
  if (stated === undefined) return undefined;
  const year = phraseEnd(tokens, stated, 'in-year');
  const isOver = year !== undefined && Number(tokens[year - 1]?.text) < thisYear;
  const end = (isOver ? year : undefined) ?? phraseEnd(tokens, stated, 'ago') ?? stated;
  if (was === undefined && end === stated) return undefined;
  if (!isBracket) return was === undefined ? undefined : end;
  return tokens[end]?.text === ')' ? end + 1 : undefined;
}

/** Returns the index after the earlier number of reviews: "(900 reviews)", "from 900 reviews". */
function countEnd(tokens: readonly Token[], at: number): number | undefined {
  const isBracket = tokens[at]?.text === '(';
  const figure = figureAt(tokens, isBracket ? at + 1 : (phraseEnd(tokens, at, 'on') ?? tokens.length));
  const end = figure && endOf(tokens, figure.end, BESIDE_FIGURES.reviews);
  if (end === undefined || !isBracket) return end;
  return tokens[end]?.text === ')' ? end + 1 : undefined;
}

/**
 * Returns the index after words that mark a rating as the current one, and after an earlier rating if one follows:
 * "now, 3.9 a year ago", "today (3.9 last year)".
 */
function formerTailEnd(tokens: readonly Token[], at: number): number | undefined {
  const now = phraseEnd(tokens, at, 'now');
  if (now === undefined) return undefined;
  const isBracket = tokens[now]?.text === '(';
  const from = isBracket ? now + 1 : phraseEnd(tokens, now, 'then');
  const ago = phraseEnd(tokens, ratingEnd(tokens, phraseEnd(tokens, from, 'was') ?? from), 'ago');
  if (ago === undefined) return now;
  if (!isBracket) return ago;
  return tokens[ago]?.text === ')' ? ago + 1 : now;
}

/** Returns the index after the words that follow a current rating: "(was 3.9)", "now, 3.9 a year ago". */
export function formerEnd(tokens: readonly Token[], at: number, now: number): number | undefined {
  return formerTailEnd(tokens, at) ?? formerAsideEnd(tokens, at, new Date(now).getUTCFullYear());
}
