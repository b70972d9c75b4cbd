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

/**
 * A number of free calls that are not recorded one by one in the ledger. The store has one sum per account, key, tool,
 * outcome, month and UTC day.
 */
export interface FreeCalls {
  accountId: string;
  keyId: string | null;
  tool: string;
  outcome: LedgerEntry['outcome'];
  calls: number;
  at: number;
}

export interface LedgerStore {
  /**
   * Reserves the highest possible cost: from the balance and, if the balance is too small and overage is on, the rest
   * from overage. Rejects and reserves nothing if the rules refuse the call (src/credits/calls.ts). Rejects with
   * IdempotencyKeyInUse if another call with the key of `claim` is running or was answered.
   */
  reserve(hold: Hold, claim?: Claim): Promise<Balance>;
  settle(receiptId: string, settlement: Settlement): Promise<Balance>;
  release(receiptId: string, outcome: LedgerEntry['outcome'], at: number, durationMs: number): Promise<Balance>;
  /**
   * Reserves and settles at once, for calls whose cost is known. Rejects as `reserve` does; the claimed key is that of
   * `settlement.replay`.
   */
  charge(hold: Hold, settlement: Settlement): Promise<Balance>;
  /** Resolves before the record is written, so a crash can lose the record. */
  note(entry: Omit<LedgerEntry, 'state' | 'period' | 'amount'>): Promise<void>;
  /**
   * Adds free calls to a sum instead of recording each call. Resolves before the sum is written, so a crash can lose
   * the calls.
   */
  noteSum(calls: FreeCalls): Promise<void>;
  sums(accountId: string, now: number): Promise<(FreeCalls & { day: number })[]>;
  balance(accountId: string, now: number): Promise<Balance>;
  /**
   * Releases the reservations that no call will settle: those of dead processes, and those that this process could not
   * end. Returns their number. Only for the role `serve`.
   */
  releaseOrphans(at: number): Promise<number>;
  list(accountId: string, now: number): Promise<LedgerEntry[]>;
  /** Returns a sentence for each figure of an account that does not add up or was changed by hand. */
  audit(now: number): Promise<string[]>;
  /**
   * Deletes ledger entries and sums of free calls that are older than `before` and belong to ended months, except open
   * reservations.
   */
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

export type Claim = Omit<NewReplay, 'result'>;

export interface ReplayStore {
  find(accountId: string, key: string, now: number): Promise<Replay | undefined>;
  save(replay: NewReplay): Promise<void>;
  purge(now: number, signal?: AbortSignal): Promise<number>;
}

export interface CallFilter {
  accountId: string;
  period?: number;
  /** `fromDay` and `toDay`: first and last day, both included, as numbers of days since 1 January 1970 in UTC. */
  fromDay?: number;
  toDay?: number;
  tool?: string;
  outcome?: string;
  keyId?: string;
  /** Ignored by `count`. */
  receiptId?: string;
}

export type CallCursor = Pick<LedgerEntry, 'createdAt' | 'receiptId'>;

export type CallStart = { offset: number } | { after: CallCursor };

export interface UsageStore {
  /** `day` is the number of days since 1 January 1970, in UTC. */
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
  days(
    accountId: string,
    fromDay: number,
  ): Promise<{ day: number; period: number; outcome: LedgerEntry['outcome']; calls: number; cost: Millicredits }[]>;
  byAccount(fromDay: number): Promise<{ accountId: string; calls: number; cost: Millicredits; lastAt: number }[]>;
  calls(filter: CallFilter, limit: number, start?: CallStart): Promise<LedgerEntry[]>;
  /** `inSums`: number of calls that are stored only as sums, so that `calls` does not list them. */
  count(filter: CallFilter): Promise<{ calls: number; cost: Millicredits; inSums: number }>;
}
