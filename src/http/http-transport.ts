import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/authenticate.ts';
import type { ProtocolRevision, McpHeaders } from '../rpc/protocol-revision.ts';
import { IDEMPOTENCY_HEADER, type EventStream, type RpcTransport, type RateState } from '../rpc/rpc-transport.ts';
import { disconnectSignal, openEventStream } from './event-stream.ts';

const EMPTY = new Uint8Array();
const STREAM = /\btext\/event-stream\b/i;
/**
 * Headers in which other services expect an idempotency key. `name` is the header's name in Node.js, and `shown` is its
 * usual spelling.
 */
const OTHER_IDEMPOTENCY_HEADERS = [
  { shown: 'X-Idempotency-Key', name: 'x-idempotency-key' },
  { shown: 'Idempotency_Key', name: 'idempotency_key' },
] as const;
const JSON_TOO = /application\/(?:json|\*)|\*\/\*/i;

export class HttpTransport implements RpcTransport {
  readonly requestId: string;
  readonly body: Uint8Array;
  readonly headers: McpHeaders;
  readonly idempotencyKey: string | undefined;
  readonly acceptsStream: boolean;
  readonly acceptsOnlyStream: boolean;
  readonly caller: Caller;
  readonly #app: FastifyInstance;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #disconnected: AbortSignal | undefined;
  #counted: Promise<RateState> | undefined;

  constructor(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
    const { headers } = request;
    const accept = headers.accept ?? '';
    this.requestId = request.id;
    this.body = request.body instanceof Uint8Array ? request.body : EMPTY;
    this.headers = {
      protocolVersion: single(headers['mcp-protocol-version']),
      method: single(headers['mcp-method']),
      name: single(headers['mcp-name']),
    };
    this.idempotencyKey = single(headers[IDEMPOTENCY_HEADER]);
    this.acceptsStream = STREAM.test(accept);
    this.acceptsOnlyStream = this.acceptsStream && !JSON_TOO.test(accept);
    this.caller = request.caller as Caller;
    this.#app = app;
    this.#request = request;
    this.#reply = reply;
  }

  get baseUrl(): string {
    return this.#app.baseUrlOf(this.#request);
  }

  get traceHeaders(): { traceparent: string | undefined; tracestate: string | undefined } {
    const { headers } = this.#request;
    return { traceparent: single(headers['traceparent']), tracestate: single(headers['tracestate']) };
  }

  get otherIdempotencyHeader(): string | undefined {
    const { headers } = this.#request;
    return OTHER_IDEMPOTENCY_HEADERS.find(({ name }) => headers[name] !== undefined)?.shown;
  }

  cancelled(revision: ProtocolRevision): AbortSignal | undefined {
    // In older protocol revisions, a lost connection does not cancel a call.
    return revision === 'modern' ? (this.#disconnected ??= disconnectSignal(this.#reply)) : undefined;
  }

  countCall(): Promise<RateState> {
    // Calls of a batch are counted one after another. Otherwise, all of them could read the counter before it is
    // increased.
    const count = (): Promise<RateState> => this.#app.countCall(this.caller);
    return (this.#counted = this.#counted === undefined ? count() : this.#counted.then(count));
  }

  openStream(): EventStream {
    return openEventStream(this.#reply, {
      'x-request-id': this.requestId,
      ...(this.#reply.getHeaders() as Record<string, string>),
    });
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
