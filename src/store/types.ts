import type { PlanTerms } from '../credits/types.ts';
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
   * PostgreSQL: maximum number of connections in the pool; default 5. The ledger, the lease and locks have connections
   * of their own.
   */
  connections?: number | undefined;
  /** PostgreSQL: a serving process that has not renewed its lease for this long counts as dead; default 15,000. */
  leaseMs?: number | undefined;
  /** PostgreSQL: how long settling or releasing a call waits for an unreachable database; default 45,000. */
  callDeadlineMs?: number | undefined;
  /** PostgreSQL: the page cache, because this engine has none of its own. */
  jobsCache?: JobsCacheStore | undefined;
  /** Default: `use`. */
  role?: StoreRole;
  /** Current terms of a plan. Undefined if the plan no longer exists; its accounts then keep their allowance. */
  termsOf?: (plan: string) => PlanTerms | undefined;
  /** Folder of the copy made before a migration; default: the folder of the store. */
  backupFolder?: string | undefined;
  /** Time in the name of the copy made before a migration; default: the machine's time. */
  now?: number;
  onMigration?: ((event: MigrationEvent) => void) | undefined;
}

/**
 * `serve`: answers calls until the store is closed; one process for an SQLite file, which also migrates an older store,
 * and any number for a PostgreSQL database. `migrate`: only migrates. `use`: runs commands, with or without a running
 * service, and creates a missing store.
 */
export type StoreRole = 'serve' | 'migrate' | 'use';

/**
 * Everything that the service stores, in either engine. Unless stated otherwise, every write is atomic, and durable
 * when its promise resolves. Times are milliseconds since 1 January 1970 (UTC); amounts are thousandths of a credit.
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
   * Runs the writes that `begin` starts before its first `await` in one transaction: all are committed, or all reject
   * with the first error. An error thrown outside the writes undoes nothing.
   */
  transaction<T>(begin: () => Promise<T>): Promise<T>;
  /**
   * Runs `work` under a named lock that all processes share. If the lock is taken, waits for it; with `orLeave`,
   * resolves with undefined instead.
   */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  withLock<T>(name: string, work: () => Promise<T>, orLeave: 'orLeave'): Promise<T | undefined>;
  /** A random secret of 64 hex digits for each name. It is created on first use and equal in all processes. */
  secret(name: string): Promise<string>;
  /**
   * A number that changes with every change of accounts or keys and with every commit of another process. Requests in
   * one turn of the event loop share one query; SQLite answers without a promise.
   */
  version(): number | Promise<number>;
  /** Problems found by the engine's integrity check or in the foreign keys; empty if there are none. */
  checkIntegrity(): Promise<string[]>;
  /**
   * Writes a value and reads it back. Rejects if the store cannot be used, if the disk is still full after a failed
   * write, or if this process has lost its lease.
   */
  probe(): Promise<void>;
  load(): Promise<StoreLoad>;
  /** Writes a consistent copy. `file` appears only when the copy is complete and on disk. */
  backup(file: string): Promise<void>;
  /**
   * Resolves when the disk has failed and what it holds is uncertain: later steps reject, and the process should end.
   * The next start reads what is on disk.
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
  /** Differs for each fetch of the same search. */
  version: number;
  fetchedAt: number;
  value: string;
}

export interface JobsCacheStore {
  get(key: string, now: number): Promise<CachedPage | undefined>;
  put(key: string, value: string, now: number, expiresAt: number): Promise<void>;
  purge(now: number, maximumBytes: number, signal?: AbortSignal): Promise<number>;
}

/** The result of one look-up of an employer at one review site. */
export interface ReputationRecord {
  /** Normalised name, equal for all spellings of one company. */
  companyKey: string;
  /** The country asked for; `*`: any. */
  scope: 'GB' | 'FR' | '*';
  site: string;
  depth: 'light' | 'deep';
  /** False: the site does not know the employer. */
  found: boolean;
  fetchedAt: number;
  /** The figures as JSON, written by the reputation tool. */
  value: string;
}

export interface ReputationStore {
  /** The employer's results for all sites and depths, however old. */
  get(companyKey: string, scope: ReputationRecord['scope']): Promise<ReputationRecord[]>;
  /** Replaces records with the same company key, scope, site and depth. */
  put(records: readonly ReputationRecord[]): Promise<void>;
  /** Deletes records fetched before `before`, and records with `found: false` fetched before `negativeBefore`. */
  purge(before: number, negativeBefore: number, signal?: AbortSignal): Promise<number>;
}

export interface BudgetStore {
  /**
   * Counts a call at `now` and returns undefined if every limit allows one more call in its window before `now`.
   * Otherwise counts nothing and returns the time from which a call is allowed.
   */
  take(name: string, limits: readonly { calls: number; windowMs: number }[], now: number): Promise<number | undefined>;
}
