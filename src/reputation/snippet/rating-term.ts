import { readRating } from '../../reading/rating.ts';
import type { Token } from '../../reading/tokens.ts';
import type { CountReader } from './counts.ts';
import { figureAt, isCutAt, scaleAt, starsEnd, type Figure } from './figure.ts';
import type { Reading } from './term.ts';
import { BESIDE_FIGURES, endOf } from './vocabularies.ts';

const QUOTES = `"'“”«‘`;

/**
 * Reads a figure that is not a number of reviews: a rating with or without its scale, a bar of a histogram ("5 stars:
 * 310 reviews"), or a figure of unknown meaning.
 */
export function readRatingTerm(tokens: readonly Token[], figure: Figure, counts: CountReader): Reading {
  const starred = starsEnd(tokens, figure.end);
  const scale = scaleAt(tokens, starred);
  if (scale && scale.of !== 5) {
    // "7 of 20 reviews": 20 is a count and not a scale.
    const counted = figureAt(tokens, scale.at);
    const isRating = readRating(figure.text) !== null && Number.isNaN(scale.of);
    const isPart = !isRating && counted !== undefined && counts.reviewsEnd(counted.end) !== undefined;
    // "note moyenne : 3,5 sur 120 avis": the decimal shows that 3,5 is a rating.
    if (!isPart || !/[.,]/.test(figure.text)) return { term: { kind: 'figure' }, end: isPart ? figure.end : scale.end };
  }
  const end = scale?.of === 5 ? starsEnd(tokens, scale.end) : starred;
  const next = tokens[end]?.text;
  // "rated 3. …": the rest of the figure was cut off.
  const isCut = scale === undefined && isCutAt(tokens, end);
  // "4 out of 5 employees would …": a share of people.
  const isShare = figure.text.length === 1 && scale && endOf(tokens, end, BESIDE_FIGURES.raters) !== undefined;
  if (isShare) return { term: { kind: 'figure' }, end };
  const isBar = figure.text.length === 1 && (!scale || next === ':');
  if (isBar && end > figure.end) return { term: { kind: 'aspect' }, end };
  const value = /^\d(?:[.,]\d{1,2})?$/.test(figure.text) ? readRating(figure.text) : null;
  if (value === null || isBar || isCut) return { term: { kind: 'figure' }, end };
  // "4.0" is how averages are written, but after a quotation mark it is a single review's rating.
  const exact = figure.text.length > 1 && !QUOTES.includes(tokens[figure.end - 2]?.text ?? ' ');
  return { term: { kind: 'rating', value, whole: Number.isInteger(value), exact }, end };
}
