/** The number of consecutive failures of each source in one call. */
export class Failures {
  readonly #inARow = new Map<string, number>();

  /** True if the source has failed at least `limit` times since its last success. */
  isHopeless(code: string, limit: number): boolean {
    return (this.#inARow.get(code) ?? 0) >= limit;
  }

  note(code: string, failed: boolean): void {
    this.#inARow.set(code, failed ? (this.#inARow.get(code) ?? 0) + 1 : 0);
  }
}
