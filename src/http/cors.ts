import type { FastifyReply } from 'fastify';
import { DAY_SECONDS } from '../lib/clock.ts';
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
