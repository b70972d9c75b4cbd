import { randomBytes } from 'node:crypto';
import { StoreFault } from '../store-fault.ts';
import { openConnections, type PostgresConnectionOptions, type PostgresConnections } from './connection.ts';
import { reclaim } from './orphan-sweeper.ts';

/** How many times a lease is renewed during its validity. */
const BEATS = 5;
const LONGEST_BETWEEN_MS = 3_000;

export interface ReplicaLeaseOptions extends Pick<PostgresConnectionOptions, 'url' | 'schema'> {
  connections: PostgresConnections;
  leaseMs: number;
}

/**
 * This process as one of the replicas. It holds a lease, timed by the database's clock, renews it over a separate
 * connection, and releases the reservations of replicas whose leases have expired. Its reservations carry its id. If
 * others considered it dead, it continues with a new id.
 */
export class ReplicaLease {
  readonly #connections: PostgresConnections;
  readonly #own: PostgresConnections;
  readonly #leaseMs: number;
  readonly #beatMs: number;
  #id = newId();
  #joining: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The lease is valid at least until this time of this process's clock. */
  #safeUntil = 0;
  /** Since when the lease has been held without interruption, by the same clock. */
  #steadySince = 0;
  #beating: Promise<void> | undefined;
  #reaping: Promise<number> | undefined;
  #left = false;

  constructor({ connections, url, schema, leaseMs }: ReplicaLeaseOptions) {
    this.#connections = connections;
    this.#own = openConnections({ url, schema, connections: 1 });
    this.#leaseMs = leaseMs;
    this.#beatMs = Math.min(leaseMs / BEATS, LONGEST_BETWEEN_MS);
  }

  /** The current lease's id; a new one after each loss. */
  get id(): string {
    return this.#id;
  }

  /** Takes a lease if there is none. */
  join(): Promise<void> {
    this.#joining ??= this.#enter().catch((error: unknown) => {
      this.#joining = undefined;
      throw error;
    });
    return this.#joining;
  }

  /** The id, if there is a lease. */
  async joined(): Promise<string> {
    await this.join();
    return this.#id;
  }

  /** Takes a lease under a new id if `gone` is the current one. */
  async rejoin(gone: string): Promise<void> {
    if (gone === this.#id) {
      this.#id = newId();
      this.#joining = undefined;
    }
    await this.join();
  }

  /** Releases the reservations of this process, and its lease. */
  async leave(): Promise<void> {
    this.#left = true;
    clearInterval(this.#timer);
    await Promise.all([this.#beating, this.#reaping]);
    if (this.#joining) {
      await this.#joining.catch(() => {});
      // If the database is away, other replicas release them later.
      await this.#connections.transaction((tx) => reclaim(tx, this.#id)).catch(() => {});
    }
    await this.#own.close();
  }

  /** Throws if the lease may have expired: calls then wait for a new one. */
  assertServing(): void {
    if (performance.now() < this.#safeUntil) return;
    throw new StoreFault('away', 'no', 'This process has no lease on the database now.');
  }

  /** Releases the reservations of dead replicas. Returns their number. */
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
    await this.#own.pool.query(
      `INSERT INTO replica (id, lease_until) VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
       ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`,
      [this.#id, this.#leaseMs],
    );
    this.#extend(from);
    this.#timer ??= setInterval(() => this.#tick(), this.#beatMs).unref();
  }

  /** Errors are retried at the next renewal. Releasing may wait for locks; the renewal must not. */
  #tick(): void {
    this.#beating ??= this.#beat()
      .catch(() => {})
      .finally(() => (this.#beating = undefined));
    // After an outage of the database all leases have expired; the other replicas get time to renew theirs.
    const now = performance.now();
    if (now >= this.#safeUntil || now < this.#steadySince + 2 * this.#beatMs) return;
    this.#reaping ??= this.reap()
      .catch(() => 0)
      .finally(() => (this.#reaping = undefined));
  }

  async #beat(): Promise<void> {
    const id = this.#id;
    const from = performance.now();
    const { rowCount } = await this.#own.pool.query(
      "UPDATE replica SET lease_until = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1",
      [id, this.#leaseMs],
    );
    if (rowCount === 0) await this.rejoin(id);
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
