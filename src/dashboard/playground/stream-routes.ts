import type { DashboardApp } from '../scope.ts';
import { disconnectSignal, openEventStream } from '../../http/event-stream.ts';
import type { ProgressUpdate } from '../../tools/tool.ts';
import type { Playground } from './playground.ts';
import { CANCEL, playgroundFormSchema } from '../tool-calls/form.ts';
import { readJobsView } from '../tool-calls/jobs.ts';
import { accountOf, type PageContext } from '../page-context.ts';
import { answerView } from '../tool-calls/views/answer.ts';
import { answerPath } from '../tool-calls/views/context.ts';
import { formRoute } from '../form-route.ts';

/**
 * Streams notifications like those that MCP clients get, and then the result as HTML. Closing the connection cancels
 * the call.
 */
export function registerPlaygroundStream(own: DashboardApp, playground: Playground): void {
  own.post(
    '/playground/run',
    { schema: { body: playgroundFormSchema(playground.tools) }, config: { returnTo: '/playground' } },
    async (request, reply) => {
      const { pageContext } = request;
      const { form } = playground.readForm(request);
      // Without a stream, the script submits the form normally, and the page shows the error.
      if (!form) return reply.code(400).header('cache-control', 'no-store').send();
      const { signal, done } = playground.running.begin(accountOf(request).id, form.run, disconnectSignal(reply));
      const stream = openEventStream(reply, {
        ...(reply.getHeaders() as Record<string, string>),
        'x-request-id': request.id,
      });
      let last = -1;
      try {
        const answer = await playground.answer(request, form, signal, (update) => {
          if (update.progress <= last) return;
          last = update.progress;
          stream.send(progressMessage(form.run, update, pageContext));
        });
        const context = playground.keep(request, answer, readJobsView(request.body));
        const result = { html: answerView(context).text, path: context.isStored ? answerPath(context) : null };
        stream.end(JSON.stringify({ jsonrpc: '2.0', id: form.run, result }));
      } catch (error) {
        request.log.error({ err: error, requestId: request.id }, 'page failed');
        const { failed } = pageContext.texts.errors;
        stream.end(
          JSON.stringify({ jsonrpc: '2.0', id: form.run, error: { code: -32603, message: failed(request.id) } }),
        );
      } finally {
        done();
      }
      return reply;
    },
  );

  own.post('/playground/cancel', formRoute(CANCEL, { returnTo: '/playground' }), (request, reply) => {
    const cancelled = playground.running.cancel(accountOf(request).id, request.body.run);
    return reply
      .code(cancelled ? 204 : 404)
      .header('cache-control', 'no-store')
      .send();
  });
}

/** Builds the progress notification that MCP clients get, but with texts in the user's language. */
function progressMessage(run: string, { progress, total, platform }: ProgressUpdate, pageContext: PageContext): string {
  const { texts, formats } = pageContext;
  const t = texts.playground;
  const part =
    platform &&
    ({
      code: platform.code,
      good: platform.status === 'ok' || platform.status === 'empty',
      said:
        platform.status === 'ok'
          ? t.jobsOf(formats.number(platform.jobs))
          : (t.statuses[platform.status] ?? platform.status),
    } as const);
  return JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: {
      progressToken: run,
      progress,
      total,
      message: t.asked(formats.number(progress), formats.number(total)),
      ...(part ? { _meta: { 'io.jobdata/platform': part } } : {}),
    },
  });
}
