import type { Caller } from '../accounts/authenticate.ts';
import { MIB } from '../lib/byte-units.ts';
import type { ToolTable } from '../tools/tool.ts';
import type { CallRunner } from '../tools/runner.ts';
import type { ProtocolRevision, McpHeaders } from './protocol-revision.ts';
import type { ErrorOrigin } from './errors.ts';

/** Maximum size of a message. Valid messages are smaller: 5,000 hashes take 350 kB. */
export const MESSAGE_BYTES = MIB;
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_META = 'io.jobdata/idempotency_key';

/** State of the account's rate limit, in calls a minute. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  exceeded: boolean;
}

/** Sends notifications while a call runs, and ends with the answer. */
export interface EventStream {
  send(json: string): void;
  end(json: string): void;
}

/** One request and the way to answer it, over HTTP or stdio. */
export interface RpcTransport extends ErrorOrigin {
  body: Uint8Array;
  headers: McpHeaders;
  idempotencyKey: string | undefined;
  /** W3C Trace Context from the headers; a trace context in the message takes precedence. */
  readonly traceHeaders?: { traceparent: string | undefined; tracestate: string | undefined };
  /**
   * `acceptsStream`: messages may be sent before the answer (over HTTP: Accept names text/event-stream).
   * `acceptsOnlyStream`: the answer must be sent on the stream too.
   */
  acceptsStream: boolean;
  acceptsOnlyStream: boolean;
  caller: Caller;
  /**
   * A signal that aborts when the client no longer wants the answer to a request of `revision`; undefined if the
   * transport cannot tell.
   */
  cancelled(revision: ProtocolRevision): AbortSignal | undefined;
  /** Counts one tool call against the account's rate limit. */
  countCall(): Promise<RateState>;
  openStream(): EventStream;
}

export interface RpcService {
  tools: ToolTable;
  runner: CallRunner;
  serverInfo: { name: string; title: string; version: string };
  instructions: string;
}

/** An answer that is not streamed; `body` is null if it is empty. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}
