import { randomBytes } from 'node:crypto';
import { StoreFault } from '../store-fault.ts';
import { openConnections, type PostgresConnectionOptions, type PostgresConnections } from './connection.ts';
import { reclaim } from './orphan-sweeper.ts';

/** Signs of life in the time of a lease. */
const BEATS = 5;
const LONGEST_BETWEEN_MS = 3_000;

export interface ReplicaLeaseOptions extends Pick<PostgresConnectionOptions, 'url' | 'schema'> {
  connections: PostgresConnections;
  leaseMs: number;
}

/**
 * This process as one of the replicas. It holds a lease by the database's clock, renews it over its own
 * connection, and releases the reservations of replicas whose leases have expired. Its reservations carry its
 * id; if it was taken for dead, it continues under a new one.
 */
export class ReplicaLease {
  readonly #connections: PostgresConnections;
  readonly #own: PostgresConnections;
  readonly #leaseMs: number;
  readonly #beatMs: number;
  #id = newId();
  #joining: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Until when the lease surely runs, by this process's own time. */
  #safeUntil = 0;
  /** Since when it has had one without a break, by the same time. */
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

  /** Of the lease now: a new one after each time that it was lost. */
  get id(): string {
    return this.#id;
  }

  /** Takes a lease, unless there is one already. */
  join(): Promise<void> {
    this.#joining ??= this.#enter().catch((error: unknown) => {
      this.#joining = undefined;
      throw error;
    });
    return this.#joining;
  }

  /** The id, once there is a lease. */
  async joined(): Promise<string> {
    await this.join();
    return this.#id;
  }

  /** Takes a lease under a new id if `gone` is the present one. */
  async rejoin(gone: string): Promise<void> {
    if (gone === this.#id) {
      this.#id = newId();
      this.#joining = undefined;
    }
    await this.join();
  }

  /** Gives back what this process holds, and its lease. */
  async leave(): Promise<void> {
    this.#left = true;
    clearInterval(this.#timer);
    await Promise.all([this.#beating, this.#reaping]);
    if (this.#joining) {
      await this.#joining.catch(() => {});
      // Where the database is away the others do it.
      await this.#connections.transaction((tx) => reclaim(tx, this.#id)).catch(() => {});
    }
    await this.#own.close();
  }

  /** Throws while the lease may have run out: calls then wait for another. */
  assertServing(): void {
    if (performance.now() < this.#safeUntil) return;
    throw new StoreFault('away', 'no', 'This process has no lease on the database now.');
  }

  /** Gives back what the dead held. Gives the number of their holds. */
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

  /** What fails is tried again at the next beat. Giving back may have to wait for others, signs of life may not. */
  #tick(): void {
    this.#beating ??= this.#beat()
      .catch(() => {})
      .finally(() => (this.#beating = undefined));
    // After the database was away the others' leases have run out as well: they have time to say that they live.
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
