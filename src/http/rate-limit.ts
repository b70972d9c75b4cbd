import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTestKey } from '../accounts/key-format.ts';
import { callsPerMinute, type Caller } from '../accounts/authenticate.ts';
import { MINUTE_MS } from '../lib/clock.ts';
import { networkOf } from '../lib/network-of.ts';
import type { RateState } from '../rpc/rpc-transport.ts';
import type { WindowCounter } from '../shared/types.ts';
import { createWindowStore } from './window-store.ts';

const WINDOW_MS = MINUTE_MS;
/** How many unknown keys one address may send in a minute. */
const FAILED_AUTH_PER_WINDOW = 30;

interface Counted {
  isAllowed: boolean;
  max?: number;
  remaining?: number;
  ttlInSeconds?: number;
  isExceeded?: boolean;
}

type Limiter = (request: FastifyRequest) => Promise<Counted>;

/**
 * All that the plugin reads of a request. A tool call is counted with this small object, because reading
 * `routeOptions` of Fastify's request creates a new object each time.
 */
type CountedRequest = Pick<FastifyRequest, 'caller'> & { routeOptions: object };
const NO_ROUTE = {};

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one tool call of the caller's account (SPEC §7). */
    countCall(caller: Caller): Promise<RateState>;
    /** Counts an unknown key from the request's address. */
    countFailedAuth(request: FastifyRequest): Promise<RateState>;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Registers rate limits with windows of a minute, each of which begins with the first call. */
export async function registerRateLimit(app: FastifyInstance, windows: WindowCounter): Promise<void> {
  await app.register(rateLimit, { global: false, store: createWindowStore(windows) });
  app.decorateRequest('caller', null);
  // `windowName` is an option of our store, which the plugin's type does not know.
  const window = (name: string): { timeWindow: number } =>
    ({ timeWindow: WINDOW_MS, windowName: name }) as { timeWindow: number };
  const countCall = app.createRateLimit({
    ...window('calls'),
    // Test calls are counted separately from the account's other calls.
    keyGenerator: ({ caller }) => (caller ? `${caller.account.id}${isTestKey(caller.key) ? ' test' : ''}` : ''),
    max: ({ caller }) => (caller ? callsPerMinute(caller) : 0),
  }) as unknown as (request: CountedRequest) => Promise<Counted>;
  const failures = app.createRateLimit({
    ...window('failed-auth'),
    keyGenerator: (request) => networkOf(request.ip),
    max: FAILED_AUTH_PER_WINDOW,
  }) as Limiter;
  app.decorate('countCall', (caller: Caller) => countCall({ caller, routeOptions: NO_ROUTE }).then(toState));
  app.decorate('countFailedAuth', async (request) => toState(await failures(request)));
}

function toState(counted: Counted): RateState {
  const limit = counted.max ?? 0;
  return {
    limit,
    remaining: counted.remaining ?? limit,
    resetSeconds: counted.ttlInSeconds ?? 0,
    exceeded: counted.isExceeded ?? false,
  };
}
