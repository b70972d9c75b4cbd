import { randomBytes } from 'node:crypto';
import { StoreFault } from '../store-fault.ts';
import { DATABASE_NOW, type DatabaseClock } from './database-clock.ts';
import { openConnections, type PostgresConnectionOptions, type PostgresConnections } from './connection.ts';
import { reclaim } from './orphan-sweeper.ts';

/** A lease is renewed at least this many times within its duration. */
const RENEWALS_PER_LEASE = 5;
const LONGEST_BETWEEN_MS = 3_000;

export interface ReplicaLeaseOptions extends Pick<PostgresConnectionOptions, 'url' | 'schema'> {
  connections: PostgresConnections;
  leaseMs: number;
  /** Corrected with each renewal of the lease. */
  clock: DatabaseClock;
}

/**
 * The lease of this process, timed by the database's clock and renewed over a separate connection. Also releases the
 * reservations of replicas whose leases have expired, and keeps this process's copy of the database's clock correct.
 */
export class ReplicaLease {
  readonly #connections: PostgresConnections;
  readonly #own: PostgresConnections;
  readonly #clock: DatabaseClock;
  readonly #leaseMs: number;
  readonly #beatMs: number;
  #id = newId();
  #joining: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Time of `performance.now` until which the lease is certainly valid. */
  #safeUntil = 0;
  /** Time of `performance.now` since which the lease has been held without interruption. */
  #steadySince = 0;
  #beating: Promise<void> | undefined;
  #reaping: Promise<number> | undefined;
  #left = false;

  constructor({ connections, url, schema, leaseMs, clock }: ReplicaLeaseOptions) {
    this.#connections = connections;
    this.#clock = clock;
    this.#own = openConnections({ url, schema, connections: 1 });
    this.#leaseMs = leaseMs;
    this.#beatMs = Math.min(leaseMs / RENEWALS_PER_LEASE, LONGEST_BETWEEN_MS);
  }

  /** Reservations carry the ID of the current lease. The ID changes after a loss of the lease. */
  get id(): string {
    return this.#id;
  }

  join(): Promise<void> {
    this.#joining ??= this.#enter().catch((error: unknown) => {
      this.#joining = undefined;
      throw error;
    });
    return this.#joining;
  }

  async joined(): Promise<string> {
    await this.join();
    return this.#id;
  }

  /**
   * If the lease `gone` is still the current one, takes a new lease under a new ID. Otherwise waits for the current
   * one.
   */
  async rejoin(gone: string): Promise<void> {
    if (gone === this.#id) {
      this.#id = newId();
      this.#joining = undefined;
    }
    await this.join();
  }

  async leave(): Promise<void> {
    this.#left = true;
    clearInterval(this.#timer);
    await Promise.all([this.#beating, this.#reaping]);
    if (this.#joining) {
      await this.#joining.catch(() => {});
      // If the database is unreachable, other replicas release the reservations later.
      await this.#connections.transaction((tx) => reclaim(tx, this.#id)).catch(() => {});
    }
    await this.#own.close();
  }

  assertServing(): void {
    if (performance.now() < this.#safeUntil) return;
    throw new StoreFault('away', 'no', 'This process has no lease on the database now.');
  }

  async reap(): Promise<number> {
    const { rows } = await this.#connections.pool.query<{ id: string }>(
      'SELECT id FROM replica WHERE lease_until < clock_timestamp() ORDER BY id',
    );
    let released = 0;
    for (const { id } of rows) released += await this.#connections.transaction((tx) => reclaim(tx, id, 'ifExpired'));
    return released;
  }

  async #enter(): Promise<void> {
    if (this.#left) throw new Error('The store is closed.');
    const from = performance.now();
    const { rows } = await this.#own.pool.query<{ now: number }>(
      `INSERT INTO replica (id, lease_until) VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
       ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until RETURNING ${DATABASE_NOW} AS now`,
      [this.#id, this.#leaseMs],
    );
    for (const { now } of rows) this.#clock.correct(now, from);
    this.#extend(from);
    this.#timer ??= setInterval(() => this.#tick(), this.#beatMs).unref();
  }

  /** If a renewal fails, the next one retries. Releasing orphans may wait for locks, so renewals do not wait for it. */
  #tick(): void {
    this.#beating ??= this.#beat()
      .catch(() => {})
      .finally(() => (this.#beating = undefined));
    // After an outage of the database, all leases may have expired, so the other replicas first get time to renew
    // theirs.
    const now = performance.now();
    if (now >= this.#safeUntil || now < this.#steadySince + 2 * this.#beatMs) return;
    this.#reaping ??= this.reap()
      .catch(() => 0)
      .finally(() => (this.#reaping = undefined));
  }

  async #beat(): Promise<void> {
    const id = this.#id;
    const from = performance.now();
    const { rows } = await this.#own.pool.query<{ now: number }>(
      `UPDATE replica SET lease_until = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1
       RETURNING ${DATABASE_NOW} AS now`,
      [id, this.#leaseMs],
    );
    for (const { now } of rows) this.#clock.correct(now, from);
    if (rows.length === 0) await this.rejoin(id);
    else if (id === this.#id) this.#extend(from);
  }

  #extend(from: number): void {
    if (performance.now() >= this.#safeUntil) this.#steadySince = performance.now();
    this.#safeUntil = from + this.#leaseMs;
  }
}

function newId(): string {
  return `replica_${randomBytes(10).toString('hex')}`;
}
