import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RpcService } from '../rpc/rpc-transport.ts';

/**
 * The JSON 404 of unknown paths (SPEC §11) is sent before the body is read, so a broken body does not change the
 * answer. The hook has a separate scope, so known paths do not run it.
 */
export function registerNotFound(app: FastifyInstance, tools: RpcService['tools']): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => answerNotFound(request, reply, tools);
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => answer(request, reply));
    scope.setNotFoundHandler(answer);
  });
}

/**
 * With `tools`, the answer to a POST whose path ends with a tool's name, or a similar one, says how to call the tool.
 */
export function answerNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  tools?: RpcService['tools'],
): FastifyReply {
  const call = request.method === 'POST' ? callOf(request.url, tools) : '';
  return reply.code(404).send({
    error: 'not_found',
    message: `There is nothing at ${request.method} ${shownPath(request.url)}. JSON-RPC requests go to POST /mcp.${call}`,
  });
}

function callOf(url: string, tools: RpcService['tools'] | undefined): string {
  const [path = ''] = url.split('?', 1);
  const tool = tools?.nearest(path.split('/').at(-1) ?? '');
  if (tools === undefined || tool === undefined) return '';
  return ` A call of ${tool} is {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ${tools.exampleParams(tool)}}.`;
}

function shownPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.length > 100 ? `${path.slice(0, 100)}…` : path;
}
