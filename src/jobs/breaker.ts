import type { PlatformStatus } from '../../schemas/index.ts';
import type { Clock } from '../lib/clock.ts';

const FAILURES_BEFORE_REST = 3;
const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 60 * 60_000;

interface State {
  failures: number;
  rests: number;
  restsUntil: number;
  /** The site asked for this rest. */
  wasAskedFor: boolean;
  status: PlatformStatus;
}

/** A platform's rest. Times in milliseconds since the epoch. */
export interface Rest {
  until: number;
  /** The site itself asked to be left alone. */
  wasAskedFor: boolean;
  /** How the fetch ended that brought it about. */
  status: PlatformStatus;
}

/** Rests a platform that keeps failing, for longer each time, until it answers again. */
export class Breaker {
  readonly #clock: Clock;
  readonly #states = new Map<string, State>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A platform's rest; undefined when it may be asked. */
  restOf(code: string): Rest | undefined {
    const state = this.#states.get(code);
    if (!state || state.restsUntil <= this.#clock.now()) return undefined;
    return { until: state.restsUntil, wasAskedFor: state.wasAskedFor, status: state.status };
  }

  resting(): string[] {
    return [...this.#states.keys()].filter((code) => this.restOf(code) !== undefined);
  }

  succeeded(code: string): void {
    this.#states.delete(code);
  }

  /** `atOnce`: the site itself asked to be left alone. */
  failed(code: string, atOnce = false, status: PlatformStatus = 'error'): void {
    const state = this.#states.get(code) ?? { failures: 0, rests: 0, restsUntil: 0, wasAskedFor: false, status };
    state.failures += 1;
    state.status = status;
    // After a rest one more failure is enough for the next.
    if (atOnce || state.failures >= FAILURES_BEFORE_REST || state.rests > 0) {
      state.restsUntil = this.#clock.now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** state.rests);
      state.wasAskedFor = atOnce;
      state.rests += 1;
      state.failures = 0;
    }
    this.#states.set(code, state);
  }
}
