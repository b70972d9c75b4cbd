export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;
