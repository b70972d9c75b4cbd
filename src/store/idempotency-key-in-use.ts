/** Another process runs, or has answered, a call with this idempotency key. Nothing was reserved or charged. */
export class IdempotencyKeyInUse extends Error {
  override readonly name = 'IdempotencyKeyInUse';
  /** Hash of the arguments of the other process's call. */
  readonly argumentsHash: string;

  constructor(argumentsHash: string) {
    super('A call of another process has this idempotency key.');
    this.argumentsHash = argumentsHash;
  }
}
