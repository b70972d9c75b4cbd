import type { ProtocolRevision, RpcRequest } from '../protocol-revision.ts';
import type { ToolAnswer } from '../../tools/tool-answer.ts';
import type { EventStream, RpcTransport, RpcService } from '../rpc-transport.ts';

/** One request and the means to answer it. `headers` apply only to an answer that is not streamed. */
export interface MethodContext {
  service: RpcService;
  transport: RpcTransport;
  request: RpcRequest;
  inBatch: boolean;
  headers: Record<string, string>;
  /**
   * Opens the event stream of the answer; undefined in a batch. Called only after every check that may refuse the
   * call.
   */
  stream(): EventStream | undefined;
}

/**
 * A method's result without the members that the protocol revision adds: an object, or a tool's answer in serialised
 * parts.
 */
export type MethodResult = { object: object } | { toolAnswer: ToolAnswer };

export interface Method {
  name: string;
  revisions: readonly ProtocolRevision[];
  run(context: MethodContext): MethodResult | Promise<MethodResult>;
}
