import type { IgnoredArgument } from '../../../schemas/index.ts';
import { isTestKey } from '../../accounts/key-format.ts';
import { tooManyCalls } from '../../credits/refusals.ts';
import { ServiceError } from '../../errors.ts';
import { toCredits } from '../../lib/credits.ts';
import { readTraceContext } from '../../telemetry/trace-context.ts';
import { isObject } from '../../lib/json-object.ts';
import { IDEMPOTENCY_META, type RateState } from '../rpc-transport.ts';
import type { Method, MethodContext } from './method.ts';

const TRACEPARENT = 'traceparent';
const MAXIMUM_IDEMPOTENCY_KEY = 255;

export const toolsCall: Method = {
  name: 'tools/call',
  revisions: ['legacy', 'modern'],
  run: async (context) => {
    const { service, transport, request, inBatch } = context;
    const rate = await transport.countCall();
    if (!inBatch) writeRateHeaders(context.headers, rate);
    if (rate.exceeded) {
      if (!inBatch) context.headers['retry-after'] = String(rate.resetSeconds);
      throw tooManyCalls(rate.limit, rate.resetSeconds, isTestKey(transport.caller.key) ? 'test key' : 'plan');
    }
    const { name } = request.params;
    if (typeof name !== 'string') {
      const allowed = [...service.tools.names];
      throw new ServiceError(
        'invalid_params',
        `params.name must be the name of a tool: ${allowed.join(', ')}.${otherMembers(request.params)}`,
        { details: { fields: [{ path: '/name', message: 'must be a string' }], allowed } },
      );
    }
    const meta = isObject(request.params['_meta']) ? request.params['_meta'] : {};
    const token = meta['progressToken'];
    const wantsProgress = (typeof token === 'string' || Number.isInteger(token)) && transport.acceptsStream && !inBatch;
    const send = wantsProgress ? progressSender(context, token as string | number) : undefined;

    const idempotencyKey = idempotencyKeyOf(meta, transport.idempotencyKey);
    const outcome = await service.runner.run({
      tool: name,
      arguments: request.params['arguments'],
      places: {
        params: request.params,
        request: request.others,
        headers: headersWithoutEffect(transport, idempotencyKey),
      },
      caller: transport.caller,
      requestId: transport.requestId,
      idempotencyKey,
      signal: transport.cancelled(request.revision),
      rpcId: request.id,
      trace: () => readTraceContext(...traceMembers(meta, transport)),
      onAccepted: () => {
        if (wantsProgress) context.stream();
      },
      onProgress: (update) => send?.(update),
    });
    if (!inBatch) {
      context.headers['x-credits-cost'] = String(toCredits(outcome.cost));
      context.headers['x-credits-remaining'] = String(outcome.answer.receipt.balance);
    }
    return { toolAnswer: outcome.answer };
  },
};

/**
 * If a tool's name or its arguments were sent under a member that other protocols use, says under which member to send
 * them.
 */
function otherMembers(params: Record<string, unknown>): string {
  const name = ['tool', 'tool_name', 'toolName', 'function'].find((one) => typeof params[one] === 'string');
  const args = ['input', 'args', 'parameters', 'params'].find((one) => isObject(params[one]));
  const moves = [
    ...(name === undefined ? [] : [`params.${name} as params.name`]),
    ...(args === undefined ? [] : [`params.${args} as params.arguments`]),
  ];
  return moves.length === 0 ? '' : ` Send ${moves.join(' and ')}.`;
}

/**
 * Returns the header that was sent to set an idempotency key but has no effect, as a list of one ignored argument;
 * undefined if there is none.
 */
function headersWithoutEffect(
  { idempotencyKey: header, otherIdempotencyHeader: other }: MethodContext['transport'],
  used: string | undefined,
): IgnoredArgument[] | undefined {
  if (other !== undefined) return [{ name: `header ${other}`, did_you_mean: 'header Idempotency-Key' }];
  const hasEffect = header?.trim() ? header === used : used !== undefined;
  return header !== undefined && !hasEffect ? [{ name: 'header Idempotency-Key' }] : undefined;
}

/** Returns the trace context of a call: from the message or, if the message has none, from the transport's headers. */
function traceMembers(
  meta: Record<string, unknown>,
  { traceHeaders }: MethodContext['transport'],
): [traceparent: unknown, tracestate: unknown] {
  if (Object.hasOwn(meta, TRACEPARENT)) return [meta[TRACEPARENT], meta['tracestate']];
  return [traceHeaders?.traceparent, traceHeaders?.tracestate];
}

/**
 * Returns a function that sends progress notifications. The protocol requires that `progress` grows with each
 * notification, so updates that do not exceed the last one are dropped.
 */
function progressSender(
  context: MethodContext,
  token: string | number,
): (update: { progress: number; total: number; message: string }) => void {
  let last = -1;
  return ({ progress, total, message }) => {
    if (progress <= last) return;
    last = progress;
    context.stream()?.send(
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: token, progress, total, message },
      }),
    );
  };
}

/**
 * Returns the idempotency key. The key in `_meta` takes precedence over the header, and a blank key counts as absent.
 * Throws `validation` if the key is too long or not text.
 */
function idempotencyKeyOf(meta: Record<string, unknown>, header: string | undefined): string | undefined {
  const value = isBlank(meta[IDEMPOTENCY_META]) ? header : meta[IDEMPOTENCY_META];
  if (isBlank(value)) return undefined;
  if (typeof value !== 'string' || value.length > MAXIMUM_IDEMPOTENCY_KEY) {
    throw new ServiceError('validation', `An idempotency key is a text of 1 to ${MAXIMUM_IDEMPOTENCY_KEY} characters.`);
  }
  return value;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function writeRateHeaders(headers: Record<string, string>, rate: RateState): void {
  headers['x-ratelimit-limit'] = String(rate.limit);
  headers['x-ratelimit-remaining'] = String(rate.remaining);
  headers['x-ratelimit-reset'] = String(rate.resetSeconds);
  headers['ratelimit-policy'] = `"default";q=${rate.limit};w=60`;
  headers['ratelimit'] = `"default";r=${rate.remaining};t=${rate.resetSeconds}`;
}
