import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '../accounts/email-address.ts';
import { networkOf } from '../lib/network-of.ts';
import type { CreateRateLimiter, RateLimiter } from '../shared/types.ts';
import type { DashboardServices } from './services.ts';
import { browserToken } from './visit.ts';

const MINUTE_MS = 60_000;
const LONGEST_KEY = 254;

/** Counts one try; the minutes to wait when there were too many. */
export type Limit = (request: FastifyRequest, account?: string) => Promise<number | undefined>;

/** Tries of a log-in: let through, or to wait for. */
export type Attempt =
  | { waitMinutes: number }
  | {
      waitMinutes?: undefined;
      /** It was no wrong try: nothing is counted. */
      succeeded(): Promise<void>;
    };

/**
 * What may be tried how often. Strangers' wrong tries hold a log-in up only
 * where nothing speaks for it: who has a session, or a browser that proved the
 * account by an earlier log-in or a mailed link, is counted by that proof
 * alone. Right tries are not counted.
 */
export interface Limits {
  registerByAddress: Limit;
  /** Passwords, `proof` is what speaks for the try: the name of a session, or of a browser. */
  logIn(request: FastifyRequest, email: string, proof: string | undefined): Promise<Attempt>;
  /** Codes of the second factor, after the right password. */
  code(request: FastifyRequest, accountId: string, proof: string | undefined): Promise<Attempt>;
  /** Passwords and codes asked again of somebody who has a session: counted by that session. */
  passwordBySession: Limit;
  /** Mails to whatever address: by what speaks for the asker, else by network. How many an address gets is not counted here. */
  mail(request: FastifyRequest, proof?: string): Promise<number | undefined>;
  keysByAccount: Limit;
  /** Other changes: counted by session. */
  changesBySession: Limit;
}

export function createLimits(createLimiter: CreateRateLimiter): Limits {
  const rule = (name: string, points: number, minutes: number): RateLimiter =>
    createLimiter({ name, points, windowMs: minutes * MINUTE_MS });
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

  const session = (request: FastifyRequest): string => request.visit.session?.record.hash ?? '';

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
      // In this order: what one network tries too often counts no further against the account.
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
  };
}

/** What speaks for a try on an account: the session of a visitor, or the browser's proof. */
export async function proofOf(
  request: FastifyRequest,
  accountId: string | undefined,
  { logIn }: Pick<DashboardServices, 'logIn'>,
): Promise<string | undefined> {
  const { session } = request.visit;
  const provedBy = await logIn.provedBy(browserToken(request));
  if (accountId === undefined) return undefined;
  if (session?.account.id === accountId) return `session ${session.record.hash}`;
  return provedBy === accountId ? `browser ${browserToken(request)}` : undefined;
}

/** One key for each way that an address can be typed. */
function accountKey(account: string): string {
  return normalizeEmail(account) ?? account.trim().toLowerCase().slice(0, LONGEST_KEY);
}

function toMinutes(waitMs: number | undefined): number | undefined {
  return waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / MINUTE_MS));
}

/** Counts a try by each key, up to the first that has too many. */
async function attempt(counts: readonly (readonly [RateLimiter, string])[]): Promise<Attempt> {
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
