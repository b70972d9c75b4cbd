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

/** A number of calls that cost nothing, stored per account, key, tool, outcome, month and UTC day. */
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
   * Reserves the call's highest cost from the balance, then from overage if that is on; a refusal
   * (src/credits/calls.ts) rejects and reserves nothing. With `claim`, rejects with IdempotencyKeyInUse if another
   * process runs or has answered a call with that idempotency key.
   */
  reserve(hold: Hold, claim?: Claim): Promise<Balance>;
  /** Charges at most the reserved amount and gives back the rest. */
  settle(receiptId: string, settlement: Settlement): Promise<Balance>;
  release(receiptId: string, outcome: LedgerEntry['outcome'], at: number, durationMs: number): Promise<Balance>;
  /**
   * Reserves and settles at once, for calls whose cost is known before they run. Rejects with IdempotencyKeyInUse if
   * another process runs or has answered a call with the idempotency key of `settlement.replay`.
   */
  charge(hold: Hold, settlement: Settlement): Promise<Balance>;
  /** Records a call that cost nothing. Resolves before the record is written, so a crash can lose it. */
  note(entry: Omit<LedgerEntry, 'state' | 'period' | 'amount'>): Promise<void>;
  /**
   * Adds free calls to their sum instead of recording each call; UsageStore counts them too. Resolves before the sum is
   * written, so a crash can lose the calls.
   */
  noteSum(calls: FreeCalls): Promise<void>;
  /** The account's sums of free calls in its current month. */
  sums(accountId: string, now: number): Promise<(FreeCalls & { day: number })[]>;
  balance(accountId: string, now: number): Promise<Balance>;
  /**
   * Releases the reservations that no call will settle: those of dead processes, and those that this process could not
   * end. Returns their number; only for the role `serve`.
   */
  releaseOrphans(at: number): Promise<number>;
  /** Calls of the account's current month, newest first. */
  list(accountId: string, now: number): Promise<LedgerEntry[]>;
  /** One sentence for each account figure that does not add up. */
  audit(now: number): Promise<string[]>;
  /** Deletes settled entries of ended months that were created before `before`. */
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

/** The replay of a call that has no result yet. */
export type Claim = Omit<NewReplay, 'result'>;

export interface ReplayStore {
  find(accountId: string, key: string, now: number): Promise<Replay | undefined>;
  save(replay: NewReplay): Promise<void>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}

/** Selects calls of one account. Days are UTC days since 1 January 1970. */
export interface CallFilter {
  accountId: string;
  period?: number;
  fromDay?: number;
  /** The last selected day. */
  toDay?: number;
  tool?: string;
  outcome?: string;
  keyId?: string;
}

/** A call in the log, after which the next page begins. */
export type CallCursor = Pick<LedgerEntry, 'createdAt' | 'receiptId'>;

/** A page of the log begins after this number of calls, or after this call. The log lists the newest call first. */
export type CallStart = { offset: number } | { after: CallCursor };

/** Sums of the ledger. A cost is the amount that is reserved or charged. */
export interface UsageStore {
  /** Sums of the month `period` by day, tool, key and outcome; `day` is in UTC days since 1 January 1970. */
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
  /** Sums by day, month and outcome, from the UTC day `fromDay` on. */
  days(
    accountId: string,
    fromDay: number,
  ): Promise<{ day: number; period: number; outcome: LedgerEntry['outcome']; calls: number; cost: Millicredits }[]>;
  /** Sums of each account that called on the UTC day `fromDay` or later. */
  byAccount(fromDay: number): Promise<{ accountId: string; calls: number; cost: Millicredits; lastAt: number }[]>;
  /** Newest first. */
  calls(filter: CallFilter, limit: number, start?: CallStart): Promise<LedgerEntry[]>;
  /** `inSums`: how many of the calls are stored only as sums, so that `calls` does not list them. */
  count(filter: CallFilter): Promise<{ calls: number; cost: Millicredits; inSums: number }>;
}
