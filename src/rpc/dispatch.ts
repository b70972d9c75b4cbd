import { ServiceError } from '../errors.ts';
import { toCredits } from '../lib/credits.ts';
import { nearestOf } from '../lib/nearest.ts';
import type { Id } from './envelope.ts';
import { classify, EnvelopeFault, type Classified, type RpcRequest } from './protocol-revision.ts';
import { errorBody } from './errors.ts';
import { IDEMPOTENCY_META, type EventStream, type RpcTransport, type Reply, type RpcService } from './rpc-transport.ts';
import { METHODS } from './methods/index.ts';
import type { MethodContext, MethodResult } from './methods/method.ts';
import { writeToolAnswer } from '../tools/tool-answer.ts';

/** Receives internal and other unexpected errors, whose details the caller does not see. */
export type FaultListener = (error: unknown, transport: Pick<RpcTransport, 'caller' | 'requestId'>) => void;

/** Answers one message or batch. Resolves with undefined if the answer was sent on the event stream. */
export function dispatch(
  service: RpcService,
  transport: RpcTransport,
  onFault: FaultListener,
): Reply | Promise<Reply | undefined> {
  let message: Classified;
  try {
    message = classify(transport.body, transport.headers);
  } catch (error) {
    if (!(error instanceof EnvelopeFault)) throw error;
    return { status: error.status, headers: {}, body: errorBody(error.cause, error.id, transport) };
  }
  if (message.kind === 'accepted') return { status: 202, headers: {}, body: null };
  if (message.kind === 'batch') return dispatchBatch(service, transport, message.requests, onFault);
  return run(new RpcCall(service, transport, message.request, false), onFault);
}

class RpcCall implements MethodContext {
  readonly service: RpcService;
  readonly transport: RpcTransport;
  readonly request: RpcRequest;
  readonly inBatch: boolean;
  readonly headers: Record<string, string> = {};
  opened: EventStream | undefined;

  constructor(service: RpcService, transport: RpcTransport, request: RpcRequest, inBatch: boolean) {
    this.service = service;
    this.transport = transport;
    this.request = request;
    this.inBatch = inBatch;
  }

  stream(): EventStream | undefined {
    if (this.inBatch) return undefined;
    return (this.opened ??= this.transport.openStream());
  }
}

async function dispatchBatch(
  service: RpcService,
  transport: RpcTransport,
  requests: readonly RpcRequest[],
  onFault: FaultListener,
): Promise<Reply> {
  if (transport.idempotencyKey?.trim()) {
    const error = new ServiceError(
      'invalid_request',
      `The header Idempotency-Key cannot apply to a whole batch: give each call its own in params._meta["${IDEMPOTENCY_META}"].`,
    );
    return { status: 400, headers: {}, body: errorBody(error, null, transport) };
  }
  const answers = await Promise.all(
    requests.map(async (request) => (await run(new RpcCall(service, transport, request, true), onFault))?.body),
  );
  return { status: 200, headers: {}, body: `[${answers.join(',')}]` };
}

/**
 * Sends the answer on the event stream if the call opened one, or if its status is 200 and the client accepts nothing
 * else. Calls in a batch open no stream.
 */
function deliver(call: RpcCall, status: number, body: string): Reply | undefined {
  if (call.transport.acceptsOnlyStream && status === 200) call.stream();
  if (call.opened === undefined) return { status, headers: call.headers, body };
  call.opened.end(body);
  return undefined;
}

async function run(call: RpcCall, onFault: FaultListener): Promise<Reply | undefined> {
  const { service, transport, request, inBatch, headers } = call;
  const method = METHODS.get(request.method);
  if (!method?.revisions.includes(request.revision)) {
    const error = new ServiceError(
      'method_not_found',
      request.method.startsWith('notifications/')
        ? `"${shown(request.method)}" is a notification: send it without "id". No answer follows.`
        : `There is no method "${shown(request.method)}" here. ${correctionOf(request, service)}`,
    );
    // The modern revision requires 404. Clients of older ones show the error only if the status is 200.
    return deliver(call, request.revision === 'modern' ? 404 : 200, errorBody(error, request.id, transport));
  }
  let body: string;
  try {
    body = responseBody(service, request, await method.run(call));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.reason === 'internal') onFault(error, transport);
    const chargeUnknown = error instanceof ServiceError && error.details.charged === 'unknown';
    if (request.method === 'tools/call' && !inBatch && !chargeUnknown) {
      headers['x-credits-cost'] = '0';
      const remaining = await creditsRemaining(service, transport);
      if (remaining !== undefined) headers['x-credits-remaining'] = remaining;
      const wait = error instanceof ServiceError ? error.details.retry_after_seconds : undefined;
      if (wait !== undefined) headers['retry-after'] = String(wait);
    }
    body = errorBody(error, request.id, transport);
  }
  return deliver(call, 200, body);
}

async function creditsRemaining(service: RpcService, transport: RpcTransport): Promise<string | undefined> {
  try {
    return String(toCredits(await service.runner.balance(transport.caller)));
  } catch {
    return undefined;
  }
}

function responseBody(service: RpcService, request: RpcRequest, result: MethodResult): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(request.id satisfies Id)},"result":${writeResult(service, request, result)}}`;
}

function writeResult({ serverInfo }: RpcService, { revision }: RpcRequest, result: MethodResult): string {
  if (revision === 'legacy')
    return 'object' in result ? JSON.stringify(result.object) : writeToolAnswer(result.toolAnswer);
  const { name, version } = serverInfo;
  const meta = { 'io.modelcontextprotocol/serverInfo': { name, version } };
  return 'object' in result
    ? JSON.stringify({ resultType: 'complete', _meta: meta, ...result.object })
    : writeToolAnswer(result.toolAnswer, { members: '"resultType":"complete",', meta });
}

/** Returns a sentence that says what to call instead of an unknown method. */
function correctionOf({ method, revision }: RpcRequest, { tools }: RpcService): string {
  const names = [...METHODS.values()].filter(({ revisions }) => revisions.includes(revision)).map(({ name }) => name);
  const near = nearestOf(method, names);
  if (near !== undefined) return `Did you mean "${near}"? Use tools/list and tools/call.`;
  const tool = tools.nearest(method);
  if (tool === undefined) return 'Use tools/list and tools/call.';
  const call = `the method tools/call with params such as ${tools.exampleParams(tool)}.`;
  return tool === method ? `It is a tool: use ${call}` : `Did you mean the tool ${tool}? Use ${call}`;
}

function shown(method: string): string {
  return method.length > 80 ? `${method.slice(0, 80)}…` : method;
}
