import type { Clock } from '../lib/clock.ts';

const FAILURES_BEFORE_REST = 3;
const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 60 * 60_000;

interface State {
  failures: number;
  rests: number;
  restsUntil: number;
}

/** Rests a platform that keeps failing, for longer each time, until it answers again. */
export class Breaker {
  readonly #clock: Clock;
  readonly #states = new Map<string, State>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Until when a platform rests; undefined when it may be asked. */
  restsUntil(code: string): number | undefined {
    const until = this.#states.get(code)?.restsUntil ?? 0;
    return until > this.#clock.now() ? until : undefined;
  }

  resting(): string[] {
    return [...this.#states.keys()].filter((code) => this.restsUntil(code) !== undefined);
  }

  succeeded(code: string): void {
    this.#states.delete(code);
  }

  /** `atOnce`: the site itself asked to be left alone. */
  failed(code: string, atOnce = false): void {
    const state = this.#states.get(code) ?? { failures: 0, rests: 0, restsUntil: 0 };
    state.failures += 1;
    // After a rest one more failure is enough for the next.
    if (atOnce || state.failures >= FAILURES_BEFORE_REST || state.rests > 0) {
      state.restsUntil = this.#clock.now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** state.rests);
      state.rests += 1;
      state.failures = 0;
    }
    this.#states.set(code, state);
  }
}
