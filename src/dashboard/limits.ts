import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../lib/network-of.ts';

const MINUTE_MS = 60_000;
const COUNTERS = 100_000;

interface Counted {
  isAllowed: boolean;
  ttlInSeconds?: number;
  isExceeded?: boolean;
}

/** Counts one try; the minutes to wait when there were too many. */
export type Limit = (request: FastifyRequest, account?: string) => Promise<number | undefined>;

/**
 * What may be tried how often. Nobody is kept out for long by what strangers
 * try elsewhere, and who has a session is not concerned at all.
 */
export interface Limits {
  registerByAddress: Limit;
  logInByAddress: Limit;
  /** Log-ins to one account from one address. */
  logInToAccount: Limit;
  /** Log-ins to one account from wherever: slower than a guesser wants, over in a minute for its owner. */
  logInFromAnywhere: Limit;
  /** Passwords asked again of somebody who has a session. */
  passwordBySession: Limit;
  mailByAddress: Limit;
  mailByAccount: Limit;
  keysByAccount: Limit;
}

const ACCOUNT = Symbol('account');
type Tried = FastifyRequest & { [ACCOUNT]?: string };

/** What a try is counted by. */
const KEYS = {
  address: (request: Tried) => networkOf(request.ip),
  account: (request: Tried) => request[ACCOUNT] ?? '',
  both: (request: Tried) => `${networkOf(request.ip)} ${request[ACCOUNT] ?? ''}`,
};

export function createLimits(app: FastifyInstance): Limits {
  function limit(name: string, by: keyof typeof KEYS, max: number, minutes: number): Limit {
    const count = app.createRateLimit({
      timeWindow: minutes * MINUTE_MS,
      max,
      cache: COUNTERS,
      keyGenerator: (request: FastifyRequest) => `${name}:${KEYS[by](request)}`,
    } as Parameters<typeof app.createRateLimit>[0]) as (request: FastifyRequest) => Promise<Counted>;
    return async (request, account) => {
      (request as Tried)[ACCOUNT] = account?.trim().toLowerCase().slice(0, 254) ?? '';
      const { isExceeded, ttlInSeconds } = await count(request);
      return isExceeded ? Math.max(1, Math.ceil((ttlInSeconds ?? 60) / 60)) : undefined;
    };
  }
  return {
    registerByAddress: limit('register', 'address', 10, 60),
    logInByAddress: limit('login', 'address', 30, 15),
    logInToAccount: limit('login-to', 'both', 15, 15),
    logInFromAnywhere: limit('login-anywhere', 'account', 30, 1),
    passwordBySession: limit('password', 'account', 15, 15),
    mailByAddress: limit('mail', 'address', 20, 60),
    mailByAccount: limit('mail-to', 'account', 5, 60),
    keysByAccount: limit('keys', 'account', 30, 60),
  };
}
