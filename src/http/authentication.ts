import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, UnknownKey } from '../accounts/authenticate.ts';
import { ServiceError } from '../errors.ts';
import { sendRpcError } from './error-handler.ts';

/** Proves the key of a request, or answers 401, or 429 to an address that guesses keys (SPEC §8). */
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
      { details: { retry_after_seconds: resetSeconds } },
    ),
  );
}
