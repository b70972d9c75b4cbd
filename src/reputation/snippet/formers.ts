import type { Token } from '../../reading/tokens.ts';
import { figureAt } from './figure.ts';
import { ratingEnd } from './trends.ts';
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

/** Returns the index after the earlier number of reviews: "(900 reviews)", "from 900 reviews". */
function countEnd(tokens: readonly Token[], at: number): number | undefined {
  const isBracket = tokens[at]?.text === '(';
  const figure = figureAt(tokens, isBracket ? at + 1 : (phraseEnd(tokens, at, 'on') ?? tokens.length));
  const end = figure && endOf(tokens, figure.end, BESIDE_FIGURES.reviews);
  if (end === undefined || !isBracket) return end;
  return tokens[end]?.text === ')' ? end + 1 : undefined;
}
