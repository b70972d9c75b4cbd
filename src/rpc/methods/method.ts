import type { Era, RpcRequest } from '../era.ts';
import type { EventStream, Exchange, RpcService } from '../exchange.ts';

/** One request on its way: methods add headers to the plain answer through it. */
export interface MethodContext {
  service: RpcService;
  exchange: Exchange;
  request: RpcRequest;
  inBatch: boolean;
  headers: Record<string, string>;
  /** Commits to an SSE answer: only after every check that may refuse the call. */
  stream(): EventStream | undefined;
}

/** A JSON-RPC method: its result as JSON text, without what the era adds. */
export interface Method {
  name: string;
  eras: readonly Era[];
  run(context: MethodContext): string | Promise<string>;
}
