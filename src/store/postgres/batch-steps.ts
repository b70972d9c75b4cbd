import type { Claim, Hold, LedgerEntry, NewReplay, Settlement, Balance } from '../types.ts';

export type ClaimedKey = Pick<Claim, 'accountId' | 'key'>;

/**
 * A reservation that a step ends, and the idempotency key of its call. `accountId` is undefined if this process does
 * not know the call.
 */
interface EndedReservation {
  receiptId: string;
  accountId: string | undefined;
  claimed: ClaimedKey | undefined;
}

/** One step of the ledger as data, so that it can be repeated until it is known to be committed. */
export type LedgerStep =
  | { do: 'reserve'; hold: Hold; claim: Claim | undefined }
  | { do: 'charge'; hold: Hold; settlement: Settlement }
  | ({ do: 'settle'; settlement: Settlement } & EndedReservation)
  | ({
      do: 'release';
      outcome: LedgerEntry['outcome'];
      at: number;
      durationMs: number;
    } & EndedReservation)
  | { do: 'save'; replay: NewReplay };

/** The balance after the step (undefined for `save`), or the error that refused the step. */
export type LedgerStepOutcome = { balance: Balance | undefined } | { error: unknown };

/**
 * A step in a batch. `unknown`: an earlier transaction with the step was sent, and it is not known whether it was
 * committed.
 */
export interface LedgerAttempt {
  readonly step: LedgerStep;
  readonly unknown: boolean;
}

/** Undefined if the step stores a replay without a charge. */
export function receiptOf(step: LedgerStep): string | undefined {
  if (step.do === 'save') return undefined;
  return 'hold' in step ? step.hold.receiptId : step.receiptId;
}

/** The account that the step locks; a receipt id if the account is not known. */
export function accountOf(step: LedgerStep): string {
  if ('hold' in step) return step.hold.accountId;
  if (step.do === 'save') return step.replay.accountId;
  return step.accountId ?? step.receiptId;
}

/** The idempotency key that the step claims or answers; undefined if there is none. */
export function claimOf(step: LedgerStep): Claim | undefined {
  if (step.do === 'reserve') return step.claim;
  if (step.do === 'save') return step.replay;
  return step.do === 'release' ? undefined : step.settlement.replay;
}

/** The idempotency key that the step may change; undefined if there is none. */
export function keyOf(step: LedgerStep): ClaimedKey | undefined {
  return claimOf(step) ?? ('claimed' in step ? step.claimed : undefined);
}
