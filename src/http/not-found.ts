import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The small JSON 404 of every unknown path (SPEC §11), before any of the body
 * is read: no body, however broken, makes it another answer. The hook stands
 * in a scope of its own, so that known paths don't pass it.
 */
export function registerNotFound(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => answerNotFound(request, reply));
    scope.setNotFoundHandler(answerNotFound);
  });
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .send({ error: 'not_found', message: `There is nothing at ${request.method} ${shownPath(request.url)}.` });
}

function shownPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.length > 100 ? `${path.slice(0, 100)}…` : path;
}
