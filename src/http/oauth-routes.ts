import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KIB } from '../lib/byte-units.ts';
import { DAY_SECONDS } from '../lib/clock.ts';
import { FairQueue, QueueFull } from '../lib/fair-queue.ts';
import { networkOf } from '../lib/network-of.ts';
import type { Clients } from '../oauth/clients.ts';
import { OAuthError, type OAuthErrorCode } from '../oauth/oauth-error.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from '../oauth/server-metadata.ts';
import type { TokenEndpoint } from '../oauth/token-endpoint.ts';
import type { RateLimiter } from '../shared/types.ts';

/** Registrations and token requests are small; the largest known ones have 2 kB. */
const BODY_LIMIT_BYTES = 16 * KIB;
const PREFLIGHT_SECONDS = String(DAY_SECONDS);

export interface OAuthServer {
  issuer: string;
  name: string;
  clients: Clients;
  tokens: TokenEndpoint;
  registrations: RateLimiter;
  noteDeadToken(): void;
}

const STATUS: Readonly<Partial<Record<OAuthErrorCode, number>>> = {
  invalid_client: 401,
  temporarily_unavailable: 429,
  server_error: 500,
};

/**
 * Registers metadata (RFC 9728, RFC 8414), `/register` (RFC 7591), `/token` and `/revoke` (OAuth 2.1, RFC 7009). Pages
 * of every origin may use these routes. The routes read no cookies, so a page can do no more than any other program.
 */
export function registerOAuthRoutes(app: FastifyInstance, server: OAuthServer): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The form is parsed from its text, because repeated parameters must be refused and not dropped.
    await scope.register(formbody, {
      bodyLimit: BODY_LIMIT_BYTES,
      parser: (text) => ({ form: new URLSearchParams(text) }),
    });
    scope.addContentTypeParser(
      /^application\/json(?:\s*;|\s*$)/i,
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, { json: body }),
    );
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*');
    });
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    registerMetadata(scope, server);
    registerEndpoints(scope, server);
  });
}

function registerMetadata(scope: FastifyInstance, { issuer, name }: OAuthServer): void {
  const documents = {
    '/.well-known/oauth-protected-resource': protectedResourceMetadata(issuer, name),
    '/.well-known/oauth-protected-resource/mcp': protectedResourceMetadata(issuer, name),
    '/.well-known/oauth-authorization-server': authorizationServerMetadata(issuer),
  };
  for (const [path, document] of Object.entries(documents)) {
    answerPreflights(scope, path, 'GET');
    scope.get(path, (_request, reply) => reply.header('cache-control', 'public, max-age=3600').send(document));
  }
}

function registerEndpoints(scope: FastifyInstance, { clients, tokens, registrations }: OAuthServer): void {
  for (const path of ['/register', '/token', '/revoke']) answerPreflights(scope, path, 'POST');

  scope.post('/register', async (request, reply) => {
    const network = networkOf(request.ip);
    const waitMs = await registrations.take(network);
    if (waitMs !== undefined) {
      reply.header('retry-after', String(Math.ceil(waitMs / 1_000)));
      throw new OAuthError(
        'temporarily_unavailable',
        'Too many registrations from this network. Try again in a minute.',
      );
    }
    const { json } = (request.body ?? {}) as { json?: string };
    if (json === undefined) throw new OAuthError('invalid_client_metadata', 'The body must be application/json.');
    const answer = await clients.register(json, network);
    return withoutCaching(reply).code(201).send(answer);
  });

  // A few requests run at a time, and networks take turns. Otherwise a thousand requests at once could delay all calls
  // with one long write to the store.
  const queue = new FairQueue({ places: 4, placesEach: 2, reserved: 2, waitingEach: 1_200, waiting: 5_000 });

  scope.post('/token', async (request, reply) => {
    const form = formOf(request);
    requireClient(request, form);
    const answer = await inTurn(queue, request, () => tokens.exchange(form));
    return withoutCaching(reply).send(answer);
  });

  scope.post('/revoke', async (request, reply) => {
    await inTurn(queue, request, () => tokens.revoke(formOf(request)));
    return withoutCaching(reply).send();
  });
}

async function inTurn<T>(queue: FairQueue, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const release = await queue.acquire(networkOf(request.ip)).catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error;
    throw new OAuthError(
      'temporarily_unavailable',
      'Too many token requests from this network are waiting. Try again soon.',
    );
  });
  try {
    return await work();
  } finally {
    release();
  }
}

function formOf(request: FastifyRequest): URLSearchParams {
  const { form } = (request.body ?? {}) as { form?: URLSearchParams };
  if (form) return form;
  throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
}

/**
 * Clients have no secret. A client that sends an `Authorization` header, as for HTTP Basic (RFC 6749 §2.3.1), is
 * refused, unless it also sends `client_id` in the body.
 */
function requireClient({ headers }: FastifyRequest, form: URLSearchParams): void {
  if (headers.authorization !== undefined && !form.get('client_id')) {
    throw new OAuthError('invalid_client', 'Clients have no secret here: send client_id in the body.');
  }
}

function withoutCaching(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
}

function answerPreflights(scope: FastifyInstance, path: string, method: 'GET' | 'POST'): void {
  scope.options(path, (_request, reply) =>
    reply
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', 'content-type, authorization, accept, mcp-protocol-version')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .code(204)
      .send(),
  );
}

/** Errors have the form of RFC 6749 §5.2, are always JSON, and never repeat what was sent. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number };
  const refused =
    error instanceof OAuthError
      ? error
      : statusCode < 500
        ? new OAuthError(
            'invalid_request',
            'The request cannot be understood: its body is too large, or of another type.',
          )
        : new OAuthError('server_error', 'The server could not answer. Try again later.');
  if (refused.code === 'server_error') {
    request.log.error({ err: error, requestId: request.id }, 'an OAuth request failed');
  }
  const status = error instanceof OAuthError || statusCode >= 500 ? (STATUS[refused.code] ?? 400) : statusCode;
  if (status === 401) reply.header('www-authenticate', 'Basic realm="job-data"');
  return withoutCaching(reply).code(status).send({ error: refused.code, error_description: refused.message });
}
