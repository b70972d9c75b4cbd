/** Waits, or ends early when the signal does. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;
