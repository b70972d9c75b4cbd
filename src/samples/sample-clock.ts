import type { Clock } from '../lib/clock.ts';

/** The moment at which the sample world stands, so that its answers are the same for ever. */
export const SAMPLE_NOW = Date.UTC(2026, 9, 1, 9);

export const sampleClock: Clock = { now: () => SAMPLE_NOW };
