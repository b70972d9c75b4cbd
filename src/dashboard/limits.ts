import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '../accounts/email-address.ts';
import { MINUTE_MS } from '../lib/clock.ts';
import { networkOf } from '../lib/network-of.ts';
import { createRateLimiter } from '../shared/rate-limiter.ts';
import type { RateLimiter, WindowCounter } from '../shared/types.ts';
import type { DashboardServices } from './services.ts';
import { readCookie } from './cookies.ts';

const LONGEST_KEY = 254;

/** Counts one attempt. Returns the minutes to wait after too many attempts, and undefined if the attempt is allowed. */
export type Limit = (request: FastifyRequest, account?: string) => Promise<number | undefined>;

export type LogInAttempt =
  | { waitMinutes: number }
  | {
      waitMinutes?: undefined;
      /** Takes the attempt back, because successful attempts are not counted. */
      succeeded(): Promise<void>;
    };

/**
 * For log-ins, codes and mails, a browser that is proved to be the owner's (`proofOf`) has a separate counter, so that
 * attempts by strangers do not lock the owner out.
 */
export interface Limits {
  registerByAddress: Limit;
  /** Counts password attempts. `proof` identifies a session or a known browser. */
  logIn(request: FastifyRequest, email: string, proof: string | undefined): Promise<LogInAttempt>;
  code(request: FastifyRequest, accountId: string, proof: string | undefined): Promise<LogInAttempt>;
  passwordBySession: Limit;
  /** Counts requests for a mail by `proof` or, without one, by network. The limit for each mailbox is separate. */
  mail(request: FastifyRequest, proof?: string): Promise<number | undefined>;
  keysByAccount: Limit;
  changesBySession: Limit;
  feedsByNetwork: Limit;
}

export function createLimits(windows: WindowCounter): Limits {
  const rule = (name: string, points: number, minutes: number): RateLimiter =>
    createRateLimiter(windows, { name, points, windowMs: minutes * MINUTE_MS });
  const limit = (
    name: string,
    keyOf: (request: FastifyRequest, account: string) => string,
    points: number,
    minutes: number,
  ): Limit => {
    const limiter = rule(name, points, minutes);
    return async (request, account = '') => toMinutes(await limiter.take(keyOf(request, accountKey(account))));
  };
  const network = (request: FastifyRequest): string => networkOf(request.ip);
  const both = (request: FastifyRequest, account: string): string => `${network(request)} ${account}`;
  const one = (_request: FastifyRequest, account: string): string => account;

  const session = (request: FastifyRequest): string => request.pageContext.session?.record.hash ?? '';

  const logInByProof = rule('login-proved', 15, 15);
  const logInByNetwork = rule('login', 30, 15);
  const logInToAccount = rule('login-to', 15, 15);
  const logInFromAnywhere = rule('login-anywhere', 30, 1);
  const codeByProof = rule('code-proved', 10, 15);
  const codeFromAnywhere = rule('code', 10, 60);
  const mailByNetwork = rule('mail', 20, 60);
  const mailByProof = rule('mail-proved', 10, 60);
  return {
    registerByAddress: limit('register', network, 10, 60),
    logIn: (request, email, proof) => {
      const account = accountKey(email);
      if (proof !== undefined) return attempt([[logInByProof, `${proof} ${account}`]]);
      // The network is counted first, because attempts beyond its limit must not count against the account.
      return attempt([
        [logInByNetwork, network(request)],
        [logInToAccount, both(request, account)],
        [logInFromAnywhere, account],
      ]);
    },
    code: (_request, accountId, proof) =>
      attempt([proof === undefined ? [codeFromAnywhere, accountId] : [codeByProof, `${proof} ${accountId}`]]),
    passwordBySession: limit('password', session, 15, 15),
    mail: async (request, proof) =>
      toMinutes(await (proof === undefined ? mailByNetwork.take(network(request)) : mailByProof.take(proof))),
    keysByAccount: limit('keys', one, 30, 60),
    changesBySession: limit('changes', session, 60, 60),
    feedsByNetwork: limit('feeds', network, 300, 5),
  };
}

/**
 * Returns the proof that the browser is the account owner's: a session, or the cookie of an earlier log-in or mailed
 * link. Returns undefined if there is no proof.
 */
export async function proofOf(
  request: FastifyRequest,
  accountId: string | undefined,
  { logIn }: Pick<DashboardServices, 'logIn'>,
): Promise<string | undefined> {
  const { session } = request.pageContext;
  const provedBy = await logIn.provedBy(readCookie(request, 'browser'));
  if (accountId === undefined) return undefined;
  if (session?.account.id === accountId) return `session ${session.record.hash}`;
  return provedBy === accountId ? `browser ${readCookie(request, 'browser')}` : undefined;
}

/** All spellings of an e-mail address share their counters (see `normalizeEmail`). */
function accountKey(account: string): string {
  return normalizeEmail(account) ?? account.trim().toLowerCase().slice(0, LONGEST_KEY);
}

function toMinutes(waitMs: number | undefined): number | undefined {
  return waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / MINUTE_MS));
}

async function attempt(counts: readonly (readonly [RateLimiter, string])[]): Promise<LogInAttempt> {
  const taken: (readonly [RateLimiter, string])[] = [];
  for (const count of counts) {
    const [limiter, key] = count;
    taken.push(count);
    const wait = toMinutes(await limiter.take(key));
    if (wait !== undefined) return { waitMinutes: wait };
  }
  return {
    succeeded: async () => {
      for (const [limiter, key] of taken) await limiter.giveBack(key);
    },
  };
}
