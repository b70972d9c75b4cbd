import type { Entry } from '../../../../reading/vocabulary.ts';
import type { PayCue } from '../pay-cue.ts';

/** Words that say which end of a range a figure is, or that it is pay. */
export const BOUND_ENTRIES: readonly Entry<PayCue>[] = [
  {
    means: 'max',
    phrases: [
      "jusqu' a|au",
      'up to',
      'up to and including',
      '<',
      'upto',
      'max|maximum|maxi|tops',
      'max .',
      'to',
      'less than',
      'moins de',
      'under',
      'below',
      'no|not more than',
      'plafond',
      'or less',
      'et moins',
    ],
  },
  {
    means: 'min',
    phrases: [
      '>',
      'from|minimum|min|starting|over|des|mini',
      'min|mini .',
      'starts|starting|start at|from|on',
      'at least',
      'not|no less than',
      'pas moins de',
      'in excess of',
      'upwards|north of',
      'above|excess',
      '+ de',
      "a partir de|du|d'",
      'au moins',
      'plus de',
      'more than',
      'and|& above|up|over|upwards',
      'et|ou|and|or plus|more|+',
      'ou davantage',
      '≥',
      'not below',
      'upwards',
    ],
  },
  {
    means: 'label',
    phrases: [
      'salary|salaire|salaires|sal|th|pay|wage|rate|rates|remuneration|taux|package|paying',
      'fixe|fixes +|et|/ variable|variables',
      'budget max|maximum? :',
    ],
    example: 'Salary 24k',
  },
  {
    means: 'approximate',
    phrases: [
      'autre|entre|between|circa|c|env|environ|range|approx|around|about|compris|comprise|ke',
      'selon|suivant votre? profil|profils|experience|experiences|diplome|diplomes|niveau|competences :?',
      'depending|dependent on your? experience|age|skills|qualifications :?',
    ],
    example: 'Circa 24k',
  },
];
