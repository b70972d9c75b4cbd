import type { Claim, Hold, LedgerEntry, NewReplay, Settlement, Balance } from '../types.ts';

export type ClaimedKey = Pick<Claim, 'accountId' | 'key'>;

interface EndedReservation {
  receiptId: string;
  accountId: string | undefined;
  claimed: ClaimedKey | undefined;
}

/** Ledger steps are plain data, so that a step can be repeated until it is known to be committed. */
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

export type LedgerStepOutcome = { balance: Balance | undefined } | { error: unknown };

export interface LedgerAttempt {
  readonly step: LedgerStep;
  readonly unknown: boolean;
}

export function receiptOf(step: LedgerStep): string | undefined {
  if (step.do === 'save') return undefined;
  return 'hold' in step ? step.hold.receiptId : step.receiptId;
}

/** Returns the account that the step locks, or a receipt ID if the account is not known. */
export function accountOf(step: LedgerStep): string {
  if ('hold' in step) return step.hold.accountId;
  if (step.do === 'save') return step.replay.accountId;
  return step.accountId ?? step.receiptId;
}

export function claimOf(step: LedgerStep): Claim | undefined {
  if (step.do === 'reserve') return step.claim;
  if (step.do === 'save') return step.replay;
  return step.do === 'release' ? undefined : step.settlement.replay;
}

export function keyOf(step: LedgerStep): ClaimedKey | undefined {
  return claimOf(step) ?? ('claimed' in step ? step.claimed : undefined);
}
