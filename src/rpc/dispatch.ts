import { ServiceError } from '../errors.ts';
import { toCredits } from '../lib/credits.ts';
import { parseBody, type Id } from './envelope.ts';
import { classify, EnvelopeFault, type RpcRequest } from './protocol-revision.ts';
import { errorBody } from './errors.ts';
import { IDEMPOTENCY_META, type EventStream, type RpcTransport, type Reply, type RpcService } from './rpc-transport.ts';
import { METHODS } from './methods/index.ts';
import type { MethodContext, MethodResult } from './methods/method.ts';
import { writeToolAnswer } from '../tools/tool-answer.ts';

/** Called for internal errors, which the caller does not get to see. */
export type FaultListener = (error: unknown, requestId: string) => void;

/** Answers one HTTP request or stdio message. Returns undefined when the answer went out as an event stream. */
export async function dispatch(
  service: RpcService,
  exchange: RpcTransport,
  onFault: FaultListener,
): Promise<Reply | undefined> {
  try {
    const classified = classify(parseBody(exchange.body), exchange.headers);
    switch (classified.kind) {
      case 'accepted':
        return { status: 202, headers: {}, body: null };
      case 'batch':
        return await dispatchBatch(service, exchange, classified.requests, onFault);
      case 'request':
        return await dispatchSingle(service, exchange, classified.request, onFault);
    }
  } catch (error) {
    if (error instanceof EnvelopeFault) {
      return { status: error.status, headers: {}, body: errorBody(error.cause, error.id, exchange) };
    }
    if (error instanceof ServiceError) {
      return { status: 400, headers: {}, body: errorBody(error, null, exchange) };
    }
    throw error;
  }
}

async function dispatchBatch(
  service: RpcService,
  exchange: RpcTransport,
  requests: readonly RpcRequest[],
  onFault: FaultListener,
): Promise<Reply> {
  if (exchange.idempotencyKey?.trim()) {
    const error = new ServiceError(
      'invalid_request',
      `The header Idempotency-Key cannot stand for a whole batch: give each call its own in params._meta["${IDEMPOTENCY_META}"].`,
    );
    return { status: 400, headers: {}, body: errorBody(error, null, exchange) };
  }
  const answers = await Promise.all(
    requests.map(async (request) => (await run(service, exchange, request, true, onFault, () => undefined)).body),
  );
  return { status: 200, headers: {}, body: `[${answers.join(',')}]` };
}

async function dispatchSingle(
  service: RpcService,
  exchange: RpcTransport,
  request: RpcRequest,
  onFault: FaultListener,
): Promise<Reply | undefined> {
  let stream: EventStream | undefined;
  const openStream = (): EventStream => (stream ??= exchange.openStream());
  const answer = await run(service, exchange, request, false, onFault, openStream);
  if (stream === undefined && exchange.acceptsOnlyStream && answer.status === 200) openStream();
  if (stream === undefined) return answer;
  stream.end(answer.body);
  return undefined;
}

async function run(
  service: RpcService,
  exchange: RpcTransport,
  request: RpcRequest,
  inBatch: boolean,
  onFault: FaultListener,
  stream: () => EventStream | undefined,
): Promise<Reply & { body: string }> {
  const headers: Record<string, string> = {};
  const method = METHODS.get(request.method);
  if (!method?.revisions.includes(request.revision)) {
    const error = new ServiceError(
      'method_not_found',
      `There is no method "${shown(request.method)}" here. Use tools/list and tools/call.`,
    );
    // Modern revisions require 404; legacy clients lose the error on anything but 200.
    return {
      status: request.revision === 'modern' ? 404 : 200,
      headers,
      body: errorBody(error, request.id, exchange),
    };
  }
  const context: MethodContext = { service, exchange, request, inBatch, headers, stream };
  try {
    const result = await method.run(context);
    return { status: 200, headers, body: responseBody(service, request, result) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.reason === 'internal') onFault(error, exchange.requestId);
    const chargeUnknown = error instanceof ServiceError && error.details.charged === 'unknown';
    if (request.method === 'tools/call' && !inBatch && !chargeUnknown) {
      headers['x-credits-cost'] = '0';
      const remaining = await creditsRemaining(service, exchange);
      if (remaining !== undefined) headers['x-credits-remaining'] = remaining;
      const wait = error instanceof ServiceError ? error.details.retry_after_seconds : undefined;
      if (wait !== undefined) headers['retry-after'] = String(wait);
    }
    return { status: 200, headers, body: errorBody(error, request.id, exchange) };
  }
}

/** Undefined when the store itself fails: then the header is left out. */
async function creditsRemaining(service: RpcService, exchange: RpcTransport): Promise<string | undefined> {
  try {
    return String(toCredits(await service.runner.balance(exchange.caller)));
  } catch {
    return undefined;
  }
}

function responseBody(service: RpcService, request: RpcRequest, result: MethodResult): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(request.id satisfies Id)},"result":${writeResult(service, request, result)}}`;
}

/** The result as JSON; modern revisions add a type and the server's name. */
function writeResult({ serverInfo }: RpcService, { revision }: RpcRequest, result: MethodResult): string {
  if (revision === 'legacy')
    return 'object' in result ? JSON.stringify(result.object) : writeToolAnswer(result.toolAnswer);
  const { name, version } = serverInfo;
  const meta = { 'io.modelcontextprotocol/serverInfo': { name, version } };
  return 'object' in result
    ? JSON.stringify({ resultType: 'complete', _meta: meta, ...result.object })
    : writeToolAnswer(result.toolAnswer, { members: '"resultType":"complete",', meta });
}

function shown(method: string): string {
  return method.length > 80 ? `${method.slice(0, 80)}…` : method;
}
