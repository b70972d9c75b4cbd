import type { Clock } from '../../src/lib/clock.ts';

/** The clock stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;
  constructor(iso = '2026-11-20T10:00:00Z') {
    this.#now = Date.parse(iso);
  }
  now(): number {
    return this.#now;
  }
  advance(ms: number): void {
    this.#now += ms;
  }
  set(iso: string): void {
    this.#now = Date.parse(iso);
  }
}
