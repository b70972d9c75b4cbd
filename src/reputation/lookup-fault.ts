/**
 * Why a source could not be read. `out_of_time`: the call's deadline passed. `skipped`: the source had failed for other
 * names of the same call. Both concern only this call.
 */
export type FaultKind = 'blocked' | 'rate_limited' | 'timeout' | 'out_of_time' | 'skipped' | 'changed' | 'error';

/** A source could not be read, which never counts as "not found". The message is shown to callers. */
export class LookupFault extends Error {
  override readonly name = 'LookupFault';
  readonly kind: FaultKind;
  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** The source's answer has changed its shape. */
export function changedFault(what: string): LookupFault {
  return new LookupFault('changed', `it has changed: ${what}`);
}

export const OUT_OF_TIME = 'the call ran out of time';

export function outOfTimeFault(): LookupFault {
  return new LookupFault('out_of_time', OUT_OF_TIME);
}
