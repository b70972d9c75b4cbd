import type { FastifyReply } from 'fastify';
import { TOOL_STYLE } from '../assets/index.ts';
import { CLIENT_VIEW_SCRIPT, PLAYGROUND_SCRIPT } from './assets.ts';
import { disconnectSignal } from '../../http/event-stream.ts';
import { randomHex } from '../../lib/random-id.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { field } from '../form.ts';
import { html, type Content } from '../html.ts';
import { notice, sendPage } from '../layout.ts';
import { Playground } from './playground.ts';
import type { PlaygroundOutcome } from '../tool-calls/answers.ts';
import { playgroundFormSchema, playgroundQuerySchema, readFields, readMode } from '../tool-calls/form.ts';
import { readJobsView } from '../tool-calls/jobs.ts';
import { firstFields, usualMode, type PlaygroundMode } from '../tool-calls/mode.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import { accountOf } from '../page-context.ts';
import { confirmationNotice } from '../components/confirmation.ts';
import { answerView } from '../tool-calls/views/answer.ts';
import { answerPath, type AnswerContext } from '../tool-calls/views/context.ts';
import { progressView, toolForm } from './tool-form-view.ts';
import { registerClientView } from './client-view/routes.ts';
import { registerPlaygroundFiles } from './file-routes.ts';
import { registerPlaygroundStream } from './stream-routes.ts';

export function registerPlaygroundRoutes({ open, own, services }: DashboardScope): void {
  const playground = new Playground(open, services);

  own.get(
    '/playground',
    { schema: { querystring: playgroundQuerySchema(playground.tools) } },
    async (request, reply) => {
      const account = accountOf(request);
      const { run, mode: wished, tool: named } = request.query;
      const answer = run === undefined ? undefined : playground.answers.find(account.id, run);
      if (answer) {
        const context = playground.context(request, answer, true, readJobsView(request.query));
        return sendPlayground(reply, { playground, services }, shownAnswer(playground, context));
      }
      const mode = readMode(wished) ?? (await usualMode(services, account));
      const tool = playground.pickTool(named);
      const { language, texts } = request.pageContext;
      return sendPlayground(
        reply,
        { playground, services },
        {
          tool,
          mode,
          fields: firstFields(
            tool.name,
            mode,
            playground.platforms(request),
            language,
            readFields(request.query, tool),
          ),
          message: run !== undefined && notice('info', texts.playground.gone),
        },
      );
    },
  );

  own.post(
    '/playground',
    { schema: { body: playgroundFormSchema(playground.tools) }, config: { returnTo: '/playground' } },
    async (request, reply) => {
      const read = playground.readForm(request);
      if (!read.form) {
        const { body, pageContext } = request;
        const tool = playground.pickTool(field(body, 'tool'));
        const mode = readMode(field(body, 'mode')) ?? 'sample';
        const message = notice('bad', pageContext.texts.playground.unknown[read.fault]);
        const shown = { tool, mode, fields: readFields(body, tool), message, status: 400 };
        return sendPlayground(reply, { playground, services }, shown);
      }
      const answer = await playground.answer(request, read.form, disconnectSignal(reply), () => {});
      const context = playground.keep(request, answer, readJobsView(request.body));
      const { outcome } = answer;
      if (outcome.kind === 'refused' && outcome.details.retry_after_seconds !== undefined) {
        reply.header('retry-after', String(outcome.details.retry_after_seconds));
      }
      return sendPlayground(
        reply,
        { playground, services },
        {
          ...shownAnswer(playground, context),
          status: statusOf(outcome, context),
        },
      );
    },
  );

  registerPlaygroundStream(own, playground);
  registerPlaygroundFiles(own, playground);
  registerClientView(own, playground);
}

/**
 * A page that reports a failed call has status 200. An error status means that the call was not made: the address is
 * not confirmed, the rate limit is reached, or platforms of the other country are ticked.
 */
function statusOf(outcome: PlaygroundOutcome, { faults }: AnswerContext): number {
  if (outcome.kind === 'unconfirmed') return 403;
  if (outcome.kind !== 'refused') return 200;
  if (outcome.reason === 'rate_limited') return 429;
  return outcome.message === '' && faults.size > 0 ? 400 : 200;
}

interface Shown {
  tool: ToolDefinition;
  mode: PlaygroundMode;
  fields: unknown;
  answer?: AnswerContext;
  message?: Content;
  status?: number;
}

function shownAnswer(playground: Playground, context: AnswerContext): Shown {
  const { form, outcome } = context.answer;
  // Beside a result, the form starts at the first page again, because the offset belongs to the list that is shown.
  const { 'arg-offset': _, ...fromFirstPage } = form.fields;
  return {
    tool: playground.pickTool(form.tool),
    mode: form.mode,
    fields: outcome.kind === 'result' ? fromFirstPage : form.fields,
    answer: context,
  };
}

async function sendPlayground(
  reply: FastifyReply,
  { playground, services }: { playground: Playground; services: DashboardServices },
  { tool, mode, fields, answer, message, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { request } = reply;
  const { pageContext } = request;
  const { texts } = pageContext;
  const t = texts.playground;
  const account = accountOf(request);
  const pending = (await services.registration.confirmation(account.id)) === 'pending';
  return sendPage(reply, {
    title: t.title,
    status,
    ...(answer?.isStored ? { path: answerPath(answer) } : {}),
    assets: [TOOL_STYLE, PLAYGROUND_SCRIPT, CLIENT_VIEW_SCRIPT],
    body: html`<h1>${t.title}</h1>
      <p class="lead">${t.lead}</p>
      ${pending && confirmationNotice(pageContext)} ${message}
      <nav class="tabs" aria-label="${t.tool}">
        <ul>
          ${playground.tools.map(
            ({ name, title }) =>
              html`<li>
                <a
                  href="/playground?tool=${name}&amp;mode=${mode}"
                  ${name === tool.name ? html` aria-current="page"` : ''}
                  >${t.tools[name] ?? title} <code class="name">${name}</code></a
                >
              </li>`,
          )}
        </ul>
      </nav>
      ${toolForm(
        {
          tool,
          mode,
          given: fields,
          run: randomHex(32),
          faults: answer?.faults ?? new Map<string, Content>(),
          platforms: playground.platforms(request),
        },
        pageContext,
      )}
      ${progressView(pageContext)}
      <div id="answer">${answer && answerView(answer)}</div>`,
  });
}
