import type { Clock } from '../lib/clock.ts';

/** The time at which the sample data is read. It is fixed, so that answers do not depend on the day of the call. */
export const SAMPLE_NOW = Date.UTC(2026, 9, 1, 9);

export const sampleClock: Clock = { now: () => SAMPLE_NOW };
