import type { Claim, Hold, LedgerEntry, NewReplay, Settlement, Balance } from '../types.ts';

/** The idempotency key that a call claimed with its reservation. */
export type ClaimedKey = Pick<Claim, 'accountId' | 'key'>;

/** Ends a reservation and releases the call's idempotency key. The account may be unknown. */
interface Held {
  receiptId: string;
  accountId: string | undefined;
  claimed: ClaimedKey | undefined;
}

/** One step of the ledger as data, so that it can be repeated until it is known to be done. */
export type LedgerStep =
  | { do: 'reserve'; hold: Hold; claim: Claim | undefined }
  | { do: 'charge'; hold: Hold; settlement: Settlement }
  | ({ do: 'settle'; settlement: Settlement } & Held)
  | ({
      do: 'release';
      outcome: LedgerEntry['outcome'];
      at: number;
      durationMs: number;
    } & Held)
  | { do: 'save'; replay: NewReplay };

/** The result of a step: its account's balance (nothing for `save`), or why it was refused. */
export type LedgerStepOutcome = { balance: Balance | undefined } | { error: unknown };

/**
 * A step in a batch. `unknown`: an earlier transaction with this step was sent, and it is unknown whether it was
 * committed.
 */
export interface LedgerAttempt {
  readonly step: LedgerStep;
  readonly unknown: boolean;
}

/** The receipt of the step; undefined if it stores a replay without a charge. */
export function receiptOf(step: LedgerStep): string | undefined {
  if (step.do === 'save') return undefined;
  return 'hold' in step ? step.hold.receiptId : step.receiptId;
}

/** What a step locks: the id of an account, or another name. */
export function accountOf(step: LedgerStep): string {
  if ('hold' in step) return step.hold.accountId;
  if (step.do === 'save') return step.replay.accountId;
  return step.accountId ?? step.receiptId;
}

/** The idempotency key that a step claims for its call, if it has one. */
export function claimOf(step: LedgerStep): Claim | undefined {
  if (step.do === 'reserve') return step.claim;
  if (step.do === 'save') return step.replay;
  return step.do === 'release' ? undefined : step.settlement.replay;
}

/** One of the keys that a step may change. */
export function keyOf(step: LedgerStep): ClaimedKey | undefined {
  return claimOf(step) ?? ('claimed' in step ? step.claimed : undefined);
}
