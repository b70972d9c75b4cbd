/** The idempotency key belongs to a call of another process: nothing was reserved or charged. */
export class IdempotencyKeyInUse extends Error {
  override readonly name = 'IdempotencyKeyInUse';
  /** Hash of the arguments of the other call. */
  readonly argumentsHash: string;

  constructor(argumentsHash: string) {
    super('A call of another process has this idempotency key.');
    this.argumentsHash = argumentsHash;
  }
}
