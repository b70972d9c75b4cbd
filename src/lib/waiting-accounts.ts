/**
 * Accounts that wait for one piece of work, each by as many callers as it has.
 * The last one stays when it leaves: the work goes on in its name.
 */
export class WaitingAccounts {
  readonly #callers = new Map<string, number>();
  readonly #all = new Set<string>();

  /** As they are at any time; empty only before the first has come. */
  get all(): ReadonlySet<string> {
    return this.#all;
  }

  /** Returns what takes the caller out again, once. */
  enter(account: string): () => void {
    // Who had left, and stayed for want of another, waits no longer.
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
