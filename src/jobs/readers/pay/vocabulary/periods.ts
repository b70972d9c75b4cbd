import type { Entry } from '../../../../reading/vocabulary.ts';
import type { PayCue } from '../pay-cue.ts';

export const PERIOD_ENTRIES: readonly Entry<PayCue>[] = [
  {
    means: 'hour',
    phrases: [
      'per|an|a|each|every|par|p hour|hr|h|heure|hours|heures',
      "de? l' heure",
      '/ h|hr|hour|hours|hourly|heure|hrs',
      'p / h|hr|hour',
      'p . h',
      'ph|phr|phour|hourly|horaire|horaires|heure',
    ],
    example: '£14.00phr',
  },
  {
    means: 'day',
    phrases: [
      'per|a|each|every|par|p day|jour|diem|d|days|jours',
      '/ d|day|daily|jour|jours|j|jr|jrs',
      'p / d|day',
      'p . d',
      'pd|pday|daily|tjm|journalier|journaliere|journaliers',
      'day rate',
      'la journee',
      'le jour',
    ],
    example: '£150 p day',
  },
  {
    means: 'week',
    phrases: [
      'per|a|each|every|par|p week|wk|w|semaine',
      '/ w|wk|week|semaine',
      'la semaine',
      'p / w|wk|week',
      'p . w',
      'pw|pweek|weekly|hebdomadaire|hebdomadaires|hebdo',
    ],
    example: '£600 gross per week',
  },
  {
    means: 'month',
    phrases: [
      'per|a|each|every|par|p calendar? month|mois|mo|mth',
      'le mois',
      '/ month|mois|mo|m',
      'p / m|month',
      'p . c? .? m',
      'pm|pcm|pmonth|monthly|mensuel|mensuels|mensuelle|mensuelles|mensuellement',
    ],
    example: '2 300 € brut mensuel',
  },
  {
    means: 'year',
    phrases: [
      'per|a|each|every|par|p annum|anum|year|yr|an|annee|years',
      '/ annum|year|yr|an|annee|a',
      'p / a|annum|year',
      'p . a',
      'p a',
      'pa|pannum|annum|annual|annually|yearly|annuel|annuels|annuelle|annuelles|annuellement|ral|rab',
    ],
    example: '£35k p.a',
  },
  {
    means: 'time',
    phrases: [
      '4|four|2|two weekly',
      'paid|payable|payment|payments|payroll weekly|fortnightly|daily|monthly|hebdomadaire|mensuel',
      '# h|hr|hrs|hour|hours|heure|heures',
      '# h|hr|hrs|hour|hours|heure|heures a|per|p|par|/|each /? week|wk|w|semaine|month|mois|day|jour|sem',
      "# day|days|jour|jours|j|days' a|per|p|par|/|each? week|wk|semaine|mois|month|fortnight|year|an",
      '# week|weeks|semaine|semaines|month|months|mois|year|years|yr|yrs|ans|annee|annees|minute|minutes|min|mins',
      '# h|heures hebdo|hebdomadaire|hebdomadaires|semaine|mensuelles|par',
    ],
    example: '37.5 hours per week',
  },
  {
    means: 'piece',
    phrases: ['a|an|per|each|par|la|le|/ visit|parcel|mission|vacation|visite|garde'],
    example: '£18 a visit',
  },
];
