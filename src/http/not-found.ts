import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The JSON 404 of every unknown path (SPEC §11), sent before the body is read, so
 * that a broken body does not change the answer. The hook is registered in its
 * own scope, so that known paths do not run it.
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
