import { PRICES } from '../../../credits/tool-prices.ts';
import { toCredits } from '../../../lib/credits.ts';
import type { Formats } from '../../texts/index.ts';

/** Returns the prices of calls in credits, as texts in the user's language. */
export function priceTexts(formats: Formats): Record<keyof typeof PRICES | 'reputationFull', string> {
  const prices = { ...PRICES, reputationFull: PRICES.reputationDeep + PRICES.reputationInsights };
  return Object.fromEntries(
    Object.entries(prices).map(([name, price]) => [name, formats.number(toCredits(price))]),
  ) as Record<keyof typeof prices, string>;
}
