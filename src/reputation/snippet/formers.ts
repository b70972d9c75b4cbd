import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary } from '../../reading/vocabulary.ts';
import { figureAt, starsEnd } from './figure.ts';
import { isPreciseRating, ratingEnd } from './trends.ts';
import { BESIDE_FIGURES, endOf } from './vocabularies.ts';

const WAS = compileVocabulary([
  {
    means: 'was',
    phrases: [
      'was|previously|formerly|before|earlier|once|avant|auparavant|precedemment|hier',
      'was|previously|formerly previously? rated|at?',
      'etait note|notee? a?',
    ],
  },
]);
const WAS_RATED = compileVocabulary([
  {
    means: 'rated',
    phrases: [
      'was|were rated|scored|awarded|given at|a?',
      'was|were given|awarded a rating|score of',
      'etait|fut note|notee|evalue|evaluee a?',
    ],
  },
]);
const BY = compileVocabulary([{ means: 'by', phrases: ['by|par'] }]);
const ABOUT = compileVocabulary([{ means: 'about', phrases: ['over|about|some|nearly', 'more than', 'plus de'] }]);
const ALL = compileVocabulary([{ means: 'all', phrases: ['current and|& former|past', 'former and|& current'] }]);
const AGO = compileVocabulary([
  {
    means: 'ago',
    phrases: [
      'a|one year|month|quarter ago|earlier',
      '# years|months ago|earlier',
      'last year|month|quarter',
      'il y a un an|mois',
      'il y a # ans|mois',
      "l' an|annee dernier|derniere|passe|passee",
    ],
  },
]);
const AGAINST = compileVocabulary([{ means: 'against', phrases: ['contre|against|from'] }]);
const NOW = compileVocabulary([
  {
    means: 'now',
    phrases: ["it's|it|elle? is|est? now|currently|today|actuellement|desormais|maintenant", "aujourd'hui"],
  },
]);
const IN_YEAR = compileVocabulary([{ means: 'year', phrases: ['in|en #'] }]);
const ON = compileVocabulary([{ means: 'on', phrases: ['from|in|with|over|on|sur|pour|avec', 'based on'] }]);
const THEN = compileVocabulary([{ means: 'then', phrases: [', and|but|et|mais?', '; but|mais?', 'and|but|et|mais'] }]);

/**
 * Behind a figure of a time that is over, and up to one that is plainly of
 * today: "was 3.9, now |3.6", "3.9 a year ago, |3.6 now".
 */
export function formerLeadEnd(tokens: readonly Token[], at: number): number | undefined {
  const earlier = endOf(tokens, at, AGO);
  const was =
    endOf(tokens, at, WAS) ?? (earlier !== undefined && tokens[earlier]?.text === ':' ? earlier + 1 : earlier);
  const stated = ratingEnd(tokens, was ?? at);
  if (stated === undefined) return undefined;
  const dated = was === undefined ? stated : (endOf(tokens, stated, IN_YEAR) ?? stated);
  const rating = was === undefined ? stated : (countEnd(tokens, dated) ?? dated);
  const ago = endOf(tokens, rating, AGO) ?? (was === undefined ? undefined : endOf(tokens, rating, IN_YEAR));
  const then = endOf(tokens, ago ?? rating, THEN);
  if (then === undefined || (was === undefined && ago === undefined)) return undefined;
  const now = endOf(tokens, then, NOW);
  const present = ratingEnd(tokens, now ?? then);
  return present !== undefined && (now ?? endOf(tokens, present, NOW)) !== undefined ? (now ?? then) : undefined;
}

/** Behind a rating of a time that is over, told behind the one of today: "(was 3.9)", ", previously 3.9", "(3.9 in 2021)". */
export function formerAsideEnd(tokens: readonly Token[], at: number, thisYear: number): number | undefined {
  const isBracket = tokens[at]?.text === '(';
  if (!isBracket && tokens[at]?.text !== ',') return undefined;
  const was = [WAS, AGAINST, AGO].map((words) => endOf(tokens, at + 1, words)).find((end) => end !== undefined);
  const rating = was ?? at + 1;
  const stated = isPreciseRating(tokens, rating) ? ratingEnd(tokens, rating) : undefined;
  if (stated === undefined) return undefined;
  const year = endOf(tokens, stated, IN_YEAR);
  const isOver = year !== undefined && Number(tokens[year - 1]?.text) < thisYear;
  const end = (isOver ? year : undefined) ?? endOf(tokens, stated, AGO) ?? stated;
  if (was === undefined && end === stated) return undefined;
  if (!isBracket) return was === undefined ? undefined : end;
  return tokens[end]?.text === ')' ? end + 1 : undefined;
}

/**
 * Up to the figure of "was rated |3.6 by its employees in 12,345 reviews": said
 * of all who rated there is no other time that it is of, unless one is named.
 */
export function ratedByEnd(tokens: readonly Token[], at: number): number | undefined {
  const rated = endOf(tokens, at, WAS_RATED);
  const stated = rated !== undefined && isPreciseRating(tokens, rated) ? ratingEnd(tokens, rated) : undefined;
  const by = stated === undefined ? undefined : endOf(tokens, starsEnd(tokens, stated), BY);
  if (by === undefined) return undefined;
  const figure = figureAt(tokens, endOf(tokens, by, ABOUT) ?? by);
  const raters = endOf(tokens, figure?.end ?? by, ALL) ?? figure?.end ?? by;
  return endOf(tokens, raters, BESIDE_FIGURES.raters) === undefined ? undefined : rated;
}

/** Behind the number of reviews of then: "(900 reviews)", "from 900 reviews". */
function countEnd(tokens: readonly Token[], at: number): number | undefined {
  const isBracket = tokens[at]?.text === '(';
  const figure = figureAt(tokens, isBracket ? at + 1 : (endOf(tokens, at, ON) ?? tokens.length));
  const end = figure && endOf(tokens, figure.end, BESIDE_FIGURES.reviews);
  if (end === undefined || !isBracket) return end;
  return tokens[end]?.text === ')' ? end + 1 : undefined;
}

/** Behind what says of a rating that it is of today, with one that is over: "now, 3.9 a year ago", "today (3.9 last year)". */
export function formerTailEnd(tokens: readonly Token[], at: number): number | undefined {
  const now = endOf(tokens, at, NOW);
  if (now === undefined) return undefined;
  const isBracket = tokens[now]?.text === '(';
  const from = isBracket ? now + 1 : endOf(tokens, now, THEN);
  const rating = from === undefined ? undefined : ratingEnd(tokens, endOf(tokens, from, WAS) ?? from);
  const ago = rating === undefined ? undefined : endOf(tokens, rating, AGO);
  if (ago === undefined) return now;
  if (!isBracket) return ago;
  return tokens[ago]?.text === ')' ? ago + 1 : now;
}
