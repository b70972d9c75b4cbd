import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { MIB } from '../lib/byte-units.ts';
import { errorBody } from '../rpc/errors.ts';
import { MESSAGE_BYTES } from '../rpc/rpc-transport.ts';
import { JSON_TYPE } from './content-types.ts';

export function sendRpcError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  error: unknown,
): FastifyReply {
  return reply
    .code(status)
    .header('x-request-id', request.id)
    .type(JSON_TYPE)
    .send(errorBody(error, null, { requestId: request.id, baseUrl: request.server.baseUrlOf(request) }));
}

function sendFault(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const wait = error instanceof ServiceError ? error.details.retry_after_seconds : undefined;
  if (wait === undefined) return sendRpcError(request, reply, 500, error);
  reply.header('retry-after', String(wait));
  return sendRpcError(request, reply, 503, error);
}

/**
 * Errors of requests whose body cannot be read. The routes of the dashboard (dashboard/plugin.ts) and OAuth
 * (oauth-routes.ts) have their own error handlers.
 */
const TRANSPORT_FAULTS: Readonly<Record<string, { status: number; error: ServiceError }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    error: new ServiceError(
      'invalid_request',
      `The request body is larger than ${MESSAGE_BYTES / MIB} MiB. Send less, for example fewer dedup_hashes.`,
    ),
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    error: new ServiceError(
      'invalid_request',
      'The body must be JSON: send the header Content-Type: application/json.',
    ),
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    error: new ServiceError('invalid_request', 'The body is not as long as the header Content-Length says.'),
  },
};

/** Errors that Fastify catches get a short JSON-RPC error, never a stack trace or HTML. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    const fault = code === undefined ? undefined : TRANSPORT_FAULTS[code];
    if (fault) return sendRpcError(request, reply, fault.status, fault.error);
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
      return sendRpcError(
        request,
        reply,
        statusCode,
        new ServiceError('invalid_request', 'The HTTP request cannot be understood.'),
      );
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendFault(request, reply, error);
  });
}
