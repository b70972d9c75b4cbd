/**
 * Another call is running, or was answered, with this idempotency key. For this call, nothing was reserved or charged.
 */
export class IdempotencyKeyInUse extends Error {
  override readonly name = 'IdempotencyKeyInUse';
  readonly argumentsHash: string;

  constructor(argumentsHash: string) {
    super('A call of another process has this idempotency key.');
    this.argumentsHash = argumentsHash;
  }
}
