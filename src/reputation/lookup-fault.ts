/**
 * Why a source could not be read. Two kinds concern only the current call: `out_of_time` (the call's deadline passed)
 * and `skipped` (the source failed for other names of the call).
 */
export type FaultKind = 'blocked' | 'rate_limited' | 'timeout' | 'out_of_time' | 'skipped' | 'changed' | 'error';

/** A source could not be read; this never counts as "not found". Callers see the message. */
export class LookupFault extends Error {
  override readonly name = 'LookupFault';
  readonly kind: FaultKind;
  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** The fault for an answer in an unknown format. `what` completes the sentence "it has changed: …". */
export function changedFault(what: string): LookupFault {
  return new LookupFault('changed', `it has changed: ${what}`);
}

export const OUT_OF_TIME = 'the call ran out of time';

export function outOfTimeFault(): LookupFault {
  return new LookupFault('out_of_time', OUT_OF_TIME);
}
