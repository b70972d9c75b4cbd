import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/clock.ts';
import { compileVocabulary } from '../../../reading/vocabulary.ts';

export type DateCue =
  | 'posted'
  /** Counts only if no posting date is stated. */
  | 'reposted'
  /** The date of something else: closing, an interview, the start, a duration, the last change or activity. */
  | 'other'
  | 'ago-before'
  | 'ago-after'
  | 'today'
  | 'yesterday'
  | 'day-before-yesterday'
  | 'last-week'
  | 'last-month';

export const DATE_VOCABULARY = compileVocabulary<DateCue>([
  {
    means: 'posted',
    phrases: [
      'posted|published|added|listed|advertised|publie|publiee|publies|parue|paru|online|placed|opened|created|deposee|diffusee|diffuse',
      'mise|mis en ligne',
      'en ligne',
      'date de? publication|posted|placed|parution|listed',
      'publication|parution',
      'live since',
    ],
    example: 'Mise en ligne le 15 oct. 2026',
  },
  {
    means: 'reposted',
    phrases: ['reposted|refreshed|renewed|republished|renouvelee|renouvele|republiee'],
    example: 'Reposted 2 days ago',
  },
  {
    means: 'other',
    phrases: [
      'updated|modified|edited|active|actualisee|actualise|modifiee|modifie|actif',
      'mise|mis|maj a jour',
      'last seen|updated|active',
      'close|closes|closing|closed|deadline|expires|expire|expiree|cloturee|expiry|expired|ends|end|until|due|valid|left|remaining|before',
      'apply|join|respond|shortlisting|interview|interviews|interviewing|assessment|entretien|entretiens|candidature|candidatures|postuler|postulez|candidatez',
      'start|starts|starting|commencing|commence|available|disponible|vacant|from|debut|demarrage|embauche|prise|pourvoir|rentree|recrutement|mission',
      'contract|duration|duree|contrat|cdd|interim|stage|alternance|fixed|temporary|experience|notice|term',
      'months? fixed|contract',
      "cloture|limite|echeance|jusqu'|jusque|fin|avant|restant|restants|reste|encore|ouverte|hiring|urgent|within|next|in|dans|sous|for|pendant|every|chaque|per",
      'a partir|compter',
      'des le|que',
      'apply by',
      'fin|cloture|expiration|retrait|limite de la? publication|diffusion|parution',
      'publication|advert|ad|listing ends|closes|expires|until',
      'expiration|expires|expire|expiring',
    ],
    example: 'Interview date: 12 December 2026',
  },
  { means: 'ago-before', phrases: ['il y a', 'depuis', 'since'] },
  { means: 'ago-after', phrases: ['ago'] },
  {
    means: 'today',
    phrases: [
      "today|aujourd'hui",
      'just now|posted|added|listed',
      "a l' instant",
      'ce jour|matin',
      'this morning|afternoon',
      'new today',
      "moins d' une? heure|minute",
      'less than a|an hour|minute',
    ],
  },
  { means: 'day-before-yesterday', phrases: ['avant hier', 'the? day before yesterday'] },
  { means: 'last-week', phrases: ['la? semaine derniere|passee'] },
  { means: 'last-month', phrases: ['le? mois dernier|passe'] },
  { means: 'yesterday', phrases: ['yesterday|hier'] },
]);

/** The values are in milliseconds. */
export const UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      ['s sec secs second seconds seconde secondes', 1_000],
      ['min mins minute minutes', MINUTE_MS],
      ['h hr hrs hour hours heure heures', HOUR_MS],
      ['d j day days jour jours', DAY_MS],
      ['w sem wk wks week weeks semaine semaines', 7 * DAY_MS],
      ['fortnight quinzaine', 14 * DAY_MS],
      ['mo mth mths month months mois', 30 * DAY_MS],
      ['y yr yrs year years an ans annee annees', 365 * DAY_MS],
    ] as const
  ).flatMap(([words, size]) => words.split(' ').map((word) => [word, size] as const)),
);
