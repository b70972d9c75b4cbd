import { ServiceError } from '../errors.ts';

const RETRY_SECONDS = 5;

/**
 * The store could not be read or written, for a reason outside the statements. `busy`: another process or transaction
 * blocked it for too long. `full`: the disk is full. `away`: the server cannot be reached or refuses writes at present.
 * `broken`: the disk failed, and this process must stop.
 */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly kind: 'busy' | 'full' | 'away' | 'broken';
  /** `no`: nothing was stored. `unknown`: the write may have been stored. */
  readonly applied: 'no' | 'unknown';

  constructor(kind: StoreFault['kind'], applied: StoreFault['applied'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.applied = applied;
  }
}

export function storeBusy(cause: unknown): StoreFault {
  return new StoreFault('busy', 'no', 'Another process keeps the store from being written.', cause);
}

export function notReadBack(): Error {
  return new Error('The store did not read back what was written.');
}

/**
 * Returns the error for the caller, which says whether the call was charged and, for `away` and `busy`, when to try
 * again.
 */
export function refusalOf(fault: StoreFault, charged: 'nothing' | 'unknown' = 'nothing'): ServiceError {
  const passes = fault.kind === 'away' || fault.kind === 'busy';
  return new ServiceError('internal', fault.message, {
    cause: fault,
    details: { charged, ...(passes ? { retry_after_seconds: RETRY_SECONDS } : {}) },
  });
}
