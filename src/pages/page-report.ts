import type { Clock } from '../lib/clock.ts';

export interface PageStep {
  name: 'wait' | 'load' | 'read';
  ms: number;
  endedAt: number;
}

/** Names only the host of the page, neither its path nor its text. */
export interface PageReport {
  host: string;
  outcome: string;
  rendered: boolean;
  ms: number;
  endedAt: number;
  steps: PageStep[];
}

export class PageTimer {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #steps: PageStep[] = [];
  #step: { name: PageStep['name']; startedAt: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

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
