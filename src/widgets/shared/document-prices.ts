/** Documents show these prices in credits before a call. A test compares them with the charged prices. */
export const CALL_PRICES = { jobsFresh: 2, jobsCached: 0.5, reputationFresh: 2, reputationStored: 0.5 } as const;
