/**
 * Why a source could not be read. Two kinds depend on the call, not only on the source: `out_of_time` (the call's
 * deadline has passed) and `skipped` (the source had failed several times in the call).
 */
export type FaultKind = 'blocked' | 'rate_limited' | 'timeout' | 'out_of_time' | 'skipped' | 'changed' | 'error';

/** Thrown if a source could not be read, which never counts as "not found". Callers see the message. */
export class LookupFault extends Error {
  override readonly name = 'LookupFault';
  readonly kind: FaultKind;
  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

export function changedFault(what: string): LookupFault {
  return new LookupFault('changed', `it has changed: ${what}`);
}

export const OUT_OF_TIME = 'the call ran out of time';

export function outOfTimeFault(): LookupFault {
  return new LookupFault('out_of_time', OUT_OF_TIME);
}
