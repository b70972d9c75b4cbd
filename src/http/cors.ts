import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import { DAY_SECONDS } from '../lib/clock.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';
import { IDEMPOTENCY_HEADER } from '../rpc/rpc-transport.ts';

const REQUEST_HEADERS = `authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, ${IDEMPOTENCY_HEADER}, traceparent, tracestate`;
const RESPONSE_HEADERS =
  'x-request-id, x-credits-cost, x-credits-remaining, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, ratelimit, ratelimit-policy, retry-after, www-authenticate';

export function allowOrigin(reply: FastifyReply, origin: string): FastifyReply {
  return reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', RESPONSE_HEADERS)
    .header('vary', 'Origin');
}

export function answerPreflight(reply: FastifyReply, origin: string): FastifyReply {
  return allowOrigin(reply, origin)
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', REQUEST_HEADERS)
    .header('access-control-max-age', String(DAY_SECONDS))
    .code(204)
    .send();
}

/**
 * Allows requests without an Origin (browsers always send one with a POST), loopback on any port, the service's public
 * origin, and configured origins. Refusing others also prevents DNS rebinding.
 */
export function createOriginCheck(
  config: Pick<Config, 'allowedOrigins' | 'publicUrl'>,
): (origin: string | undefined) => boolean {
  const allowed = new Set(config.allowedOrigins);
  if (config.publicUrl) allowed.add(new URL(config.publicUrl).origin);
  return (origin) => origin === undefined || allowed.has(origin) || isLoopbackOrigin(origin);
}

function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackUrl(origin) && new URL(origin).origin === origin.toLowerCase();
}
