import type { Millicredits } from '../lib/credits.ts';
import type { Reason } from '../errors.ts';

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
  readonly usage: UsageStore;
  /** A number that changes whenever any process changed accounts or keys, or committed anything from elsewhere. */
  version(): number;
  /** Problems found by the engine's own integrity check and by the foreign keys; empty when sound. */
  checkIntegrity(): Promise<string[]>;
  /** Writes and reads back one value: throws when the store cannot be used. */
  probe(): Promise<void>;
  /** A consistent copy into a new file. */
  backup(file: string): Promise<void>;
  /** Waits for pending writes and closes. */
  close(): Promise<void>;
}

export interface AccountRecord {
  id: string;
  email: string;
  plan: string;
  subscriptionId: string | null;
  createdAt: number;
  trialEndsAt: number | null;
  /** Start of the account's first month under its plan: its day and time of day are those of every renewal. */
  anchorAt: number;
  /** Counts the account's months over all its plans; entries of the ledger carry it. */
  period: number;
  periodEndsAt: number;
  allowance: Millicredits;
  balance: Millicredits;
  overageUsed: Millicredits;
  /** Most overage of a month; null: overage is off. */
  overageLimit: Millicredits | null;
  operator: boolean;
  passwordHash: string | null;
}

export interface NewAccount {
  id: string;
  email: string;
  plan: string;
  subscriptionId: string | null;
  createdAt: number;
  trialEndsAt: number | null;
  allowance: Millicredits;
  operator: boolean;
}

export interface AccountStore {
  /** Rejects with `validation` when the e-mail address is taken. */
  create(account: NewAccount): Promise<AccountRecord>;
  /** As it stands at `now`: a month that has passed shows renewed, though nothing is written. */
  findById(id: string, now: number): Promise<AccountRecord | undefined>;
  findByEmail(email: string, now: number): Promise<AccountRecord | undefined>;
  list(now: number): Promise<AccountRecord[]>;
  /** Takes effect at once and starts a new month (SPEC §7). */
  setPlan(id: string, change: PlanChange): Promise<void>;
  setOverage(id: string, limit: Millicredits | null): Promise<void>;
  setPassword(id: string, passwordHash: string): Promise<void>;
  setOperator(id: string, operator: boolean): Promise<void>;
  /** With its keys, its part of the ledger and everything else that names it. */
  delete(id: string): Promise<boolean>;
}

export interface PlanChange {
  plan: string;
  subscriptionId: string | null;
  trialEndsAt: number | null;
  allowance: Millicredits;
  at: number;
}

export interface KeyRecord {
  id: string;
  accountId: string;
  name: string;
  /** Hex SHA-256 of the whole key. */
  hash: string;
  prefix: string;
  lastFour: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** From then on the key is refused: its own expiry, or the end of a rotation's overlap. */
  expiresAt: number | null;
  revokedAt: number | null;
  /** Tools that the key may call; null: all. */
  allowedTools: string[] | null;
  /** Most credits of a UTC day; null: no cap. */
  dailyCap: Millicredits | null;
}

export type NewKey = Omit<KeyRecord, 'lastUsedAt' | 'revokedAt'>;

export interface KeyStore {
  create(key: NewKey): Promise<void>;
  findByHash(hash: string): KeyRecord | undefined;
  findById(id: string): Promise<KeyRecord | undefined>;
  list(accountId: string): Promise<KeyRecord[]>;
  revoke(id: string, at: number): Promise<boolean>;
  rename(id: string, name: string): Promise<boolean>;
  setLimits(id: string, limits: Pick<KeyRecord, 'allowedTools' | 'dailyCap' | 'expiresAt'>): Promise<boolean>;
  /** Stores the successor and ends the old key at `endsAt`, in one step. */
  rotate(id: string, successor: NewKey, endsAt: number): Promise<boolean>;
  /** Not durable at once: may be lost with the process. */
  touch(id: string, at: number): void;
}

export type CallState = 'reserved' | 'settled' | 'released';

/** One call of a tool: an entry of the ledger. */
export interface LedgerEntry {
  receiptId: string;
  accountId: string;
  keyId: string | null;
  tool: string;
  state: CallState;
  /** `ok`, `replayed`, or the reason of the error. */
  outcome: 'pending' | 'ok' | 'replayed' | 'abandoned' | Reason;
  period: number;
  /** Held while reserved, charged once settled: what came from the allowance and what is overage. */
  fromAllowance: Millicredits;
  fromOverage: Millicredits;
  cached: boolean;
  createdAt: number;
  durationMs: number | null;
}

export interface Hold {
  receiptId: string;
  accountId: string;
  keyId: string | null;
  tool: string;
  amount: Millicredits;
  /** Most that the key may spend on this UTC day. */
  dailyCap: Millicredits | null;
  at: number;
}

export interface Settlement {
  cost: Millicredits;
  cached: boolean;
  at: number;
  durationMs: number;
  replay?: NewReplay;
}

/** Where an account stands after a step. */
export interface Standing {
  balance: Millicredits;
  resetsAt: number;
}

export interface LedgerStore {
  /**
   * Holds `amount` out of the allowance, then out of overage where that is on.
   * Rejects with `quota_exceeded` or `key_cap_reached`, and nothing is held.
   */
  reserve(hold: Hold): Promise<Standing>;
  /** Charges at most what was held and gives the rest back. */
  settle(receiptId: string, settlement: Settlement): Promise<Standing>;
  /** Gives all back. */
  release(receiptId: string, outcome: LedgerEntry['outcome'], at: number, durationMs: number): Promise<Standing>;
  /** Reserve and settle in one step, for work whose cost is known before it starts. */
  charge(hold: Hold, settlement: Settlement): Promise<Standing>;
  /** Notes a call that cost nothing; may be lost with the process. */
  note(entry: Omit<LedgerEntry, 'state' | 'period' | 'fromAllowance' | 'fromOverage'>): void;
  standing(accountId: string, now: number): Standing;
  /** Releases every reservation: only for a process that knows that no other runs. */
  releaseAll(at: number): Promise<number>;
  /** Calls of the account's current month, newest first. */
  list(accountId: string, now: number): Promise<LedgerEntry[]>;
  spentByKeySince(keyId: string, since: number): Millicredits;
  /** Sentences about accounts whose figures do not add up. */
  audit(now: number): Promise<string[]>;
  /** Drops settled entries of past months that are older than `before`. */
  purge(before: number): Promise<number>;
}

export interface Replay {
  argumentsHash: string;
  tool: string;
  /** The tool result as JSON text, without its receipt. */
  result: string;
  expiresAt: number;
}

export interface NewReplay extends Replay {
  accountId: string;
  key: string;
}

export interface ReplayStore {
  find(accountId: string, key: string, now: number): Promise<Replay | undefined>;
  save(replay: NewReplay): Promise<void>;
  purge(now: number): Promise<number>;
}

export interface CachedPage {
  /** Distinguishes one fetch of the same search from the next. */
  version: number;
  fetchedAt: number;
  value: string;
}

export interface JobsCacheStore {
  get(key: string, now: number): CachedPage | undefined;
  put(key: string, value: string, now: number, expiresAt: number): Promise<void>;
  purge(now: number, maximumBytes: number): Promise<number>;
}

/** What one look at one review site told of one employer. */
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
  get(companyKey: string, scope: ReputationRecord['scope']): ReputationRecord[];
  /** Each in place of the one of the same key, scope, site and depth. */
  put(records: readonly ReputationRecord[]): Promise<void>;
  /** Drops what is older than `before`, and negatives that are older than `negativeBefore`. */
  purge(before: number, negativeBefore: number): Promise<number>;
}

export interface AuditEntry {
  accountId: string | null;
  action: string;
  detail: string;
  at: number;
}

export interface AuditStore {
  add(entry: AuditEntry): Promise<void>;
  list(accountId: string, limit: number): Promise<AuditEntry[]>;
}

export interface BudgetStore {
  /**
   * Counts one call of the named budget at `now`, if every limit leaves room
   * for it in the `windowMs` before `now`: then undefined. Otherwise nothing
   * is counted, and the value is the time from which there is room again.
   */
  take(name: string, limits: readonly { calls: number; windowMs: number }[], now: number): Promise<number | undefined>;
}

/** A log-in to the dashboard. */
export interface SessionRecord {
  /** Hex SHA-256 of the session's id, which only the browser has. */
  hash: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
}

export interface SessionStore {
  create(session: SessionRecord): Promise<void>;
  /** Neither revoked nor expired. */
  find(hash: string, now: number): Promise<SessionRecord | undefined>;
  list(accountId: string, now: number): Promise<SessionRecord[]>;
  /** Not durable at once: may be lost with the process. */
  touch(hash: string, at: number, expiresAt: number): void;
  revoke(hash: string, at: number): Promise<boolean>;
  /** All of the account, but for the one named. */
  revokeAll(accountId: string, at: number, exceptHash?: string): Promise<number>;
  /** Drops sessions that ended before. */
  purge(before: number): Promise<number>;
}

export type MailPurpose = 'confirm' | 'reset';

/** What stands behind a link sent by mail. */
export interface MailToken {
  /** Hex SHA-256 of the link's token. */
  hash: string;
  accountId: string;
  purpose: MailPurpose;
  expiresAt: number;
}

export interface MailStore {
  /** Replaces an earlier one of the same account and purpose. */
  saveToken(token: MailToken): Promise<void>;
  findToken(hash: string, purpose: MailPurpose, now: number): Promise<string | undefined>;
  /** The account's id, once: the token is gone then. */
  takeToken(hash: string, purpose: MailPurpose, now: number): Promise<string | undefined>;
  /** From now on the account's address waits for its confirmation. */
  askConfirmation(accountId: string, at: number): Promise<void>;
  confirm(accountId: string, at: number): Promise<void>;
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'>;
  /** False when this alert of the month was noted before. */
  noteAlert(accountId: string, period: number, percent: number, at: number): Promise<boolean>;
  purge(now: number): Promise<number>;
}

/** Which entries of the ledger; times are a half-open interval. */
/** Which calls of an account; days are UTC, counted since the epoch. */
export interface CallFilter {
  accountId: string;
  period?: number;
  fromDay?: number;
  /** The last one. */
  toDay?: number;
  tool?: string;
  outcome?: string;
  keyId?: string;
}

/** A place in the log, newest first. */
export type CallCursor = Pick<LedgerEntry, 'createdAt' | 'receiptId'>;

/** Where a page of the log begins: past so many calls, or past that one. */
export type CallStart = { offset: number } | { after: CallCursor };

/** The ledger summed up. Costs are what is held and charged. */
export interface UsageStore {
  /** The account's month by day, tool and key; `day` counts UTC days since the epoch. */
  summary(
    accountId: string,
    period: number,
  ): Promise<{ day: number; tool: string; keyId: string | null; calls: number; cost: Millicredits }[]>;
  /** Of all accounts that called on that UTC day (counted since the epoch) or later. */
  byAccount(fromDay: number): Promise<{ accountId: string; calls: number; cost: Millicredits; lastAt: number }[]>;
  /** Newest first. */
  calls(filter: CallFilter, limit: number, start?: CallStart): Promise<LedgerEntry[]>;
  count(filter: CallFilter): Promise<{ calls: number; cost: Millicredits }>;
}
