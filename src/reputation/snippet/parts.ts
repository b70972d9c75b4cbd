import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary } from '../../reading/vocabulary.ts';
import { figureAt, isYear } from './figure.ts';
import { BESIDE_FIGURES, endOf } from './vocabularies.ts';

const OF_THESE = compileVocabulary([
  {
    means: 'of',
    phrases: ['including|incl .? over|about|almost|nearly?', 'of which|these|them', 'dont', 'parmi lesquels'],
  },
]);
const IN_LANGUAGE = compileVocabulary([
  {
    means: 'language',
    phrases: [
      'are|is? in english|french|german|spanish|italian|dutch',
      'sont|est? en anglais|francais|allemand|espagnol|italien|neerlandais',
      'english|french|german|spanish|italian|dutch',
    ],
  },
]);
const NEW = compileVocabulary([
  {
    means: 'new',
    phrases: ['are|is? new|recent|added', 'more', 'nouveau|nouveaux|nouvelle|nouvelles|recents', 'de? plus'],
  },
]);
const LATELY = compileVocabulary([
  {
    means: 'lately',
    phrases: [
      'today',
      'this|last week|month|quarter|year',
      'since yesterday',
      'in|over|from|within the|this? last|past week|month|quarter|year',
      'in|over|from|within the? last|past? # days|weeks|months',
      "aujourd'hui",
      'cette semaine|annee',
      'ce mois ci?',
      'ce trimestre',
      'ces # derniers|dernieres jours|semaines|mois',
      'depuis hier',
      'la semaine derniere',
      'le mois dernier',
    ],
  },
]);

/**
 * Behind what says of the reviews just counted how many are in a language or
 * were written lately: "12,345 reviews (|including 241 in French)", "|4 new
 * this week". They are among the ones counted and change nothing.
 */
export function partEnd(tokens: readonly Token[], at: number): number | undefined {
  const lead = endOf(tokens, at, OF_THESE);
  const figure = figureAt(tokens, lead ?? at);
  if (!figure || figure.sign !== 'none' || isYear(figure.text) || /[.,]\d{1,2}$/.test(figure.text)) return undefined;
  const reviews = endOf(tokens, figure.end, BESIDE_FIGURES.reviews) ?? figure.end;
  const language = lead === undefined ? undefined : endOf(tokens, reviews, IN_LANGUAGE);
  const fresh = endOf(tokens, figure.end, NEW);
  const counted = fresh === undefined ? reviews : (endOf(tokens, fresh, BESIDE_FIGURES.reviews) ?? fresh);
  const lately = fresh === undefined && lead === undefined ? undefined : endOf(tokens, counted, LATELY);
  const end = lately ?? language ?? (fresh === undefined ? undefined : counted);
  return end !== undefined && isEnd(tokens[end]) ? end : undefined;
}

function isEnd(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'break' || '.,;)|-'.includes(token.text);
}
