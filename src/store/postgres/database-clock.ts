import type { Clock } from '../../lib/clock.ts';

/** SQL expression: the time of the database in milliseconds since the Unix epoch. */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * The time of the database, so that all replicas agree on it whatever the clocks of their machines say. Between
 * measurements, it advances with `performance.now`, which a correction of the machine's clock does not move.
 */
export class DatabaseClock implements Clock {
  /** Time of the database when `performance.now` was 0. */
  #origin = performance.timeOrigin;

  now(): number {
    return Math.floor(this.#origin + performance.now());
  }

  /** `sentAt`: time of `performance.now` when the database was asked for `databaseNow`. */
  correct(databaseNow: number, sentAt: number): void {
    // The database read its clock between `sentAt` and now. An estimate within these bounds stays, so that the time
    // does not jump with each slow answer.
    const earliest = databaseNow - performance.now();
    const latest = databaseNow - sentAt;
    this.#origin = Math.min(Math.max(this.#origin, earliest), latest);
  }
}
