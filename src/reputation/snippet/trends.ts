import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary } from '../../reading/vocabulary.ts';
import { figureAt, scaleAt } from './figure.ts';
import { endOf } from './vocabularies.ts';

const MOVES = compileVocabulary([
  {
    means: 'move',
    phrases: [
      'up|down|rose|fell|dropped|slipped|improved|increased|decreased|declined|climbed|grew',
      'risen|fallen|rising|falling',
      'went|gone|going up|down',
      'raised|lifted|boosted|upped|saw|sees',
      'improve|climb|rise|fall|drop|slip|increase|decrease',
      'remained|remains|remain|stayed|been stable|steady|unchanged|constant',
      'stable|steady|unchanged|stagnant',
      'en hausse|baisse|progression|recul|augmentation|diminution',
      "s' est amelioree|ameliore|degradee|degrade|maintenue|maintenu",
      'est|sont passe|passee|monte|montee|descendu|descendue|tombe|tombee',
      'a|ont augmente|baisse|progresse|diminue|recule|gagne|perdu',
      'a|ont ameliore|releve|vu',
      'a|ont fait progresser|passer|monter|grimper',
      'reste|restee|demeure stable|inchange|inchangee|constante?',
      'inchange|inchangee|hausse',
    ],
  },
]);
const BY = compileVocabulary([
  { means: 'by', phrases: ['by', 'de', "d'", 'slightly|sharply|legerement|nettement by|de?'] },
]);
const POINTS = compileVocabulary([{ means: 'points', phrases: ['point|points|pts|pt', '%'] }]);
/** These are no more than moves where a figure that is left stands behind them. */
const LEAVING = compileVocabulary([
  {
    means: 'leave',
    phrases: ['passe|passee|passees|passent|passer|monter|descendre|grimper|went|gone|moved|goes|dropping|climbing'],
  },
]);
/** "to" stands behind it. */
const WAY = compileVocabulary([{ means: 'way', phrases: ['up|down'] }]);
const IN_YEAR = compileVocabulary([{ means: 'in', phrases: ['in|en #'] }]);
const FROM = compileVocabulary([{ means: 'from', phrases: ['from', 'de'] }]);
/** What is compared with where a time that is over stands behind it. */
const AGAINST = compileVocabulary([
  { means: 'against', phrases: ['contre', 'vs|versus .?', 'against', 'compared with|to', 'par rapport a'] },
]);
const PERIODS = compileVocabulary([
  {
    means: 'period',
    phrases: [
      'over|in|during|within|for? the? last|past # months|month|years|year|weeks',
      'over|in|within # months|month|years|year|weeks',
      'en # mois|ans|an',
      'over|in|during|within? the|this|last|past year|month|quarter',
      'last|this year|month|quarter',
      'a|one year|month|quarter ago|earlier',
      '# years|months ago|earlier',
      'since|from last year|month',
      'since #',
      'year on|over year',
      'sur|en un|1|2|3 an|ans|mois',
      'sur # mois|ans',
      "depuis? l' an|annee dernier|derniere|passe|passee",
      'depuis un an',
      'depuis #',
      'depuis # mois|ans|an',
      'il y a un an|mois',
      'il y a # ans|mois',
      'au cours|sur|pendant des|les|de # derniers|dernieres mois|annees',
      'ces # derniers|dernieres mois|annees',
    ],
  },
]);
/** A change is less than this, a rating at least. */
const LEAST_RATING = 1;

/**
 * Behind what says how a rating has moved, with the figure that it moved from
 * or by, and since when: "up from 3.6 last year", "fallen by 2 % over the past
 * 12 months", "contre 3,5 l'an dernier". "to 3.6" behind it is the figure of today.
 */
export function trendEnd(tokens: readonly Token[], at: number): number | undefined {
  const moved = endOf(tokens, at, MOVES);
  if (moved === undefined) {
    const from = leftEnd(tokens, at);
    // "from 3.9 down |to 3.6"; "from 3.1 to 3.9" may be a range.
    const way = from === undefined ? undefined : endOf(tokens, from, WAY);
    if (way !== undefined && isPreciseRating(tokens, way + 1)) return way;
  }
  if (moved === undefined) return comparedEnd(tokens, at) ?? leftEnd(tokens, endOf(tokens, at, LEAVING));
  let end = moved;
  end = changeEnd(tokens, endOf(tokens, end, BY) ?? end) ?? end;
  end = leftEnd(tokens, end) ?? end;
  return periodEnd(tokens, end) ?? end;
}

/** Behind "over the last 12 months". */
export function periodEnd(tokens: readonly Token[], at: number): number | undefined {
  return endOf(tokens, at, PERIODS);
}

/** "from 3.6", "from 3.4 in 2024" */
function leftEnd(tokens: readonly Token[], at: number | undefined): number | undefined {
  const from = at === undefined ? undefined : endOf(tokens, at, FROM);
  const rating = from === undefined ? undefined : ratingEnd(tokens, from);
  return rating === undefined ? undefined : (endOf(tokens, rating, IN_YEAR) ?? rating);
}

function comparedEnd(tokens: readonly Token[], at: number): number | undefined {
  const against = endOf(tokens, at, AGAINST);
  const rating = against === undefined ? undefined : ratingEnd(tokens, against);
  return rating === undefined ? undefined : periodEnd(tokens, rating);
}

/** "2 %", "0.2", "0,1 point". */
function changeEnd(tokens: readonly Token[], at: number): number | undefined {
  const figure = figureAt(tokens, at);
  if (!figure) return undefined;
  const points = endOf(tokens, figure.end, POINTS);
  if (figure.sign === 'percent' || points !== undefined) return points ?? figure.end;
  return Number(figure.text.replace(',', '.')) < LEAST_RATING ? figure.end : undefined;
}

/** Whether a rating begins here that is surely no number of things: with a decimal or its scale. */
export function isPreciseRating(tokens: readonly Token[], at: number): boolean {
  const end = ratingEnd(tokens, at);
  return end !== undefined && (end > at + 1 || /[.,]/.test(tokens[at]?.text ?? ''));
}

/** Behind "from 3.4" where it has been told that the rating moved, and the figure of today stands before or next. */
export function movedFromEnd(tokens: readonly Token[], at: number): number | undefined {
  const from = endOf(tokens, at, FROM);
  if (from === undefined || !isPreciseRating(tokens, from)) return undefined;
  const end = leftEnd(tokens, at) as number;
  // "improved to 3.6 from 4.1 thousand reviews"
  return tokens[end]?.kind === 'word' && !isPeriodOrTo(tokens, end) ? undefined : (periodEnd(tokens, end) ?? end);
}

function isPeriodOrTo(tokens: readonly Token[], at: number): boolean {
  return ['to', 'a', 'in', 'based'].includes(tokens[at]?.text ?? '') || periodEnd(tokens, at) !== undefined;
}

/** Behind a figure from 1 to 5 with its scale. */
function ratingEnd(tokens: readonly Token[], at: number): number | undefined {
  const figure = figureAt(tokens, at);
  if (!figure || !/^[1-5](?:[.,]\d{1,2})?$/.test(figure.text) || figure.sign !== 'none') return undefined;
  return scaleAt(tokens, figure.end)?.end ?? figure.end;
}
