import { Failures } from './failures.ts';
import type { LookupFailure } from './lookup.ts';

/** The data of one call that its look-ups use: account, deadline, and the failures of sources so far. */
export class LookupCall {
  readonly failures = new Failures();
  readonly accountId: string;
  readonly deadlineAt: number;

  constructor(accountId: string, deadlineAt: number) {
    this.accountId = accountId;
    this.deadlineAt = deadlineAt;
  }

  /**
   * True if the failure of a shared look-up also applies to this call. `out_of_time` does not apply if this call's
   * deadline is later than `deadlineAt`, the deadline of the call that started the look-up. `skipped` does not apply if
   * this call would still use one of the skipped sources.
   */
  shares({ kind, skipped }: LookupFailure, deadlineAt: number): boolean {
    if (kind === 'out_of_time') return deadlineAt >= this.deadlineAt;
    return kind !== 'skipped' || skipped?.every((code) => this.failures.isHopeless(code)) === true;
  }
}
