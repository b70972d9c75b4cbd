import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The JSON 404 of unknown paths (SPEC §11) is sent before the body is read, so a broken body does not change the
 * answer. The hook has a separate scope, so known paths do not run it.
 */
export function registerNotFound(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => answerNotFound(request, reply));
    scope.setNotFoundHandler(answerNotFound);
  });
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const mend = request.method === 'POST' ? ' JSON-RPC requests go to POST /mcp.' : '';
  return reply
    .code(404)
    .send({ error: 'not_found', message: `There is nothing at ${request.method} ${shownPath(request.url)}.${mend}` });
}

function shownPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.length > 100 ? `${path.slice(0, 100)}…` : path;
}
