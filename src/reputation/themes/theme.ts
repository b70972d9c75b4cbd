/** The themes of reviews (SPEC §12). */
export const THEMES = [
  'pay',
  'benefits',
  'work_life_balance',
  'workload',
  'management',
  'culture',
  'career',
  'training',
  'job_security',
  'work_itself',
  'workplace',
  'clients',
] as const;

export type Theme = (typeof THEMES)[number];
export type Polarity = 'pos' | 'neg';
export type ReviewLanguage = 'en' | 'fr';

export type ReviewSide = 'positive' | 'negative';
export const SIDES = ['positive', 'negative'] as const;
