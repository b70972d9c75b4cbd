import type { Reason } from '../errors.ts';
import type { Millicredits } from '../lib/credits.ts';

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
  /** Notes a call that cost nothing. Taken over when it resolves, written later: may be lost with the process. */
  note(entry: Omit<LedgerEntry, 'state' | 'period' | 'fromAllowance' | 'fromOverage'>): Promise<void>;
  standing(accountId: string, now: number): Promise<Standing>;
  /** Releases the reservations that nobody will settle; only in the role `serve`. Gives their number. */
  releaseOrphans(at: number): Promise<number>;
  /** Calls of the account's current month, newest first. */
  list(accountId: string, now: number): Promise<LedgerEntry[]>;
  spentByKeySince(keyId: string, since: number): Promise<Millicredits>;
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
