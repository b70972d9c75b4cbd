/**
 * Accounts whose callers wait for one piece of work. The last account stays when its callers leave, because the work
 * still runs on its behalf.
 */
export class WaitingAccounts {
  readonly #callers = new Map<string, number>();
  readonly #all = new Set<string>();

  /** The current accounts; empty only before the first caller. */
  get all(): ReadonlySet<string> {
    return this.#all;
  }

  /** Adds a caller and returns a function that removes it. */
  enter(account: string): () => void {
    // The account that stayed without callers is replaced by the new caller's.
    if (this.#callers.size === 0) this.#all.clear();
    this.#callers.set(account, (this.#callers.get(account) ?? 0) + 1);
    this.#all.add(account);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const left = (this.#callers.get(account) ?? 0) - 1;
      if (left > 0) this.#callers.set(account, left);
      else this.#callers.delete(account);
      if (left <= 0 && this.#callers.size > 0) this.#all.delete(account);
    };
  }
}
