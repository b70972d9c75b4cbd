import { ServiceError } from '../errors.ts';

/** Seconds after which a retry is useful while a server is unreachable or blocked by others. */
const RETRY_SECONDS = 5;

/**
 * The store could not execute a step, for a reason that is not the step's. `busy`: another process blocked it for too
 * long. `full`: the disk is full. `away`: the server cannot be reached or currently accepts no writes. `broken`: the
 * disk failed, and this process must stop.
 */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly kind: 'busy' | 'full' | 'away' | 'broken';
  /** `no`: nothing of the step was stored. `unknown`: only the next start can tell. */
  readonly applied: 'no' | 'unknown';

  constructor(kind: StoreFault['kind'], applied: StoreFault['applied'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.applied = applied;
  }
}

/** The fault as the caller sees it: whether the call was charged, and when to try again. */
export function refusalOf(fault: StoreFault, charged: 'nothing' | 'unknown' = 'nothing'): ServiceError {
  const passes = fault.kind === 'away' || fault.kind === 'busy';
  return new ServiceError('internal', fault.message, {
    cause: fault,
    details: { charged, ...(passes ? { retry_after_seconds: RETRY_SECONDS } : {}) },
  });
}
