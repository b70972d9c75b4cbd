import { keyStatus } from '../credits/calls.ts';
import { callsPerMinute, type Caller } from '../accounts/authenticate.ts';
import { largestPlan } from '../accounts/plans.ts';
import type { Config } from '../config/config.ts';
import { dispatch } from '../rpc/dispatch.ts';
import type { RpcTransport } from '../rpc/rpc-transport.ts';
import { mirrorHeaders } from '../stdio/mirror-headers.ts';
import { ownOrigin } from '../stdio/own-origin.ts';
import type { Answerer, ClientMessage } from '../stdio/serve-stdio.ts';
import type { Overrides } from './app-context.ts';
import { createLogger } from './logger.ts';
import { standardError } from '../lib/log-output.ts';
import { createService, type Service } from './service.ts';
import { startBackgroundJobs } from './background-jobs.ts';

const EMAIL = 'local@localhost';
const KEY_NAME = 'stdio';
const WINDOW_SECONDS = 60;

export interface EmbeddedOptions {
  test: boolean;
}

export interface Embedded {
  answerer: Answerer;
  service: Service;
  /**
   * Resolves with a sentence if the store's disk failed. Calls are then no longer charged, and the process must exit
   * with an error.
   */
  failed: Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the service without a port, for the person who runs this process. No other service may use the data folder.
 * The first start creates a local account, whose calls are not rate limited.
 */
export async function createEmbedded(
  config: Config,
  { test }: EmbeddedOptions,
  overrides: Overrides = {},
): Promise<Embedded> {
  const logger = overrides.logger ?? createLogger(config, standardError);
  const service = await createService(config, { ...overrides, logger });
  try {
    const stopBackgroundJobs = await startBackgroundJobs(service);
    void service.telemetry?.check().then((fault) => fault !== undefined && logger.warn(fault));
    const accountId = await localAccount(service);
    const callerOf = (): Promise<Caller> => localCaller(service, accountId, test);
    // The key is created now, so that two simultaneous first messages do not create a key each.
    await callerOf();
    return {
      service,
      failed: service.store.failed.then((fault) => {
        stopBackgroundJobs();
        logger.fatal({ err: fault }, 'the store failed');
        return fault.message;
      }),
      answerer: {
        baseUrl: '',
        answer: async (message, send, signal) => {
          const exchange = createExchange(await callerOf(), message, send, signal);
          const reply = await dispatch(service.rpc, exchange, (error, { requestId }) =>
            logger.error({ err: error, requestId }, 'call failed'),
          );
          // The reply is undefined if the answer was sent on the stream, and has no body for a notification.
          return reply?.body ?? undefined;
        },
      },
      close: () => {
        stopBackgroundJobs();
        return service.close();
      },
    };
  } catch (error) {
    await service.close().catch(() => {});
    throw error;
  }
}

async function localAccount({ accounts }: Service): Promise<string> {
  const known = await accounts.findHolder(EMAIL);
  if (known) return known.id;
  const { name } = largestPlan(accounts.plans);
  const { id } = await accounts.create({ email: EMAIL, operator: true, plan: name });
  return id;
}

/** Commands may change the account, so it is read for every message. */
async function localCaller({ accounts, apiKeys, clock }: Service, accountId: string, test: boolean): Promise<Caller> {
  const account = await accounts.require(accountId);
  const plan = accounts.planOf(account);
  if (test) return { account, key: await apiKeys.test(accountId), plan };
  const active = (await apiKeys.list(accountId)).find(
    (key) => key.kind === 'key' && key.name === KEY_NAME && keyStatus(key, clock.now()) === 'active',
  );
  const key = active ?? (await createKey(apiKeys, accountId));
  return { account, key, plan };
}

/** The key's secret is never shown. The key's name identifies this client on the usage page. */
async function createKey(apiKeys: Service['apiKeys'], accountId: string): Promise<Caller['key']> {
  const { record } = await apiKeys.create(accountId, KEY_NAME);
  return (await apiKeys.list(accountId)).find(({ id }) => id === record.id) as Caller['key'];
}

function createExchange(
  caller: Caller,
  { bytes, value }: ClientMessage,
  send: (json: string) => void,
  signal: AbortSignal,
): RpcTransport {
  const limit = callsPerMinute(caller);
  return {
    ...ownOrigin(''),
    body: bytes,
    headers: mirrorHeaders(value),
    idempotencyKey: undefined,
    acceptsStream: true,
    acceptsOnlyStream: false,
    caller,
    cancelled: () => signal,
    countCall: async () => ({ limit, remaining: limit, resetSeconds: WINDOW_SECONDS, exceeded: false }),
    openStream: () => ({ send, end: send }),
  };
}
