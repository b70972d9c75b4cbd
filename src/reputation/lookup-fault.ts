/**
 * Why a source could not be looked at. `out_of_time`: the caller's own time
 * was over; `skipped`: it had failed for other names of the same call. Neither
 * says anything of what another caller would find.
 */
export type FaultKind = 'blocked' | 'rate_limited' | 'timeout' | 'out_of_time' | 'skipped' | 'changed' | 'error';

/** Nobody could look: never taken for "nothing there". The message is shown to callers. */
export class LookupFault extends Error {
  override readonly name = 'LookupFault';
  readonly kind: FaultKind;
  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** The source answers, but not as it is known to. */
export function changedFault(what: string): LookupFault {
  return new LookupFault('changed', `it has changed: ${what}`);
}

export function outOfTimeFault(): LookupFault {
  return new LookupFault('out_of_time', 'the call ran out of time');
}
