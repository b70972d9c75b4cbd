import type { Clock } from '../lib/clock.ts';

/** A part of the work on one page. */
export interface PageStep {
  /** Waiting for a place; loading it, by a browser or not; reading it. */
  name: 'wait' | 'load' | 'read';
  ms: number;
  /** Milliseconds since the epoch. */
  endedAt: number;
}

/** What became of one page, and how long it took: nothing of its address but the host, nothing of its text. */
export interface PageReport {
  host: string;
  /** "ok", or why it was not delivered. */
  outcome: string;
  rendered: boolean;
  ms: number;
  endedAt: number;
  steps: PageStep[];
}

/** Takes the time of the work on one page, step by step. */
export class PageTimer {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #steps: PageStep[] = [];
  #step: { name: PageStep['name']; startedAt: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Ends the step before it. */
  begin(name: PageStep['name']): void {
    this.#endStep();
    this.#step = { name, startedAt: this.#clock.now() };
  }

  end(url: string, outcome: string, rendered: boolean): PageReport {
    this.#endStep();
    const endedAt = this.#clock.now();
    const { host } = new URL(url);
    return { host, outcome, rendered, ms: endedAt - this.#startedAt, endedAt, steps: [...this.#steps] };
  }

  #endStep(): void {
    if (!this.#step) return;
    const { name, startedAt } = this.#step;
    const endedAt = this.#clock.now();
    this.#steps.push({ name, ms: endedAt - startedAt, endedAt });
    this.#step = undefined;
  }
}
