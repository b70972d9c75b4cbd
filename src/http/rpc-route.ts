import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTestKey } from '../accounts/api-key.ts';
import { ServiceError } from '../errors.ts';
import { dispatch } from '../rpc/dispatch.ts';
import type { AppOptions } from './app.ts';
import { authenticate } from './authentication.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { sendRpcError } from './error-handler.ts';
import { HttpExchange } from './http-exchange.ts';
import { OTHER_METHODS } from './methods.ts';
import { createOriginCheck } from './origin.ts';

const PATH = '/mcp';
const JSON_TYPE = 'application/json; charset=utf-8';

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
        return authenticate(app, options, request, reply);
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
    return answerPreflight(reply, origin);
  }
  return sendRpcError(
    request,
    reply.header('allow', 'POST'),
    405,
    new ServiceError('invalid_request', 'Only POST is answered here: send one JSON-RPC 2.0 request as the body.'),
  );
}

async function answer(
  app: FastifyInstance,
  options: AppOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const result = await dispatch(options.rpc, new HttpExchange(app, request, reply), (error, requestId) => {
    // Test keys may ask for faults: no reason to wake an operator.
    if (request.caller && isTestKey(request.caller.key)) request.log.info({ test: true, requestId }, 'call failed');
    else request.log.error({ err: error, requestId }, 'call failed');
  });
  if (result === undefined) return reply;
  reply.code(result.status).headers(result.headers).header('x-request-id', request.id);
  if (result.body === null) return reply.send();
  return reply.header('content-type', JSON_TYPE).send(result.body);
}
