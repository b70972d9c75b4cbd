import type { Entry } from '../../../../reading/vocabulary.ts';
import type { PayCue } from '../pay-cue.ts';

export const KIND_ENTRIES: readonly Entry<PayCue>[] = [
  {
    means: 'net',
    phrases: ['net|nets|nette|nettes', 'after tax', 'tax free', 'take home pay?'],
    example: '£2,000 net per month',
  },
  { means: 'gross', phrases: ['gross|brut|bruts|brute|brutes|before'] },
  {
    means: 'earnings',
    phrases: [
      'ote',
      'o . t . e',
      'on target earnings|earning',
      'total comp|compensation',
      'realistic earnings',
      'potential|year earnings',
      'potential to earn',
      'on target',
      '1st|2nd|3rd|first|second|third year earnings',
    ],
    example: '£30,000 (OTE £45,000)',
  },
  {
    means: 'basic',
    phrases: ['basic|base|basis|fixe|fixes|fixed'],
    example: 'Variable de 0 à 2000 € + fixe 1 823 €',
  },
  { means: 'full-time', phrases: ['fte', 'full time equivalent', 'equivalent temps plein', 'etp', 'equivalent'] },
  {
    means: 'actual',
    phrases: ['actual', 'actuals', '# fte', 'term time only? :'],
    example: '£31,000 (0.8 FTE £24,800)',
  },
  { means: 'pro-rata', phrases: ['pro rata', 'prorata'], example: '£25,000 pro rata (£12,500)' },
  {
    means: 'rolled-up',
    phrases: [
      'including|includes|include|inc|incl|with .? holiday|holidays|hol|hols .? pay?',
      'rolled up holiday pay?',
    ],
    example: '£13.00 (£14.57 including holiday pay)',
  },
  {
    means: 'stage',
    phrases: ['year|annee # :?', '1st|2nd|3rd|first|second|third year'],
    example: 'Year 1 OTE £35k, Year 2 £45k',
  },
  {
    means: 'estimate',
    phrases: [
      'estimated|estimate|estimates|predicted|prediction|estime|estimee|estimes|estimation',
      '( est .? )',
      'glassdoor est .?',
    ],
    example: '£42,000 per year - estimated',
  },
  {
    means: 'said',
    phrases: [
      'earn|earns|earning|earnings|receive|receives|offer|offers|offering|offered|paid|pays|income|wages|gagnez|remunere|remuneree|percevrez',
    ],
    example: 'You will earn £31,000 a year.',
  },
  {
    means: 'share',
    phrases: ['# %|pourcent du? smic', '# pour cent du smic', 'pourcentage du smic'],
    example: '43% du SMIC',
  },
];
