import { ServiceError } from '../errors.ts';

/** After which a server that is away, or kept from us by others, is worth another try. */
const RETRY_SECONDS = 5;

/**
 * The store could not do a step, through no fault of the step.
 * `busy`: another process kept the store too long. `full`: the disk is.
 * `away`: its server cannot be reached, or takes no writes now: later it may.
 * `broken`: the disk failed, and this process must not go on.
 */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly kind: 'busy' | 'full' | 'away' | 'broken';
  /** `no`: nothing of the step is in the store. `unknown`: the next start will tell. */
  readonly applied: 'no' | 'unknown';

  constructor(kind: StoreFault['kind'], applied: StoreFault['applied'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.applied = applied;
  }
}

/** A fault as its caller hears of it: whether the call was charged, and when to try again. */
export function refusalOf(fault: StoreFault, charged: 'nothing' | 'unknown' = 'nothing'): ServiceError {
  const passes = fault.kind === 'away' || fault.kind === 'busy';
  return new ServiceError('internal', fault.message, {
    cause: fault,
    details: { charged, ...(passes ? { retry_after_seconds: RETRY_SECONDS } : {}) },
  });
}
