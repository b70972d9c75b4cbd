import type { DashboardApp } from '../../scope.ts';
import { formRoute } from '../../form-route.ts';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { JSON_TYPE } from '../../../http/content-types.ts';
import { disconnectSignal } from '../../../http/event-stream.ts';
import { parseObject } from '../../../lib/json-object.ts';
import { randomHex } from '../../../lib/random-id.ts';
import { WIDGET_DOCUMENTS } from '../../../widgets/documents.ts';
import { TokenField } from '../../input.ts';
import { accountOf } from '../../page-context.ts';
import { playgroundQuerySchema, readMode } from '../../tool-calls/form.ts';
import type { Playground } from '../playground.ts';

/** MCP Apps requires that the document loads nothing and runs in a separate origin. */
const DOCUMENT_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts";

export function registerClientView(own: DashboardApp, playground: Playground): void {
  for (const { name, html } of WIDGET_DOCUMENTS)
    own.get(`/playground/documents/${name}`, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', DOCUMENT_POLICY)
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(html),
    );

  own.get(
    '/playground/client-answer',
    { schema: { querystring: playgroundQuerySchema(playground.tools) } },
    async (request, reply) => {
      const answer = await playground.answers.find(accountOf(request).id, request.query.run ?? '');
      if (answer?.outcome.kind !== 'result') return sendJson(reply.code(404), {});
      return sendJson(reply, { arguments: answer.form.arguments, result: JSON.parse(answer.outcome.json) });
    },
  );

  own.post(
    '/playground/client-call',
    formRoute(
      {
        tool: TokenField,
        mode: TokenField,
        arguments: Type.String({ maxLength: 400_000 }),
      },
      { returnTo: '/playground' },
    ),
    async (request, reply) => {
      const { tool, mode: asked } = request.body;
      const mode = readMode(asked);
      const args = parseObject(request.body.arguments);
      if (mode === undefined || args === undefined || playground.pickTool(tool).name !== tool) {
        return sendJson(reply.code(400), { error: { message: 'invalid' } });
      }
      const form = { tool, mode, run: randomHex(32), fields: {}, arguments: args };
      const { outcome } = await playground.answer(request, form, disconnectSignal(reply), () => {});
      if (outcome.kind === 'result') return sendJson(reply, { result: JSON.parse(outcome.json) });
      return sendJson(reply, { error: { message: outcome.kind === 'refused' ? outcome.message : outcome.kind } });
    },
  );
}
function sendJson(reply: FastifyReply, content: object): FastifyReply {
  return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(JSON.stringify(content));
}
