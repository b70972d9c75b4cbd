import { randomBytes } from 'node:crypto';
import { StoreFault } from '../store-fault.ts';
import { openConnections, type PostgresConnectionOptions, type PostgresConnections } from './connection.ts';
import { reclaim } from './orphan-sweeper.ts';

/** How many times a lease is renewed before it would expire. */
const RENEWALS_PER_LEASE = 5;
const LONGEST_BETWEEN_MS = 3_000;

export interface ReplicaLeaseOptions extends Pick<PostgresConnectionOptions, 'url' | 'schema'> {
  connections: PostgresConnections;
  leaseMs: number;
}

/**
 * The lease of this process, which is one of several replicas: timed by the database's clock and renewed over a
 * separate connection. Also releases the reservations of replicas whose leases have expired.
 */
export class ReplicaLease {
  readonly #connections: PostgresConnections;
  readonly #own: PostgresConnections;
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

  constructor({ connections, url, schema, leaseMs }: ReplicaLeaseOptions) {
    this.#connections = connections;
    this.#own = openConnections({ url, schema, connections: 1 });
    this.#leaseMs = leaseMs;
    this.#beatMs = Math.min(leaseMs / RENEWALS_PER_LEASE, LONGEST_BETWEEN_MS);
  }

  /** Id of the current lease, which reservations carry. It changes after a loss of the lease. */
  get id(): string {
    return this.#id;
  }

  /** Takes a lease if this process has none. */
  join(): Promise<void> {
    this.#joining ??= this.#enter().catch((error: unknown) => {
      this.#joining = undefined;
      throw error;
    });
    return this.#joining;
  }

  /** Takes a lease if this process has none, and returns its id. */
  async joined(): Promise<string> {
    await this.join();
    return this.#id;
  }

  /** Takes a lease under a new id if the lease `gone` is the current one. */
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
      // If the database is unreachable, other replicas release the reservations later.
      await this.#connections.transaction((tx) => reclaim(tx, this.#id)).catch(() => {});
    }
    await this.#own.close();
  }

  /** Throws if the lease may have expired. */
  assertServing(): void {
    if (performance.now() < this.#safeUntil) return;
    throw new StoreFault('away', 'no', 'This process has no lease on the database now.');
  }

  /** Releases the reservations of replicas whose leases have expired. Returns their number. */
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

  /**
   * Renews the lease; the next renewal retries an error. Orphans are released separately, because their release may
   * wait for locks and the renewal must not.
   */
  #tick(): void {
    this.#beating ??= this.#beat()
      .catch(() => {})
      .finally(() => (this.#beating = undefined));
    // After an outage of the database all leases have expired, so the other replicas first get time to renew theirs.
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
