import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator } from '../accounts/authenticate.ts';
import { ServiceError } from '../errors.ts';
import { sendRpcError } from './error-handler.ts';

/** Proves the key of a request, or answers 401, or 429 for an address that failed too often (SPEC §8). */
export async function authenticate(
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
    const caller = await authenticator.authenticate(apiKey, async () => !(await app.failedAuthState(request)).exceeded);
    if (caller !== 'limited') {
      request.caller = caller;
      return;
    }
    return await refuseAddress(app, request, reply);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.reason !== 'invalid_key') throw error;
    const state = await app.countFailedAuth(request);
    if (state.exceeded) return refuseAddress(app, request, reply);
    reply.header(
      'www-authenticate',
      header === undefined ? 'Bearer realm="job-data"' : 'Bearer realm="job-data", error="invalid_token"',
    );
    return sendRpcError(request, reply, 401, error);
  }
}

async function refuseAddress(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { resetSeconds } = await app.failedAuthState(request);
  reply.header('retry-after', String(resetSeconds));
  return sendRpcError(
    request,
    reply,
    429,
    new ServiceError(
      'rate_limited',
      `Too many failed authentications from this address. Try again in ${resetSeconds} seconds.`,
      {
        details: { retry_after_seconds: resetSeconds },
      },
    ),
  );
}
