/** An idempotency key that a call of another process has: nothing was held or charged. */
export class IdempotencyKeyInUse extends Error {
  override readonly name = 'IdempotencyKeyInUse';
  /** Hash of that call's arguments. */
  readonly argumentsHash: string;

  constructor(argumentsHash: string) {
    super('A call of another process has this idempotency key.');
    this.argumentsHash = argumentsHash;
  }
}
