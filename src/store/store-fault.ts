/**
 * The store could not do a step, through no fault of the step.
 * `busy`: another process kept the store too long. `full`: the disk is.
 * `broken`: the disk failed, and this process must not go on.
 */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly kind: 'busy' | 'full' | 'broken';
  /** `no`: nothing of the step is in the store. `unknown`: the next start will tell. */
  readonly applied: 'no' | 'unknown';

  constructor(kind: StoreFault['kind'], applied: StoreFault['applied'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.applied = applied;
  }
}
