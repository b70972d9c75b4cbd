/** A request that waits for its turn at a host. */
export interface QueuedRequest {
  minIntervalMs: number;
  yields: boolean;
  accounts: ReadonlySet<string>;
  /** Accounts that it has let go before it, at its own turn. */
  letGo: Set<string>;
}

export interface HostTurn<T> {
  request: T;
  /** Whose turn it is: that of one of the accounts that wait for the request. */
  account: string;
  /** A request that yields, whose turn it would have been. */
  before?: T;
}

interface AccountLine<T> {
  first: T[];
  yielding: T[];
}

/** The asker of requests without an account: the operator's checks. */
export const NAMELESS: ReadonlySet<string> = new Set(['']);

/**
 * Requests in the order of their turns, as far as it is read.
 *
 * Accounts take turns, each with its own requests in the order given, those
 * that yield after the others. At its turn a request that yields lets one other
 * request of each other account go before it, and no more: nobody can hold it
 * off for good. A request of several accounts goes at the earliest of their
 * turns, and costs the others none.
 *
 * @param accounts in the order of their turns; those not named come after them.
 */
export function* orderOfTurns<T extends QueuedRequest>(
  requests: readonly T[],
  accounts: readonly string[],
): Generator<HostTurn<T>, undefined> {
  const lines = new Map<string, AccountLine<T>>(accounts.map((account) => [account, { first: [], yielding: [] }]));
  for (const request of requests) {
    for (const account of request.accounts.size > 0 ? request.accounts : NAMELESS) {
      const line = lines.get(account) ?? { first: [], yielding: [] };
      lines.set(account, line);
      (request.yields ? line.yielding : line.first).push(request);
    }
  }
  const gone = new Set<T>();
  const letGo = new Map<T, Set<string>>();
  const headOf = (list: T[]): T | undefined => {
    while (list[0] && gone.has(list[0])) list.shift();
    return list[0];
  };
  for (;;) {
    const [entry] = lines;
    if (!entry) return undefined;
    const [account, line] = entry;
    const request = headOf(line.first) ?? headOf(line.yielding);
    if (!request) {
      lines.delete(account);
      continue;
    }
    let turn: HostTurn<T> = { request, account };
    if (request.yields) {
      const passed = letGo.get(request) ?? new Set(request.letGo);
      letGo.set(request, passed);
      for (const [other, { first }] of lines) {
        const earlier = passed.has(other) ? undefined : headOf(first);
        if (!earlier) continue;
        turn = { request: earlier, account: other, before: request };
        passed.add(other);
        break;
      }
    }
    gone.add(turn.request);
    // To the end of the round.
    const served = lines.get(turn.account) as AccountLine<T>;
    lines.delete(turn.account);
    lines.set(turn.account, served);
    yield turn;
  }
}
