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

/** Which store to open, and for which role. */
export interface StoreOptions {
  /** The SQLite file, or `:memory:` for a store that ends with the process. Ignored if `url` is set. */
  file: string;
  /** A PostgreSQL database, which several processes can serve from, instead of the file. */
  url?: string | undefined;
  /** Maximum number of connections, beside that of the ledger; default 5. */
  connections?: number | undefined;
  /** A serving process that has not renewed its lease for this long counts as dead; default 15,000. */
  leaseMs?: number | undefined;
  /** How long settling or releasing a call waits for an unreachable database; default 45,000. */
  callDeadlineMs?: number | undefined;
  /** The page cache for an engine that has none of its own. */
  jobsCache?: JobsCacheStore | undefined;
  /** Default: `use`. */
  role?: StoreRole;
  /** Current terms of the plans. An account whose plan no longer exists keeps its allowance. */
  termsOf?: (plan: string) => PlanTerms | undefined;
  /** Folder of the copy made before a migration; default: beside the store. */
  backupFolder?: string | undefined;
  /** Time in the name of that copy; default: the machine's time. */
  now?: number;
  /** Called with each step of a migration. */
  onMigration?: ((event: MigrationEvent) => void) | undefined;
}

/**
 * `serve`: a process that answers calls until the store is closed. An SQLite file has one such process, which
 * also migrates an older store; a PostgreSQL database may have several. `migrate`: only migrates. `use`:
 * commands, with or without a running service; they create a missing store.
 */
export type StoreRole = 'serve' | 'migrate' | 'use';

/**
 * Everything that the service stores, independent of the engine. Every write is atomic and durable when its
 * promise resolves, unless stated otherwise. Times are milliseconds since the epoch, amounts thousandths of a
 * credit.
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
   * Runs the writes that `begin` starts before its first await in one transaction: all are committed, or all
   * reject with the first error. Errors outside the writes undo nothing.
   */
  transaction<T>(begin: () => Promise<T>): Promise<T>;
  /**
   * Runs the work under a named lock over all processes. If the lock is taken, waits for it, or with `orLeave`
   * resolves with undefined.
   */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  withLock<T>(name: string, work: () => Promise<T>, orLeave: 'orLeave'): Promise<T | undefined>;
  /** A random secret of the store for each name, 64 hex digits: created on first use, the same for all processes. */
  secret(name: string): Promise<string>;
  /**
   * A number that changes with every change of accounts or keys and every commit of another process. Requests
   * of one turn of the event loop share one query. Returned without a promise by an engine in this process.
   */
  version(): number | Promise<number>;
  /** Problems found by the engine's own integrity check and by the foreign keys; empty when sound. */
  checkIntegrity(): Promise<string[]>;
  /**
   * Writes and reads one value. Rejects if the store cannot be used, if the disk is still full after a failed write, or
   * if this process has lost its lease.
   */
  probe(): Promise<void>;
  /** Number of waiting steps, and size of the replays. */
  load(): Promise<StoreLoad>;
  /** Writes a consistent copy, which gets its name when it is complete and on disk. */
  backup(file: string): Promise<void>;
  /**
   * Resolves when the disk has failed and the store's view of it cannot be trusted: later steps reject, and the
   * process should end. The next start reads what is on disk.
   */
  readonly failed: Promise<StoreFault>;
  /** Waits for pending writes, closes, and lets another process serve. */
  close(): Promise<void>;
}

export interface StoreLoad {
  waitingSteps: number;
  /** Size of stored replays: of all accounts, of the largest account, and the maximum per account. */
  replayBytes: number;
  mostReplayBytes: number;
  replayBudgetBytes: number;
}

export interface CachedPage {
  /** Distinguishes one fetch of the same search from the next. */
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
  /** Normalised name, which is equal for all spellings of one company. */
  companyKey: string;
  /** The requested country; `*` for any. */
  scope: 'GB' | 'FR' | '*';
  site: string;
  depth: 'light' | 'deep';
  /** False: the site was asked and does not know the employer. */
  found: boolean;
  fetchedAt: number;
  /** The figures, as JSON of the service. */
  value: string;
}

export interface ReputationStore {
  /** All sites and depths of an employer, whatever their age. */
  get(companyKey: string, scope: ReputationRecord['scope']): Promise<ReputationRecord[]>;
  /** Replaces records of the same key, scope, site and depth. */
  put(records: readonly ReputationRecord[]): Promise<void>;
  /** Deletes records older than `before`, and negative ones older than `negativeBefore`. */
  purge(before: number, negativeBefore: number, signal?: AbortSignal): Promise<number>;
}

export interface BudgetStore {
  /**
   * Counts a call of the named budget at `now` and returns undefined, if every limit allows one more in its
   * window before `now`. Otherwise counts nothing and returns the time at which a call is allowed again.
   */
  take(name: string, limits: readonly { calls: number; windowMs: number }[], now: number): Promise<number | undefined>;
}
