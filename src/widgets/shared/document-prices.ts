/**
 * Prices of calls in credits, which documents show before a call. A test compares them with the prices that are
 * charged.
 */
export const CALL_PRICES = { jobsFresh: 2, jobsCached: 0.5, reputationFresh: 2, reputationStored: 0.5 } as const;
