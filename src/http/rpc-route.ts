import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, UnknownKey } from '../accounts/authenticate.ts';
import { ServiceError } from '../errors.ts';
import { dispatch } from '../rpc/dispatch.ts';
import type { Exchange, RateState } from '../rpc/exchange.ts';
import type { AppOptions } from './app.ts';
import { sendRpcError } from './error-handler.ts';
import { openEventStream } from './event-stream.ts';
import { OTHER_METHODS } from './methods.ts';
import { createOriginCheck } from './origin.ts';

const PATH = '/mcp';
const CORS_REQUEST_HEADERS =
  'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, idempotency-key';
const CORS_RESPONSE_HEADERS =
  'x-request-id, x-credits-cost, x-credits-remaining, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, ratelimit, ratelimit-policy, retry-after';

/**
 * The one route. Order: method, Origin, key, body, envelope: nothing is read
 * or counted for a caller who may not call (SPEC §2, §8).
 */
export function registerRpcRoute(app: FastifyInstance, options: AppOptions): void {
  const isAllowedOrigin = createOriginCheck(options.config);

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^application\/json(?:\s*;|\s*$)/i, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );

    scope.route({
      method: [...OTHER_METHODS],
      url: PATH,
      // Before the body: whatever it is, the verb is what is wrong.
      onRequest: async (request, reply) => refuseMethod(request, reply, isAllowedOrigin),
      handler: () => undefined,
    });

    scope.route({
      method: 'POST',
      url: PATH,
      onRequest: async (request, reply) => {
        const { origin } = request.headers;
        if (!isAllowedOrigin(origin)) {
          return sendRpcError(
            request,
            reply,
            403,
            new ServiceError(
              'invalid_request',
              'Pages of this origin may not call the service. The operator can allow it in ALLOWED_ORIGINS.',
            ),
          );
        }
        if (origin !== undefined) allowOrigin(reply, origin);
        return authenticate(app, options.authenticator, request, reply);
      },
      handler: (request, reply) => answer(app, options, request, reply),
    });
  });
}

/** A browser's question before a POST is answered; every other verb is 405. */
function refuseMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  isAllowedOrigin: (origin: string | undefined) => boolean,
): FastifyReply {
  const { origin } = request.headers;
  if (request.method === 'OPTIONS' && origin !== undefined && isAllowedOrigin(origin)) {
    return allowOrigin(reply, origin)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', CORS_REQUEST_HEADERS)
      .header('access-control-max-age', '86400')
      .code(204)
      .send();
  }
  return sendRpcError(
    request,
    reply.header('allow', 'POST'),
    405,
    new ServiceError('invalid_request', 'Only POST is answered here: send one JSON-RPC 2.0 request as the body.'),
  );
}

function allowOrigin(reply: FastifyReply, origin: string): FastifyReply {
  return reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', CORS_RESPONSE_HEADERS)
    .header('vary', 'Origin');
}

async function authenticate(
  app: FastifyInstance,
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | void> {
  const header = request.headers.authorization;
  const apiKey = Authenticator.bearerKey(header);
  try {
    if (apiKey === undefined) {
      throw new ServiceError('invalid_key', 'An API key is needed: send the header Authorization: Bearer <key>.');
    }
    request.caller = await authenticator.authenticate(apiKey);
    return;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.reason !== 'invalid_key') throw error;
    // Guessing is limited; a slip of the keyboard, or a key that was revoked, is no guess.
    if (error instanceof UnknownKey) {
      const state = await app.countFailedAuth(request);
      if (state.exceeded) return refuseAddress(request, reply, state.resetSeconds);
    }
    reply.header(
      'www-authenticate',
      header === undefined ? 'Bearer realm="job-data"' : 'Bearer realm="job-data", error="invalid_token"',
    );
    return sendRpcError(request, reply, 401, error);
  }
}

function refuseAddress(request: FastifyRequest, reply: FastifyReply, resetSeconds: number): FastifyReply {
  reply.header('retry-after', String(resetSeconds));
  return sendRpcError(
    request,
    reply,
    429,
    new ServiceError(
      'rate_limited',
      `Too many unknown API keys from this address. Try again in ${resetSeconds} seconds.`,
      {
        details: { retry_after_seconds: resetSeconds },
      },
    ),
  );
}

const EMPTY = new Uint8Array();

async function answer(
  app: FastifyInstance,
  options: AppOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers } = request;
  const accept = headers.accept;
  const acceptsStream = accept !== undefined && /\btext\/event-stream\b/i.test(accept);
  const exchange: Exchange = {
    requestId: request.id,
    body: request.body instanceof Uint8Array ? request.body : EMPTY,
    headers: {
      protocolVersion: single(headers['mcp-protocol-version']),
      method: single(headers['mcp-method']),
      name: single(headers['mcp-name']),
    },
    idempotencyKey: single(headers['idempotency-key']),
    acceptsStream,
    acceptsOnlyStream: acceptsStream && !/application\/(?:json|\*)|\*\/\*/i.test(accept),
    caller: request.caller as NonNullable<typeof request.caller>,
    get disconnected(): AbortSignal {
      return (disconnected ??= disconnectSignal(reply));
    },
    // One after the other: the counter of calls that fall in the same moment is read too late otherwise.
    countCall: () => (counted = counted.then(() => app.countCall(request))),
    openStream: () =>
      openEventStream(reply, { 'x-request-id': request.id, ...(reply.getHeaders() as Record<string, string>) }),
  };
  let disconnected: AbortSignal | undefined;
  let counted = Promise.resolve() as Promise<unknown> as Promise<RateState>;
  const result = await dispatch(options.rpc, exchange, (error, requestId) =>
    request.log.error({ err: error, requestId }, 'call failed'),
  );
  if (result === undefined) return reply;
  reply.code(result.status).headers(result.headers).header('x-request-id', request.id);
  if (result.body === null) return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(result.body);
}

function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
