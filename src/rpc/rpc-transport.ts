import type { Caller } from '../accounts/authenticate.ts';
import { MIB } from '../lib/byte-units.ts';
import type { ToolTable } from '../tools/tool.ts';
import type { CallRunner } from '../tools/runner.ts';
import type { ProtocolRevision, McpHeaders } from './protocol-revision.ts';
import type { ErrorOrigin } from './errors.ts';

export const MESSAGE_BYTES = MIB;
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export { IDEMPOTENCY_META } from '../tools/argument-names.ts';

export interface RateState {
  limit: number;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

export interface EventStream {
  send(json: string): void;
  end(json: string): void;
}

export interface RpcTransport extends ErrorOrigin {
  body: Uint8Array;
  headers: McpHeaders;
  idempotencyKey: string | undefined;
  /** Name of a header in which other services expect an idempotency key, if it was sent. It has no effect. */
  readonly otherIdempotencyHeader?: string | undefined;
  readonly traceHeaders?: { traceparent: string | undefined; tracestate: string | undefined };
  /**
   * `acceptsStream`: the client accepts messages before the answer. `acceptsOnlyStream`: it accepts the answer only on
   * the stream.
   */
  acceptsStream: boolean;
  acceptsOnlyStream: boolean;
  caller: Caller;
  /**
   * Returns a signal that aborts when the client no longer wants the answer, or undefined if, in this protocol
   * revision, a lost connection does not cancel a request.
   */
  cancelled(revision: ProtocolRevision): AbortSignal | undefined;
  countCall(): Promise<RateState>;
  openStream(): EventStream;
}

export interface RpcService {
  tools: ToolTable;
  runner: CallRunner;
  serverInfo: { name: string; title: string; version: string };
  instructions: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}
