/**
 * Counts, for each account, the calls that wait for one piece of work. The last account stays after its calls have
 * left, because the work still runs on its behalf.
 */
export class WaitingAccounts {
  readonly #callers = new Map<string, number>();
  readonly #all = new Set<string>();

  get all(): ReadonlySet<string> {
    return this.#all;
  }

  enter(account: string): () => void {
    // The account that stayed without calls is replaced by the new call's account.
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
