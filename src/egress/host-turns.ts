export interface QueuedRequest {
  minIntervalMs: number;
  yields: boolean;
  accounts: ReadonlySet<string>;
  yieldedTo: Set<string>;
}

export interface HostTurn<T> {
  request: T;
  account: string;
  /** The request with `yields` that let `request` go first, if any. */
  before?: T;
}

interface AccountLine<T> {
  first: T[];
  yielding: T[];
}

/** Used for requests without an account, such as the operator's checks. */
export const WITHOUT_ACCOUNT: ReadonlySet<string> = new Set(['']);

/**
 * Generates the requests in the order in which they are sent. Accounts take turns, in the order of `accounts`; other
 * accounts come after these. Requests with `yields` come last within their account, and each of them lets every other
 * account go first once. A request of several accounts uses the earliest of their turns.
 */
export function* orderOfTurns<T extends QueuedRequest>(
  requests: readonly T[],
  accounts: readonly string[],
): Generator<HostTurn<T>, undefined> {
  const lines = new Map<string, AccountLine<T>>(accounts.map((account) => [account, { first: [], yielding: [] }]));
  for (const request of requests) {
    for (const account of request.accounts.size > 0 ? request.accounts : WITHOUT_ACCOUNT) {
      const line = lines.get(account) ?? { first: [], yielding: [] };
      lines.set(account, line);
      (request.yields ? line.yielding : line.first).push(request);
    }
  }
  const gone = new Set<T>();
  const yieldedTo = new Map<T, Set<string>>();
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
      const passed = yieldedTo.get(request) ?? new Set(request.yieldedTo);
      yieldedTo.set(request, passed);
      for (const [other, { first }] of lines) {
        const earlier = passed.has(other) ? undefined : headOf(first);
        if (!earlier) continue;
        turn = { request: earlier, account: other, before: request };
        passed.add(other);
        break;
      }
    }
    gone.add(turn.request);
    const served = lines.get(turn.account) as AccountLine<T>;
    lines.delete(turn.account);
    lines.set(turn.account, served);
    yield turn;
  }
}
