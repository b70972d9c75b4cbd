import type { FastifyInstance } from 'fastify';
import { cachingOf } from '../lib/own-address.ts';
import type { RpcService } from '../rpc/rpc-transport.ts';
import { openRpcDocument } from '../rpc/openrpc.ts';
import { JSON_TYPE } from './content-types.ts';

/** Serves the answer of `rpc.discover` with the address of the endpoint, for tools that read OpenRPC. */
export function registerOpenRpc(app: FastifyInstance, service: RpcService, publicUrl: string | null): void {
  const documents = new Map<string, string>();
  app.get('/openrpc.json', (request, reply) => {
    const base = app.baseUrlOf(request);
    // Without a public URL, the host comes from the request, so storing more than one document would let callers fill
    // the memory.
    let document = documents.get(base);
    if (document === undefined) {
      documents.clear();
      document = JSON.stringify(openRpcDocument(service, base === '' ? undefined : `${base}/mcp`));
      documents.set(base, document);
    }
    return reply
      .header('cache-control', cachingOf(publicUrl))
      .header('access-control-allow-origin', '*')
      .type(JSON_TYPE)
      .send(document);
  });
}
