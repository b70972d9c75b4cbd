import type { PlanTerms } from '../credits/types.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccountStore } from './account-types.ts';
import type { AuditStore } from './audit-types.ts';
import type { HealthStore } from './health-types.ts';
import type { KeyStore } from './key-types.ts';
import type { LedgerStore, ReplayStore, UsageStore } from './ledger-types.ts';
import type { FactorStore, LogInStore, SpentTrialStore } from './security-types.ts';
import type { MigrationEvent } from './migration-types.ts';
import type { StoreFault } from './store-fault.ts';
import type { OAuthStore } from './oauth-types.ts';
import type { SavedSearchStore } from './saved-search-types.ts';
import type { MailStore, SessionStore } from './session-types.ts';

export type * from './account-types.ts';
export type * from './audit-types.ts';
export type * from './health-types.ts';
export type * from './key-types.ts';
export type * from './ledger-types.ts';
export type * from './migration-types.ts';
export type * from './oauth-types.ts';
export type * from './saved-search-types.ts';
export type * from './security-types.ts';
export type * from './session-types.ts';

export interface StoreOptions {
  /** The SQLite file, or `:memory:` for a store that is lost when the process ends. Ignored if `url` is set. */
  file: string;
  /** URL of a PostgreSQL database, used instead of `file`. Several processes can serve from it. */
  url?: string | undefined;
  /**
   * PostgreSQL: maximum number of connections in the pool; 5 by default. The ledger, the lease and locks have separate
   * connections.
   */
  connections?: number | undefined;
  /** PostgreSQL: a serving process that has not renewed its lease for this long counts as dead; 15,000 by default. */
  leaseMs?: number | undefined;
  /**
   * PostgreSQL: while the database is unreachable, settling or releasing a call is retried until this long after its
   * reservation; 45,000 by default.
   */
  callDeadlineMs?: number | undefined;
  /** PostgreSQL: where pages are cached; by default, they are not cached. SQLite caches pages in its file. */
  jobsCache?: JobsCacheStore | undefined;
  role?: StoreRole;
  /** Returns undefined if the plan does not exist. Accounts on such a plan keep their allowance. */
  termsOf?: (plan: string) => PlanTerms | undefined;
  /** SQLite: folder of the copy made before a migration; by default, the folder of the file. */
  backupFolder?: string | undefined;
  /** SQLite: time in the name of the copy made before a migration; by default, the machine's time. */
  now?: number;
  onMigration?: ((event: MigrationEvent) => void) | undefined;
  /** SQLite: receives errors of background work that do not stop the store. */
  onFault?: ((error: unknown) => void) | undefined;
}

/**
 * `serve`: answers calls until the store is closed; one process can serve an SQLite file, which it migrates if needed,
 * and any number of processes can serve a PostgreSQL database. `migrate`: only migrates. `use`: runs commands, also
 * while a service is running. A missing store is created in every role.
 */
export type StoreRole = 'serve' | 'migrate' | 'use';

/**
 * Unless stated otherwise, every write is atomic, and durable when its promise resolves. Times are in milliseconds
 * since the epoch, amounts in thousandths of a credit.
 */
export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly ledger: LedgerStore;
  readonly replays: ReplayStore;
  readonly jobsCache: JobsCacheStore;
  readonly reputation: ReputationStore;
  readonly audit: AuditStore;
  readonly budgets: BudgetStore;
  readonly sessions: SessionStore;
  readonly mail: MailStore;
  readonly spentTrials: SpentTrialStore;
  readonly logIns: LogInStore;
  readonly factors: FactorStore;
  readonly usage: UsageStore;
  readonly health: HealthStore;
  readonly oauth: OAuthStore;
  readonly savedSearches: SavedSearchStore;
  /**
   * Runs the writes that `begin` starts before its first `await` in one transaction. All are committed, or all reject
   * with the first error. An error thrown outside the writes undoes nothing.
   */
  transaction<T>(begin: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` under a named lock that all processes share. If the lock is taken, waits for it; with `orLeave`,
   * resolves with undefined instead. SQLite, which only one process serves, takes no lock.
   */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  withLock<T>(name: string, work: () => Promise<T>, orLeave: 'orLeave'): Promise<T | undefined>;
  /**
   * Returns the random secret of 64 hex digits for a name. It is created on first use and the same in all processes.
   */
  secret(name: string): Promise<string>;
  /**
   * A number that changes with every change of accounts or keys, except the credits that calls use and the times of
   * last use. SQLite returns it without a promise.
   */
  version(): number | Promise<number>;
  /** PostgreSQL: the database's clock, so that all replicas agree on the time. SQLite: the machine's clock. */
  readonly clock: Clock;
  checkIntegrity(): Promise<string[]>;
  /**
   * Writes a value and reads it back. Rejects if the store cannot be used, if a write has failed and the disk is still
   * too full, or if this serving process has no valid lease.
   */
  probe(): Promise<void>;
  load(): Promise<StoreLoad>;
  /**
   * SQLite: writes a consistent copy; `file` appears only when it is complete and on disk. PostgreSQL: rejects.
   */
  backup(file: string): Promise<void>;
  /**
   * SQLite: resolves when the disk has failed and the state in memory may differ from the state on disk. Later writes
   * reject, deferred ones are dropped, and the process should end; the next start reads what is on disk. Never resolves
   * with PostgreSQL.
   */
  readonly failed: Promise<StoreFault>;
  /** Waits for pending writes and closes the store, so that another process can serve. */
  close(): Promise<void>;
}

export interface StoreLoad {
  waitingSteps: number;
  /** Bytes of stored replays: of all accounts, of the account that has most, and the maximum per account. */
  replayBytes: number;
  mostReplayBytes: number;
  replayBudgetBytes: number;
}

export interface CachedPage {
  /** The version differs for each fetch of the same search. */
  version: number;
  fetchedAt: number;
  value: string;
}

export interface JobsCacheStore {
  get(key: string, now: number): Promise<CachedPage | undefined>;
  put(key: string, value: string, now: number, expiresAt: number): Promise<void>;
  /**
   * Deletes expired pages, then the oldest until at most `maximumBytes` are left. Returns the number of deleted pages.
   */
  purge(now: number, maximumBytes: number, signal?: AbortSignal): Promise<number>;
}

export interface ReputationRecord {
  /** The company's normalised name, which is the same for its usual spellings. */
  companyKey: string;
  scope: 'GB' | 'FR' | '*';
  site: string;
  depth: 'light' | 'deep';
  found: boolean;
  fetchedAt: number;
  value: string;
}

export interface ReputationStore {
  get(companyKey: string, scope: ReputationRecord['scope']): Promise<ReputationRecord[]>;
  put(records: readonly ReputationRecord[]): Promise<void>;
  purge(before: number, negativeBefore: number, signal?: AbortSignal): Promise<number>;
}

export interface BudgetStore {
  /**
   * Counts a call at `now` and returns undefined if every limit allows one more call in its window before `now`.
   * Otherwise counts nothing and returns the time from which a call is allowed.
   */
  take(name: string, limits: readonly { calls: number; windowMs: number }[], now: number): Promise<number | undefined>;
}
