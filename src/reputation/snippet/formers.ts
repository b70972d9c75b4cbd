import type { Token } from '../../reading/tokens.ts';
import { figureAt } from './figure.ts';
import { isPreciseRating, ratingEnd } from './trends.ts';
import { BESIDE_FIGURES, endOf, PHRASES } from './vocabularies.ts';

/**
 * Index after an earlier figure that precedes the current one; "|" marks the index: "was 3.9, now |3.6", "3.9 a year
 * ago, |3.6 now".
 */
export function formerLeadEnd(tokens: readonly Token[], at: number): number | undefined {
  const earlier = endOf(tokens, at, PHRASES.ago);
  const was =
    endOf(tokens, at, PHRASES.was) ?? (earlier !== undefined && tokens[earlier]?.text === ':' ? earlier + 1 : earlier);
  const stated = ratingEnd(tokens, was ?? at);
  if (stated === undefined) return undefined;
  const dated = was === undefined ? stated : (endOf(tokens, stated, PHRASES['in-year']) ?? stated);
  const rating = was === undefined ? stated : (countEnd(tokens, dated) ?? dated);
  const ago =
    endOf(tokens, rating, PHRASES.ago) ?? (was === undefined ? undefined : endOf(tokens, rating, PHRASES['in-year']));
  const then = endOf(tokens, ago ?? rating, PHRASES.then);
  if (then === undefined || (was === undefined && ago === undefined)) return undefined;
  const now = endOf(tokens, then, PHRASES.now);
  const present = ratingEnd(tokens, now ?? then);
  return present !== undefined && (now ?? endOf(tokens, present, PHRASES.now)) !== undefined
    ? (now ?? then)
    : undefined;
}

/** Index after an earlier rating that follows the current one: "(was 3.9)", ", previously 3.9", "(3.9 in 2021)". */
function formerAsideEnd(tokens: readonly Token[], at: number, thisYear: number): number | undefined {
  const isBracket = tokens[at]?.text === '(';
  if (!isBracket && tokens[at]?.text !== ',') return undefined;
  const was = [PHRASES.was, PHRASES['former-against'], PHRASES.ago]
    .map((words) => endOf(tokens, at + 1, words))
    .find((end) => end !== undefined);
  const rating = was ?? at + 1;
  const stated = isPreciseRating(tokens, rating) ? ratingEnd(tokens, rating) : undefined;
  if (stated === undefined) return undefined;
  const year = endOf(tokens, stated, PHRASES['in-year']);
  const isOver = year !== undefined && Number(tokens[year - 1]?.text) < thisYear;
  const end = (isOver ? year : undefined) ?? endOf(tokens, stated, PHRASES.ago) ?? stated;
  if (was === undefined && end === stated) return undefined;
  if (!isBracket) return was === undefined ? undefined : end;
  return tokens[end]?.text === ')' ? end + 1 : undefined;
}

/** Index after the earlier number of reviews: "(900 reviews)", "from 900 reviews". */
function countEnd(tokens: readonly Token[], at: number): number | undefined {
  const isBracket = tokens[at]?.text === '(';
  const figure = figureAt(tokens, isBracket ? at + 1 : (endOf(tokens, at, PHRASES.on) ?? tokens.length));
  const end = figure && endOf(tokens, figure.end, BESIDE_FIGURES.reviews);
  if (end === undefined || !isBracket) return end;
  return tokens[end]?.text === ')' ? end + 1 : undefined;
}

/**
 * Index after words that mark a rating as the current one, and after an earlier rating if one follows: "now, 3.9 a year
 * ago", "today (3.9 last year)".
 */
function formerTailEnd(tokens: readonly Token[], at: number): number | undefined {
  const now = endOf(tokens, at, PHRASES.now);
  if (now === undefined) return undefined;
  const isBracket = tokens[now]?.text === '(';
  const from = isBracket ? now + 1 : endOf(tokens, now, PHRASES.then);
  const rating = from === undefined ? undefined : ratingEnd(tokens, endOf(tokens, from, PHRASES.was) ?? from);
  const ago = rating === undefined ? undefined : endOf(tokens, rating, PHRASES.ago);
  if (ago === undefined) return now;
  if (!isBracket) return ago;
  return tokens[ago]?.text === ')' ? ago + 1 : now;
}

export function formerEnd(tokens: readonly Token[], at: number, now: number): number | undefined {
  return formerTailEnd(tokens, at) ?? formerAsideEnd(tokens, at, new Date(now).getUTCFullYear());
}
