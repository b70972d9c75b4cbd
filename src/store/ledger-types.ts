import type { Hold, LedgerEntry, Balance } from '../credits/types.ts';
import type { Millicredits } from '../lib/credits.ts';

export type { CallState, Hold, LedgerEntry, Balance } from '../credits/types.ts';

export interface Settlement {
  cost: Millicredits;
  cached: boolean;
  at: number;
  durationMs: number;
  replay?: NewReplay;
}

/** Free calls that are noted in sums: of one account, key, tool, outcome, month and UTC day. */
export interface FreeCalls {
  accountId: string;
  keyId: string | null;
  tool: string;
  outcome: LedgerEntry['outcome'];
  calls: number;
  /** Time of the last one. */
  at: number;
}

export interface LedgerStore {
  /**
   * Holds `amount` out of the allowance, then out of overage where that is on.
   * Rejects with the refusal of the rules (src/credits/calls.ts), and nothing is held.
   * `claim`: the idempotency key that the call runs under; rejects with IdempotencyKeyInUse
   * where a call of another process runs or was answered under it.
   */
  reserve(hold: Hold, claim?: Claim): Promise<Balance>;
  /** Charges at most what was held and gives the rest back. */
  settle(receiptId: string, settlement: Settlement): Promise<Balance>;
  /** Gives all back. */
  release(receiptId: string, outcome: LedgerEntry['outcome'], at: number, durationMs: number): Promise<Balance>;
  /** Reserve and settle in one step, for work whose cost is known before it starts. Rejects with IdempotencyKeyInUse as `reserve` does, by the key of its replay. */
  charge(hold: Hold, settlement: Settlement): Promise<Balance>;
  /** Notes a call that cost nothing. Accepted when it resolves and written later: it may be lost with the process. */
  note(entry: Omit<LedgerEntry, 'state' | 'period' | 'amount'>): Promise<void>;
  /** Adds to the sums of free calls, which `usage` counts with the others. Taken over when it resolves, as `note`. */
  noteSum(calls: FreeCalls): Promise<void>;
  /** The account's sums of its current month. */
  sums(accountId: string, now: number): Promise<(FreeCalls & { day: number })[]>;
  balance(accountId: string, now: number): Promise<Balance>;
  /**
   * Releases the orphaned reservations of this process and of dead ones; only in the role `serve`. Returns their
   * number.
   */
  releaseOrphans(at: number): Promise<number>;
  /** Calls of the account's current month, newest first. */
  list(accountId: string, now: number): Promise<LedgerEntry[]>;
  /** Sentences about accounts whose figures do not add up. */
  audit(now: number): Promise<string[]>;
  /** Drops settled entries of past months that are older than `before`. */
  purge(before: number, signal?: AbortSignal): Promise<number>;
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

/** A call that is to be repeated from its answer, before it has one. */
export type Claim = Omit<NewReplay, 'result'>;

export interface ReplayStore {
  find(accountId: string, key: string, now: number): Promise<Replay | undefined>;
  save(replay: NewReplay): Promise<void>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
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

/** Sums of the ledger. Costs include reservations and charges. */
export interface UsageStore {
  /** The account's month by day, tool, key and outcome; `day` counts UTC days since the epoch. */
  summary(
    accountId: string,
    period: number,
  ): Promise<
    {
      day: number;
      tool: string;
      keyId: string | null;
      outcome: LedgerEntry['outcome'];
      calls: number;
      cost: Millicredits;
    }[]
  >;
  /** The account by day, month and outcome from that UTC day on. */
  days(
    accountId: string,
    fromDay: number,
  ): Promise<{ day: number; period: number; outcome: LedgerEntry['outcome']; calls: number; cost: Millicredits }[]>;
  /** Of all accounts that called on that UTC day (counted since the epoch) or later. */
  byAccount(fromDay: number): Promise<{ accountId: string; calls: number; cost: Millicredits; lastAt: number }[]>;
  /** Newest first. */
  calls(filter: CallFilter, limit: number, start?: CallStart): Promise<LedgerEntry[]>;
  /** `inSums`: how many of the calls are noted in sums, and so are not among those that `calls` gives. */
  count(filter: CallFilter): Promise<{ calls: number; cost: Millicredits; inSums: number }>;
}
