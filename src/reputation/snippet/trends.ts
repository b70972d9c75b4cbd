import type { Token } from '../../reading/tokens.ts';
import { figureAt, scaleAt } from './figure.ts';
import { phraseEnd } from './vocabularies.ts';

/** A smaller figure is a change and not a rating. */
const LEAST_RATING = 1;

/**
 * Returns the index after a description of how a rating has changed, with the earlier figure or the difference, and the
 * period: "up from 3.6 last year", "fallen by 2 % over the past 12 months", "contre 3,5 l'an dernier". A following "to
 * 3.6" is not included, because it is the current rating.
 */
export function trendEnd(tokens: readonly Token[], at: number): number | undefined {
  const moved = phraseEnd(tokens, at, 'moves');
  if (moved === undefined) {
    // The index is at "|" in "from 3.9 down |to 3.6". "from 3.1 to 3.9" may be a range.
    const way = phraseEnd(tokens, previousRatingEnd(tokens, at), 'way');
    if (way !== undefined && isPreciseRating(tokens, way + 1)) return way;
    const against = ratingEnd(tokens, phraseEnd(tokens, at, 'against'));
    const compared = periodEnd(tokens, against) ?? phraseEnd(tokens, against, 'in-year');
    return compared ?? previousRatingEnd(tokens, phraseEnd(tokens, at, 'leaving'));
  }
  const changed = changeEnd(tokens, phraseEnd(tokens, moved, 'by') ?? moved) ?? moved;
  const end = previousRatingEnd(tokens, changed) ?? changed;
  return periodEnd(tokens, end) ?? end;
}

/** Returns the index after a period: "over the last 12 months", "l'an dernier". */
export function periodEnd(tokens: readonly Token[], at: number | undefined): number | undefined {
  return phraseEnd(tokens, at, 'periods');
}

/** Returns the index after an earlier rating: "from 3.6", "from 3.4 in 2024". */
function previousRatingEnd(tokens: readonly Token[], at: number | undefined): number | undefined {
  const rating = ratingEnd(tokens, phraseEnd(tokens, at, 'from'));
  return phraseEnd(tokens, rating, 'in-year') ?? rating;
}

/** Returns the index after the size of a change: "2 %", "0.2", "0,1 point". */
function changeEnd(tokens: readonly Token[], at: number): number | undefined {
  const figure = figureAt(tokens, at);
  if (!figure) return undefined;
  const points = phraseEnd(tokens, figure.end, 'points');
  if (figure.sign === 'percent' || points !== undefined) return points ?? figure.end;
  return Number(figure.text.replace(',', '.')) < LEAST_RATING ? figure.end : undefined;
}

/**
 * True if a rating with a decimal or a scale ("3.6", "4/5") begins at the token, which cannot be a number of things.
 */
function isPreciseRating(tokens: readonly Token[], at: number): boolean {
  const end = ratingEnd(tokens, at);
  return end !== undefined && (end > at + 1 || /[.,]/.test(tokens[at]?.text ?? ''));
}

/** Returns the index after a figure that can be a rating and, if it has a scale, after the scale: "3.6", "3.6/5". */
export function ratingEnd(tokens: readonly Token[], at: number | undefined): number | undefined {
  const figure = at === undefined ? undefined : figureAt(tokens, at);
  if (!figure || !/^[1-5](?:[.,]\d{1,2})?$/.test(figure.text) || figure.sign !== 'none') return undefined;
  return scaleAt(tokens, figure.end)?.end ?? figure.end;
}
