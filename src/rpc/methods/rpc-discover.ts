import { openRpcDocument } from '../openrpc.ts';
import type { Method } from './method.ts';

/** OpenRPC's own method: the service describes itself. */
export const rpcDiscover: Method = {
  name: 'rpc.discover',
  revisions: ['legacy', 'modern'],
  run: ({ service }) => ({ object: openRpcDocument(service) }),
};
