/** An idempotency key that a call of another process has: nothing was held or charged. */
export class IdempotencyKeyInUse extends Error {
  override readonly name = 'Claimed';
  /** Of the call that has it. */
  readonly argumentsHash: string;

  constructor(argumentsHash: string) {
    super('A call of another process has this idempotency key.');
    this.argumentsHash = argumentsHash;
  }
}
