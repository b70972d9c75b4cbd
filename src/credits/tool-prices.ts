import type { Millicredits } from '../lib/credits.ts';

export const PRICES = {
  jobsFresh: 2_000,
  jobsCached: 500,
  reputationStored: 500,
  reputationLight: 2_000,
  reputationDeep: 2_000,
  reputationInsights: 1_000,
  url: 1_500,
} as const satisfies Record<string, Millicredits>;
