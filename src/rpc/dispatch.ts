import { ServiceError } from '../errors.ts';
import { toCredits } from '../lib/credits.ts';
import { parseBody, type Id } from './envelope.ts';
import { classify, EnvelopeFault, type RpcRequest } from './era.ts';
import { errorBody } from './errors.ts';
import type { EventStream, Exchange, Reply, RpcService } from './exchange.ts';
import { METHODS } from './methods/index.ts';
import type { MethodContext } from './methods/method.ts';

/** Told of faults that are ours, with the error that the caller does not get to see. */
export type FaultListener = (error: unknown, requestId: string) => void;

/**
 * One exchange from body to answer. Returns undefined when the answer went
 * out as an event stream.
 */
export async function dispatch(
  service: RpcService,
  exchange: Exchange,
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
  exchange: Exchange,
  requests: readonly RpcRequest[],
  onFault: FaultListener,
): Promise<Reply> {
  if (exchange.idempotencyKey?.trim()) {
    const error = new ServiceError(
      'invalid_request',
      'The header Idempotency-Key cannot stand for a whole batch: give each call its own in params._meta["io.jobdata/idempotency_key"].',
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
  exchange: Exchange,
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
  exchange: Exchange,
  request: RpcRequest,
  inBatch: boolean,
  onFault: FaultListener,
  stream: () => EventStream | undefined,
): Promise<Reply & { body: string }> {
  const headers: Record<string, string> = {};
  const method = METHODS.get(request.method);
  if (!method?.eras.includes(request.era)) {
    const error = new ServiceError(
      'method_not_found',
      `There is no method "${shown(request.method)}" here. Use tools/list and tools/call.`,
    );
    // The newer era wants 404; clients of the older one lose the error on anything but 200.
    return {
      status: request.era === 'modern' ? 404 : 200,
      headers,
      body: errorBody(error, request.id, exchange),
    };
  }
  const context: MethodContext = { service, exchange, request, inBatch, headers, stream };
  try {
    const result = await method.run(context);
    return { status: 200, headers, body: resultBody(service, request, result) };
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

/** Undefined when the fault is one of the store itself: the answer goes out without it. */
async function creditsRemaining(service: RpcService, exchange: Exchange): Promise<string | undefined> {
  try {
    return String(toCredits(await service.runner.balance(exchange.caller)));
  } catch {
    return undefined;
  }
}

/** `resultJson` is an object's text; the newer era adds a type and the server's name to it. */
function resultBody(service: RpcService, request: RpcRequest, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(request.id satisfies Id)},"result":${request.era === 'modern' ? modernResult(service, resultJson) : resultJson}}`;
}

function modernResult(service: RpcService, resultJson: string): string {
  const { name, version } = service.serverInfo;
  const serverInfo = `"io.modelcontextprotocol/serverInfo":${JSON.stringify({ name, version })}`;
  // Tool results open with their `_meta`, so that it can be extended without parsing what may be megabytes.
  return resultJson.startsWith('{"_meta":{')
    ? `{"resultType":"complete","_meta":{${serverInfo},${resultJson.slice('{"_meta":{'.length)}`
    : `{"resultType":"complete","_meta":{${serverInfo}}${resultJson === '{}' ? '' : ','}${resultJson.slice(1)}`;
}

function shown(method: string): string {
  return method.length > 80 ? `${method.slice(0, 80)}…` : method;
}
