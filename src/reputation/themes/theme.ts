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
export type ReviewLanguage = 'en' | 'fr';
export const SIDES = ['positive', 'negative'] as const;
export type ReviewSide = (typeof SIDES)[number];
