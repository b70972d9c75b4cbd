import type { Clock } from '../lib/clock.ts';

/** One step of the work on a page. */
export interface PageStep {
  /** Waiting for a slot; loading, with or without a browser; reading. */
  name: 'wait' | 'load' | 'read';
  ms: number;
  /** Milliseconds since the epoch. */
  endedAt: number;
}

/** The outcome of one page and its times. It names the host only: no path, no text. */
export interface PageReport {
  host: string;
  /** "ok", or why it was not delivered. */
  outcome: string;
  rendered: boolean;
  ms: number;
  endedAt: number;
  steps: PageStep[];
}

/** Measures the steps of the work on one page. */
export class PageTimer {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #steps: PageStep[] = [];
  #step: { name: PageStep['name']; startedAt: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Ends the previous step and begins this one. */
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
