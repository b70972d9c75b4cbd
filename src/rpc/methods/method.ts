import type { ProtocolRevision, RpcRequest } from '../protocol-revision.ts';
import type { ToolAnswer } from '../../tools/tool-answer.ts';
import type { EventStream, RpcTransport, RpcService } from '../rpc-transport.ts';

export interface MethodContext {
  service: RpcService;
  transport: RpcTransport;
  request: RpcRequest;
  inBatch: boolean;
  headers: Record<string, string>;
  /**
   * Opens the event stream of the answer; returns undefined in a batch. After this, HTTP status and headers can no
   * longer change.
   */
  stream(): EventStream | undefined;
}

export type MethodResult = { object: object } | { toolAnswer: ToolAnswer };

export interface Method {
  name: string;
  revisions: readonly ProtocolRevision[];
  run(context: MethodContext): MethodResult | Promise<MethodResult>;
}
