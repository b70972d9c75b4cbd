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

/** Free calls that are stored as sums, per account, key, tool, outcome, month and UTC day. */
export interface FreeCalls {
  accountId: string;
  keyId: string | null;
  tool: string;
  outcome: LedgerEntry['outcome'];
  calls: number;
  /** Time of the last call. */
  at: number;
}

export interface LedgerStore {
  /**
   * Reserves `amount` from the allowance, then from overage if that is on. Rejects with the refusal of the
   * rules (src/credits/calls.ts); then nothing is reserved. `claim`: the idempotency key of the call; rejects
   * with IdempotencyKeyInUse if a call of another process runs or was answered under it.
   */
  reserve(hold: Hold, claim?: Claim): Promise<Balance>;
  /** Charges at most the reserved amount and returns the rest. */
  settle(receiptId: string, settlement: Settlement): Promise<Balance>;
  /** Returns the whole reservation. */
  release(receiptId: string, outcome: LedgerEntry['outcome'], at: number, durationMs: number): Promise<Balance>;
  /**
   * Reserves and settles in one step, for calls whose cost is known before they run. Rejects with
   * IdempotencyKeyInUse as `reserve` does, for the key of its replay.
   */
  charge(hold: Hold, settlement: Settlement): Promise<Balance>;
  /** Records a call that cost nothing. Resolves before it is written, so it may be lost if the process ends. */
  note(entry: Omit<LedgerEntry, 'state' | 'period' | 'amount'>): Promise<void>;
  /**
   * Adds to the sums of free calls, which `usage` counts with the other calls. Resolves before they are written, as
   * `note` does.
   */
  noteSum(calls: FreeCalls): Promise<void>;
  /** The account's sums of its current month. */
  sums(accountId: string, now: number): Promise<(FreeCalls & { day: number })[]>;
  balance(accountId: string, now: number): Promise<Balance>;
  /**
   * Releases the reservations that no call will settle: those of dead processes, and failed ones of this process. Only
   * for the role `serve`. Returns their number.
   */
  releaseOrphans(at: number): Promise<number>;
  /** Calls of the account's current month, newest first. */
  list(accountId: string, now: number): Promise<LedgerEntry[]>;
  /** Sentences about accounts whose figures do not add up. */
  audit(now: number): Promise<string[]>;
  /** Deletes settled entries of past months that are older than `before`. */
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

/** The replay of a call before the call has an answer. */
export type Claim = Omit<NewReplay, 'result'>;

export interface ReplayStore {
  find(accountId: string, key: string, now: number): Promise<Replay | undefined>;
  save(replay: NewReplay): Promise<void>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}

/** Selects calls of an account; days are UTC, counted since the epoch. */
export interface CallFilter {
  accountId: string;
  period?: number;
  fromDay?: number;
  /** The last day. */
  toDay?: number;
  tool?: string;
  outcome?: string;
  keyId?: string;
}

/** A position in the log, newest first. */
export type CallCursor = Pick<LedgerEntry, 'createdAt' | 'receiptId'>;

/** Where a page of the log begins: after a number of calls, or after a position. */
export type CallStart = { offset: number } | { after: CallCursor };

/** Sums of the ledger. Costs include reservations and charges. */
export interface UsageStore {
  /** Sums of the account's current month by day, tool, key and outcome; `day` counts UTC days since the epoch. */
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
  /** Sums of the account by day, month and outcome, from that UTC day on. */
  days(
    accountId: string,
    fromDay: number,
  ): Promise<{ day: number; period: number; outcome: LedgerEntry['outcome']; calls: number; cost: Millicredits }[]>;
  /** Accounts that called on that UTC day (counted since the epoch) or later. */
  byAccount(fromDay: number): Promise<{ accountId: string; calls: number; cost: Millicredits; lastAt: number }[]>;
  /** Newest first. */
  calls(filter: CallFilter, limit: number, start?: CallStart): Promise<LedgerEntry[]>;
  /** `inSums`: how many of the calls are stored as sums, so that `calls` does not list them. */
  count(filter: CallFilter): Promise<{ calls: number; cost: Millicredits; inSums: number }>;
}
