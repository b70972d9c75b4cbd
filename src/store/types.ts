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

/** Which store, and what for. */
export interface StoreOptions {
  /** The database's file, or `:memory:` for one that goes with the process. Unused where there is a `url`. */
  file: string;
  /** A PostgreSQL database, which several processes may serve from, in place of the file. */
  url?: string | undefined;
  /** Connections to it at most, beside the one of the ledger; 5 when absent. */
  connections?: number | undefined;
  /** After how long without a sign of life a process that serves from it counts as dead; 15,000 when absent. */
  leaseMs?: number | undefined;
  /** How long a call that was run waits for its database to come back, to be settled or released; 45,000 when absent. */
  callDeadlineMs?: number | undefined;
  /** Where an engine that keeps no pages itself has them kept. */
  jobsCache?: JobsCacheStore | undefined;
  /** `use` when absent. */
  role?: StoreRole;
  /** Terms of the plans as they are now; of a plan that no longer exists, an account keeps its allowance. */
  termsOf?: (plan: string) => PlanTerms | undefined;
  /** Folder for the copy made before a migration; beside the store when absent. */
  backupFolder?: string | undefined;
  /** For the name of that copy; the machine's own time when absent. */
  now?: number;
  /** Called with each step of a migration. */
  onMigration?: ((event: MigrationEvent) => void) | undefined;
}

/**
 * `serve`: a process that answers calls until the store is closed. A file has one such process, which also
 * migrates an older store; a database at a `url` may have several. `migrate`: only migrates. `use`: commands,
 * with or without a running service; they create a missing store.
 */
export type StoreRole = 'serve' | 'migrate' | 'use';

/**
 * What the service keeps, whatever the engine. Every write is atomic and
 * durable when its promise resolves, unless it says otherwise. Times are
 * milliseconds since the epoch, amounts thousandths of a credit.
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
   * The writes that `begin` hands in before its first await form one transaction: all are committed, or all
   * reject with the first error. A rejection of anything but a write undoes nothing.
   */
  transaction<T>(begin: () => Promise<T>): Promise<T>;
  /**
   * Does the work while no other process does any of that name. Where one
   * does: waits for it, or with `orLeave` does nothing and resolves with undefined.
   */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  withLock<T>(name: string, work: () => Promise<T>, orLeave: 'orLeave'): Promise<T | undefined>;
  /** A secret of the store's own, 64 hex digits: one for each name, made when it is first asked for, the same for all processes. */
  secret(name: string): Promise<string>;
  /**
   * A number that changes whenever any process changed accounts or keys, or committed anything from elsewhere.
   * Requests of one turn of the loop share one look. A number at once where the engine runs in this process.
   */
  version(): number | Promise<number>;
  /** Problems found by the engine's own integrity check and by the foreign keys; empty when sound. */
  checkIntegrity(): Promise<string[]>;
  /** Writes and reads back one value. Rejects when the store cannot be used, its disk is still full after a failed write, or this process may not serve from it now. */
  probe(): Promise<void>;
  /** Steps that wait for their transaction or for the disk, and what replays hold. */
  load(): Promise<StoreLoad>;
  /** A consistent copy into a new file, whole and on disk before it bears its name. */
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
  /** Of answers kept for repeats: of all accounts, of the one that holds most, and what one may hold. */
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
  /** Normalised name: equal for names that are the same company. */
  companyKey: string;
  /** Country asked for; `*` for any. */
  scope: 'GB' | 'FR' | '*';
  site: string;
  depth: 'light' | 'deep';
  /** false: looked, and nothing was there. */
  found: boolean;
  fetchedAt: number;
  /** JSON text, the service's own. */
  value: string;
}

export interface ReputationStore {
  /** All sites and depths of an employer, whatever their age. */
  get(companyKey: string, scope: ReputationRecord['scope']): Promise<ReputationRecord[]>;
  /** Each in place of the one of the same key, scope, site and depth. */
  put(records: readonly ReputationRecord[]): Promise<void>;
  /** Deletes records older than `before`, and negative ones older than `negativeBefore`. */
  purge(before: number, negativeBefore: number, signal?: AbortSignal): Promise<number>;
}

export interface BudgetStore {
  /**
   * Counts one call of the named budget at `now`, if every limit leaves room
   * for it in the `windowMs` before `now`: then undefined. Otherwise nothing
   * is counted, and the value is the time from which there is room again.
   */
  take(name: string, limits: readonly { calls: number; windowMs: number }[], now: number): Promise<number | undefined>;
}
