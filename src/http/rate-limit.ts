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
 * The part of a request that the plugin reads. Tool calls pass this small object, because reading `routeOptions` of
 * Fastify's request creates a new object each time.
 */
type CountedRequest = Pick<FastifyRequest, 'caller'> & { routeOptions: object };
type CallLimiter = (request: CountedRequest) => Promise<Counted>;
const NO_ROUTE = {};

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a tool call against the account's requests per minute (SPEC §7), or those of its test keys (SPEC §9). */
    countCall(caller: Caller): Promise<RateState>;
    countFailedAuth(request: FastifyRequest): Promise<RateState>;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export async function registerRateLimit(app: FastifyInstance, windows: WindowCounter): Promise<void> {
  await app.register(rateLimit, { global: false, store: createWindowStore(windows) });
  app.decorateRequest('caller', null);
  // `createWindowStore` reads the option `windowName`, which the plugin's type does not have.
  const window = (name: string): { timeWindow: number } =>
    ({ timeWindow: WINDOW_MS, windowName: name }) as { timeWindow: number };
  // The plugin would await a function as `max`, so each maximum has a limiter. All of them count in the same window.
  const limiters = new Map<number, CallLimiter>();
  const limiterOf = (max: number): CallLimiter => {
    const known = limiters.get(max);
    if (known) return known;
    const limiter = app.createRateLimit({
      ...window('calls'),
      // Test calls are counted separately from the account's other calls.
      keyGenerator: ({ caller }) => (caller ? `${caller.account.id}${isTestKey(caller.key) ? ' test' : ''}` : ''),
      max,
    }) as unknown as CallLimiter;
    limiters.set(max, limiter);
    return limiter;
  };
  const failures = app.createRateLimit({
    ...window('failed-auth'),
    keyGenerator: (request) => networkOf(request.ip),
    max: FAILED_AUTH_PER_WINDOW,
  }) as Limiter;
  app.decorate('countCall', (caller: Caller) =>
    limiterOf(callsPerMinute(caller))({ caller, routeOptions: NO_ROUTE }).then(toState),
  );
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
