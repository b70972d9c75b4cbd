import type { SalaryPeriod } from '../../../../schemas/index.ts';
import { compileVocabulary, type Entry } from '../../../reading/vocabulary.ts';

/** What a word or phrase says of a figure of pay. */
export type PayCue =
  | SalaryPeriod
  /** A time, a length, a number of days: nothing of the pay. */
  | 'time'
  | 'net'
  | 'gross'
  /** Earnings that are hoped for. */
  | 'earnings'
  /** Ends what is read: what follows comes on top. */
  | 'extra'
  /** Pay for something else: an allowance, a voucher, mileage. */
  | 'perk'
  /** The pay itself, where other figures stand beside it. */
  | 'basic'
  | 'full-time'
  | 'actual'
  /** Behind a figure it is the full-time one, before it the part-time one. */
  | 'pro-rata'
  /** Holds the pay of holidays, which another figure may leave out. */
  | 'rolled-up'
  /** One year of several, where earnings are hoped for. */
  | 'stage'
  /** For a piece of work, which is no length of time. */
  | 'piece'
  /** A share of the minimum wage. */
  | 'share'
  | 'max'
  | 'min'
  /** Announces a figure that carries no currency. */
  | 'label';

const ENTRIES: readonly Entry<PayCue>[] = [
  {
    means: 'hour',
    phrases: [
      'per|an|a|each|par|p hour|hr|h|heure|hours',
      "de? l' heure",
      '/ h|hr|hour|hours|hourly|heure|hrs',
      'p / h|hr|hour',
      'p h',
      'p . h',
      'ph|phr|hourly|horaire|horaires|heure',
      'brut|bruts h',
    ],
    example: '£14.00phr',
  },
  {
    means: 'day',
    phrases: [
      'per|a|each|par|p day|jour|diem|d|days|jours',
      '/ d|day|daily|jour|j',
      'p / d|day',
      'p . d',
      'pd|daily|tjm|journalier|journaliere|journaliers',
      'day rate',
      'la journee',
      'le jour',
      'ht / jour',
    ],
    example: '£150 p day',
  },
  {
    means: 'week',
    phrases: [
      'per|a|each|par|p week|wk|w|semaine',
      '/ w|wk|week|semaine',
      'la semaine',
      'p / w|wk|week',
      'p . w',
      'pw|weekly|hebdomadaire|hebdomadaires|hebdo',
    ],
    example: '£600 gross per week',
  },
  {
    means: 'month',
    phrases: [
      'per|a|each|par|p calendar? month|mois|mo',
      'calendar month',
      'le mois',
      '/ month|mois|mo|m',
      'p / m|month',
      'p . c? .? m',
      'pm|pcm|monthly|mensuel|mensuels|mensuelle|mensuelles|mensuellement',
    ],
    example: '2 300 € brut mensuel',
  },
  {
    means: 'year',
    phrases: [
      'per|a|each|par|p annum|year|yr|an|annee|years',
      "l' annee|an",
      '/ annum|year|yr|an|annee|a',
      'p / a|annum|year',
      'p . a',
      'p a',
      'pa|annum|annual|annually|yearly|annuel|annuels|annuelle|annuelles|annuellement|ral|rab',
      'brut|bruts an',
    ],
    example: '£35k p.a',
  },
  {
    means: 'time',
    phrases: [
      '# h|hr|hrs|hour|hours|heure|heures',
      '# h|hr|hrs|hour|hours|heure|heures a|per|p|par|/|each /? week|wk|w|semaine|month|mois|day|jour|sem',
      '# hour|h week',
      "# day|days|jour|jours|j|days' a|per|p|par|/|each? week|wk|semaine|mois|month|fortnight|year|an",
      '# week|weeks|semaine|semaines|month|months|mois|year|years|yr|yrs|ans|annee|annees|minute|minutes|min|mins',
      '# h|heures hebdo|hebdomadaire|hebdomadaires|semaine|mensuelles|par',
      '1|un an',
      '# and|& over',
      'hours|hrs|heures :? # per|a|p|par|/? week|wk|semaine',
      'in|sur year|an #',
    ],
    example: '37.5 hours per week',
  },
  {
    means: 'net',
    phrases: ['net|nets|nette|nettes', 'after tax', 'tax free', 'take home pay?'],
    example: '£2,000 net per month',
  },
  { means: 'gross', phrases: ['gross|brut|bruts|brute|brutes|before', 'before tax'] },
  {
    means: 'earnings',
    phrases: [
      'ote',
      'o . t . e',
      'on target earnings|earning',
      'total comp|compensation',
      'realistic earnings',
      'avec variable',
      'potential|year earnings',
      '1st|2nd|3rd|first|second|third year earnings',
    ],
    example: '£30,000 (OTE £45,000)',
  },
  {
    means: 'extra',
    phrases: [
      'plus|inc|commission|commissions|incentive|incentives|variable|with|including|includes|include|incl|inclus|incluses|avec|dont|benefits',
    ],
    example: '£45,000 - £50,000, car allowance and bonus',
  },
  {
    means: 'perk',
    phrases: [
      'bonus|bonuses|allowance|allowances|weighting|supplement|supplements|mileage|voucher|vouchers|discount|relocation|premium|enhancement|tronc|tips|overtime|pension|budget|grant|hca|equity|shares|referral|retention|turnover|revenue|fund|off',
      'car|travel|shift|market|london|welcome|sign|joining|golden|night|clothing|tool|on allowance|weighting|bonus|supplement|on|hello|premium',
      'sleep in|ins|ups',
      'holiday pay',
      'a|per|/ mile|miles|km',
      'par km',
      'de variable',
      "prime|primes de|d' _ _? _?",
      'ticket|tickets|titre|titres restaurant|restaurants|resto',
      'du km|kilometre',
      'prime|primes|ticket|tickets|titre|titres|panier|paniers|indemnite|indemnites|participation|interessement|cooptation|valeur|variable|remboursement|mutuelle|ca|chiffre|abondement|segur|cadhoc|cse|repas|transport',
      "chiffre d' affaires",
    ],
    example: 'Car allowance £4,800',
  },
  {
    means: 'basic',
    phrases: ['basic|base|basis|fixe|fixes|fixed', 'de base', 'base salary'],
    example: 'Variable de 0 à 2000 € + fixe 1 823 €',
  },
  { means: 'full-time', phrases: ['fte', 'full time equivalent', 'equivalent temps plein', 'etp', 'equivalent'] },
  { means: 'actual', phrases: ['actual', 'actuals', 'take home', '# fte'], example: '£31,000 (0.8 FTE £24,800)' },
  { means: 'pro-rata', phrases: ['pro rata', 'prorata', 'au prorata'], example: '£25,000 pro rata (£12,500)' },
  {
    means: 'rolled-up',
    phrases: [
      'including|includes|include|inc|incl|with .? holiday pay',
      'inclusive of holiday pay',
      'rolled up holiday pay?',
      'conges payes inclus|compris',
    ],
    example: '£13.00 (£14.57 including holiday pay)',
  },
  {
    means: 'stage',
    phrases: ['year|annee # :?', '1st|2nd|3rd|first|second|third year', '# st|nd|rd year'],
    example: 'Year 1 OTE £35k, Year 2 £45k',
  },
  {
    means: 'piece',
    phrases: [
      'a|an|per|each|par|la|le|/ visit|shift|session|lesson|assignment|delivery|drop|clinic|article|word|page|game|match|sleep|call|appointment|inspection|survey|mission|vacation|visite|seance|garde|nuit|course|intervention',
    ],
    example: '£18 a visit',
  },
  {
    means: 'share',
    phrases: ['# %|pourcent du? smic', '# pour cent du smic', 'pourcentage du smic'],
    example: '43% du SMIC',
  },
  {
    means: 'max',
    phrases: [
      "jusqu' a|au",
      'up to',
      'up to and including',
      '<',
      'upto',
      'max|maximum|maxi',
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
      'starting at|from',
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
      'and above',
      'upwards',
      'et plus',
      'or more',
    ],
  },
  {
    means: 'label',
    phrases: [
      'salary|salaire|salaires|sal|th|pay|wage|rate|rates|remuneration|taux|package|paying|gratification|autre|entre|between|circa|c|ca|env|environ|range|approx|around|about|earn|compris|comprise|ke',
      'fixe|fixes +|et|/ variable|variables',
    ],
    example: 'Salary 24k',
  },
];

export const PAY_VOCABULARY = compileVocabulary(ENTRIES);

/** May stand between a figure and the word that says what it is. */
export const PAY_FILLERS = new Set(
  "of de d' du a an the le la les to up jusqu' au circa c ca approx around about env environ worth paid at a entre between basic salary salaire pay fixe from is est soit en et moyenne average realistic uncapped potential achievable first year region in additional annual per p negocier pouvant aller avantages max".split(
    ' ',
  ),
);
