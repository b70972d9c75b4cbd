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

/** What may be tried how often, by address and by account. */
export interface Limits {
  registerByAddress: Limit;
  logInByAddress: Limit;
  /** Passwords tried for one account, from wherever. */
  passwordByAccount: Limit;
  mailByAddress: Limit;
  mailByAccount: Limit;
  keysByAccount: Limit;
}

const ACCOUNT = Symbol('account');

export function createLimits(app: FastifyInstance): Limits {
  function limit(name: string, by: 'address' | 'account', max: number, minutes: number): Limit {
    const count = app.createRateLimit({
      timeWindow: minutes * MINUTE_MS,
      max,
      cache: COUNTERS,
      keyGenerator: (request: FastifyRequest) =>
        by === 'address'
          ? `${name}:${networkOf(request.ip)}`
          : `${name}:${(request as FastifyRequest & { [ACCOUNT]?: string })[ACCOUNT] ?? ''}`,
    } as Parameters<typeof app.createRateLimit>[0]) as (request: FastifyRequest) => Promise<Counted>;
    return async (request, account) => {
      (request as FastifyRequest & { [ACCOUNT]?: string })[ACCOUNT] = account?.trim().toLowerCase().slice(0, 254) ?? '';
      const { isExceeded, ttlInSeconds } = await count(request);
      return isExceeded ? Math.max(1, Math.ceil((ttlInSeconds ?? 60) / 60)) : undefined;
    };
  }
  return {
    registerByAddress: limit('register', 'address', 10, 60),
    logInByAddress: limit('login', 'address', 30, 15),
    passwordByAccount: limit('password', 'account', 15, 15),
    mailByAddress: limit('mail', 'address', 20, 60),
    mailByAccount: limit('mail-to', 'account', 5, 60),
    keysByAccount: limit('keys', 'account', 30, 60),
  };
}
