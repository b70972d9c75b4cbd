/**
 * Accounts whose callers wait for one piece of work. The last account stays when its callers leave, because the
 * work continues in its name.
 */
export class WaitingAccounts {
  readonly #callers = new Map<string, number>();
  readonly #all = new Set<string>();

  /** The current accounts; empty only before the first caller. */
  get all(): ReadonlySet<string> {
    return this.#all;
  }

  /** Returns a function that removes the caller; it takes effect once. */
  enter(account: string): () => void {
    // An account that stayed although it had left is no longer needed.
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
