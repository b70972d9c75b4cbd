/** Prices of calls in credits, as the documents name them before a call; a test compares them with what is charged. */
export const CALL_PRICES = { jobsFresh: 2, jobsCached: 0.5, reputationFresh: 2, reputationStored: 0.5 } as const;
