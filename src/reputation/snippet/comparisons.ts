import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary } from '../../reading/vocabulary.ts';
import { starsEnd } from './figure.ts';
import { isPreciseRating, ratingEnd } from './trends.ts';
import { endOf } from './vocabularies.ts';

const THAN = compileVocabulary([
  {
    means: 'than',
    phrases: [
      'well|slightly|just|far? above|below|over|under|behind',
      'slightly|just? ahead of',
      'higher|lower|better|worse than',
      'in line with',
      'on a? par with',
      'au dessus|dessous de|du',
      'superieur|superieure|inferieur|inferieure a',
    ],
  },
]);
const AVERAGE = compileVocabulary([
  {
    means: 'average',
    phrases: [
      'the|its|an|a _? _? average|avg|mean|median rating|score? of|:?',
      'the|its? average|avg|mean|median rating|score? for|of|in|across the|its? industry|sector|market',
      'the|its? industry|sector|market',
      "la|sa? moyenne nationale? du|de|dans secteur|marche|l' industrie",
      'industry|sector|market|category|national average|avg|mean|median rating|score? of|:?',
      'la|sa? moyenne nationale|generale? de|:?',
      'la|sa? moyenne du|de secteur|marche de|:?',
      "la|sa? moyenne de l' industrie de|:?",
    ],
  },
]);
const WITH = compileVocabulary([
  {
    means: 'with',
    phrases: [
      'with|at|on|scoring|having|getting a|an|its? overall|average? rating|score|average? of|at?',
      'and has|scores|gets|holds a|an|its? overall|average? rating|score|average? of|at?',
      "avec|a|et obtient? une|sa? note moyenne|globale? de|d'?",
      'avec',
    ],
  },
]);

/**
 * Behind what an employer's rating is compared with, up to the rating itself:
 * "above the industry average of 3.4 with |3.6 out of 5".
 */
export function comparedEnd(tokens: readonly Token[], at: number): number | undefined {
  const than = endOf(tokens, at, THAN);
  const average = than === undefined ? undefined : endOf(tokens, than, AVERAGE);
  if (average === undefined) return undefined;
  const opened = tokens[average]?.text === '(' ? average + 1 : average;
  let end = starsEnd(tokens, ratingEnd(tokens, opened) ?? opened);
  if (tokens[end]?.text === ')' && opened > average) end += 1;
  if (tokens[end]?.text === ',') end += 1;
  const figure = endOf(tokens, end, WITH);
  return figure !== undefined && isPreciseRating(tokens, figure) ? figure : undefined;
}

const IS = compileVocabulary([
  {
    means: 'is',
    phrases: [', which|and? is|was|sits|stands?', 'which? is|sits|stands?', ', ce qui? est|se situe?', 'est|se situe?'],
  },
]);

/**
 * Behind what says of the rating just told how it compares with the average of
 * an industry: "3.9 |is above the average for the industry (3.6 stars)|, 4,210
 * reviews". Undefined where more is said of the comparison.
 */
export function besideAverageEnd(tokens: readonly Token[], at: number): number | undefined {
  const than = endOf(tokens, endOf(tokens, at, IS) ?? at, THAN);
  const average = than === undefined ? undefined : endOf(tokens, than, AVERAGE);
  if (average === undefined) return undefined;
  const isBracket = tokens[average]?.text === '(';
  const rating = ratingEnd(tokens, isBracket ? average + 1 : average);
  if (isBracket && rating === undefined) return undefined;
  const stars = rating === undefined ? average : starsEnd(tokens, rating);
  if (isBracket && tokens[stars]?.text !== ')') return undefined;
  const end = isBracket ? stars + 1 : stars;
  const mark = tokens[end];
  return mark === undefined || mark.kind === 'break' || '.,;()'.includes(mark.text) ? end : undefined;
}

const SUPERLATIVE = compileVocabulary([
  {
    means: 'superlative',
    phrases: [
      'being|is|are|was|were? rated|scored|ranked|reviewed at the top|bottom',
      'being|is|are|was|were? rated|scored|ranked|reviewed the? highest|lowest|best|worst|top|poorest',
      'being|is|are|as the? highest|lowest|best|worst|top rated|scoring? aspect|category|criterion|factor|area?',
      'etant|est|sont? le|la|les? mieux note|notee|notes|notees',
      'etant|est|sont? le|la|les? moins bien note|notee|notes|notees',
      'arrive|arrivent|arrivant en tete',
    ],
  },
]);
const GIVEN = compileVocabulary([
  {
    means: 'given',
    phrases: [
      'and|, being|is? given|having|getting|receiving|scoring|earning a|the rating|score of|at?',
      'with|at a|the? rating|score? of?',
      "avec|a une? note? de|d'?",
      "et obtient|recoit|une note de|d'?",
    ],
  },
]);

/**
 * Behind what says which thing of an employer's is rated highest or lowest, so
 * that the figure behind is that thing's: "(Pay) being rated lowest and given a rating of |3.4".
 */
export function superlativeEnd(tokens: readonly Token[], at: number): number | undefined {
  const superlative = endOf(tokens, at, SUPERLATIVE);
  return superlative === undefined ? undefined : (endOf(tokens, superlative, GIVEN) ?? superlative);
}
