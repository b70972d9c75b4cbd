import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTestKey } from '../accounts/key-format.ts';
import type { Caller } from '../accounts/authenticate.ts';
import { ServiceError } from '../errors.ts';
import { dispatch, type FaultListener } from '../rpc/dispatch.ts';
import { EXAMPLE_CALL } from '../rpc/envelope.ts';
import type { Reply } from '../rpc/rpc-transport.ts';
import type { AppOptions } from './app-options.ts';
import { findCaller, refuseCaller } from './authentication.ts';
import { JSON_TYPE } from './content-types.ts';
import { allowOrigin, answerPreflight, createOriginCheck } from './cors.ts';
import { sendRpcError } from './error-handler.ts';
import type { FaultLog } from './fault-log.ts';
import { HttpTransport } from './http-transport.ts';
import { OTHER_METHODS } from './methods.ts';

const PATH = '/mcp';
/** Answers of at least this many characters are encoded before they are sent. */
const ENCODED_FROM = 16_384;

/**
 * Method, Origin, key, body and envelope are checked in this order, so that no body is read before the caller is known
 * (SPEC §2, §8).
 */
export function registerRpcRoute(app: FastifyInstance, options: AppOptions, logFault: FaultLog): void {
  const isAllowedOrigin = createOriginCheck(options.config);

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^application\/json(?:\s*;|\s*$)/i, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );

    scope.route({
      method: [...OTHER_METHODS],
      url: PATH,
      onRequest: async (request, reply) => refuseMethod(request, reply, isAllowedOrigin),
      handler: () => undefined,
    });

    scope.route({
      method: 'POST',
      url: PATH,
      // This hook is not async, so a request with a cached key does not wait here.
      onRequest: (request, reply, proceed) => {
        const { origin } = request.headers;
        if (!isAllowedOrigin(origin)) return void refuseOrigin(request, reply);
        if (origin !== undefined) allowOrigin(reply, origin);
        const caller = findCaller(options, request);
        if (!(caller instanceof Promise)) return admit(request, reply, caller, proceed);
        void waitForCaller(app, options, request, reply, caller, proceed);
      },
      handler: (request, reply) => answer(app, options, onFault, request, reply),
    });
  });

  const onFault: FaultListener = (error, { caller, requestId }) => {
    // Calls with test keys can request errors, so these errors are not logged as faults.
    if (isTestKey(caller.key)) app.log.info({ test: true, requestId }, 'call failed');
    else logFault(error, 'call failed', { requestId });
  };
}

function admit(request: FastifyRequest, reply: FastifyReply, caller: Caller, proceed: () => void): void {
  const unreadable = whyUnreadable(request);
  if (unreadable !== undefined)
    return void sendRpcError(request, reply, 415, new ServiceError('invalid_request', unreadable));
  request.caller = caller;
  proceed();
}

async function waitForCaller(
  app: FastifyInstance,
  options: AppOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Promise<Caller>,
  proceed: (error?: Error) => void,
): Promise<void> {
  let known: Caller;
  try {
    known = await caller;
  } catch (error) {
    await refuseCaller(app, options, request, reply, error).catch(proceed);
    return;
  }
  admit(request, reply, known, proceed);
}

function refuseOrigin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
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

function whyUnreadable({ headers }: FastifyRequest): string | undefined {
  if (headers['content-encoding'] === undefined && headers['content-type'] === 'application/json') return undefined;
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity')
    return 'Compressed request bodies are not read: send the body without the header Content-Encoding.';
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    return 'The body must be JSON in UTF-8: send the header Content-Type: application/json; charset=utf-8.';
  return undefined;
}

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
    new ServiceError(
      'invalid_request',
      `Only POST is answered here: send one JSON-RPC 2.0 request as the body. ${EXAMPLE_CALL}`,
    ),
  );
}

function answer(
  app: FastifyInstance,
  options: AppOptions,
  onFault: FaultListener,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const answering = dispatch(options.rpc, new HttpTransport(app, request, reply), onFault);
  return answering instanceof Promise
    ? answering.then((result) => (result === undefined ? reply : write(request, reply, result)))
    : write(request, reply, answering);
}

/** Writes the reply without Fastify's `send`, which is slower. */
function write(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Reply): FastifyReply {
  if (request.headers.origin !== undefined) Object.assign(headers, reply.getHeaders());
  headers['x-request-id'] = request.id;
  if (body !== null) headers['content-type'] = JSON_TYPE;
  // A long text is encoded once. A short one is sent faster as text, together with the headers. Latin-1 is the fastest
  // encoding, and gives the same bytes as UTF-8 if all characters are ASCII.
  const bytes = body === null || body.length < ENCODED_FROM ? (body ?? '') : Buffer.from(body);
  const length = Buffer.byteLength(bytes);
  headers['content-length'] = String(length);
  reply.hijack();
  reply.raw.writeHead(status, headers).end(bytes, length === bytes.length ? 'latin1' : 'utf8');
  return reply;
}
