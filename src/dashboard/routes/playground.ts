import type { FastifyReply, FastifyRequest } from 'fastify';
import { disconnectSignal } from '../../http/event-stream.ts';
import { randomHex } from '../../lib/random-id.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { field } from '../form.ts';
import { html, type Content } from '../html.ts';
import { csrfField, notice, seeOther, sendPage } from '../layout.ts';
import { Playground } from '../playground.ts';
import type { PlaygroundOutcome } from '../playground-answers.ts';
import {
  areSameFields,
  playgroundDraftSchema,
  playgroundFormSchema,
  playgroundQuerySchema,
  readFields,
  readMode,
  type PlaygroundQuery,
} from '../playground-form.ts';
import { FIRST_VIEW, readJobsView } from '../playground-jobs.ts';
import { firstFields, usualMode, type PlaygroundMode } from '../playground-mode.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import type { Language } from '../texts/index.ts';
import { accountOf, isSwitch } from '../visit.ts';
import { confirmationNotice } from '../views/confirmation.ts';
import { answerView } from '../views/playground/answer.ts';
import { answerPath, type AnswerContext } from '../views/playground/context.ts';
import { progressView, TOOL_FORM, toolForm } from '../views/playground/tool-form.ts';
import { registerPlaygroundFiles } from './playground-files.ts';
import { registerPlaygroundStream } from './playground-stream.ts';

/** `/playground`: a tool's form made from its schema, run with the visitor's account through the one metered runner. */
export function registerPlaygroundRoutes({ open, own, services }: DashboardScope): void {
  const playground = new Playground(open, services);

  own.get<{ Querystring: PlaygroundQuery }>(
    '/playground',
    { schema: { querystring: playgroundQuerySchema(playground.tools) } },
    async (request, reply) => {
      const account = accountOf(request);
      const { run, mode: wished, tool: named } = request.query;
      const answer = run === undefined ? undefined : await playground.kept.find(account.id, run);
      if (answer) {
        const context = playground.context(request, answer, true, readJobsView(request.query));
        return sendPlayground(request, reply, { playground, services }, shownAnswer(playground, context));
      }
      const mode = readMode(wished) ?? (await usualMode(services, account));
      const tool = playground.pickTool(named);
      const { language, texts } = request.visit;
      return sendPlayground(
        request,
        reply,
        { playground, services },
        {
          tool,
          mode,
          given: firstFields(tool.name, mode, playground.platforms(request), language, readFields(request.query, tool)),
          said: run !== undefined && notice('info', texts.playground.gone),
        },
      );
    },
  );

  own.post('/playground', { schema: { body: playgroundFormSchema(playground.tools) } }, async (request, reply) => {
    const read = playground.readForm(request);
    if (!read.form) {
      const { body, visit } = request;
      const tool = playground.pickTool(field(body, 'tool'));
      const mode = readMode(field(body, 'mode')) ?? 'sample';
      const said = notice('bad', visit.texts.playground.unknown[read.fault]);
      const shown = { tool, mode, given: readFields(body, tool), said, status: 400 };
      return sendPlayground(request, reply, { playground, services }, shown);
    }
    const answer = await playground.answer(request, read.form, disconnectSignal(reply), () => {});
    const context = await playground.keep(request, answer, FIRST_VIEW);
    const { outcome } = answer;
    if (outcome.kind === 'refused' && outcome.details.retry_after_seconds !== undefined) {
      reply.header('retry-after', String(outcome.details.retry_after_seconds));
    }
    return sendPlayground(
      request,
      reply,
      { playground, services },
      {
        ...shownAnswer(playground, context),
        status: statusOf(outcome, context),
      },
    );
  });

  /** The page again in another language: with the answer that it shows, and what was typed since. */
  own.post<{ Body: { language?: Language } }>(
    TOOL_FORM.action,
    { schema: { body: playgroundDraftSchema(playground.tools) } },
    async (request, reply) => {
      const { body, visit } = request;
      const before = visit.language;
      isSwitch(request, reply, body.language);
      const tool = playground.pickTool(field(body, 'tool'));
      const mode = readMode(field(body, 'mode')) ?? 'sample';
      const given = readFields(body, tool);
      const shown = Object.fromEntries(new URLSearchParams(field(body, 'shown')?.split('?')[1]));
      const answer = await playground.kept.find(accountOf(request).id, shown['run'] ?? '');
      if (!answer) {
        const first = firstFields(tool.name, mode, playground.platforms(request), before, {});
        // Nothing was typed: the other language fills the form in its own way.
        if (areSameFields(first, given, tool)) return seeOther(reply, `/playground?tool=${tool.name}&mode=${mode}`);
        return sendPlayground(request, reply, { playground, services }, { tool, mode, given });
      }
      const context = playground.context(request, answer, true, readJobsView(shown));
      const { form } = answer;
      const isAsSent = form.tool === tool.name && form.mode === mode && areSameFields(form.fields, given, tool);
      if (isAsSent) return seeOther(reply, answerPath(context));
      return sendPlayground(request, reply, { playground, services }, { tool, mode, given, answer: context });
    },
  );
  own.get(TOOL_FORM.action, (_request, reply) => seeOther(reply, '/playground'));

  registerPlaygroundStream(own, playground);
  registerPlaygroundFiles(own, playground);
}

/** A call that the service itself refused is answered as such; a page that shows how a call went is no fault. */
function statusOf(outcome: PlaygroundOutcome, { faults }: AnswerContext): number {
  if (outcome.kind === 'unconfirmed') return 403;
  if (outcome.kind !== 'refused') return 200;
  if (outcome.reason === 'rate_limited') return 429;
  return outcome.message === '' && faults.size > 0 ? 400 : 200;
}

interface Shown {
  tool: ToolDefinition;
  mode: PlaygroundMode;
  /** What the form is filled with. */
  given: unknown;
  /** Of a call that was made. */
  answer?: AnswerContext;
  /** A sentence above the form. */
  said?: Content;
  status?: number;
}

function shownAnswer(playground: Playground, context: AnswerContext): Shown {
  const { form } = context.answer;
  return { tool: playground.pickTool(form.tool), mode: form.mode, given: form.fields, answer: context };
}

async function sendPlayground(
  request: FastifyRequest,
  reply: FastifyReply,
  { playground, services }: { playground: Playground; services: DashboardServices },
  { tool, mode, given, answer, said, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { visit } = request;
  const { texts } = visit;
  const t = texts.playground;
  const account = accountOf(request);
  const csrf = csrfField(request, reply);
  const pending = (await services.registration.confirmation(account.id)) === 'pending';
  return sendPage(request, reply, {
    title: t.title,
    status,
    keeps: TOOL_FORM,
    assets: ['playgroundStyle', 'playgroundScript'],
    body: html`<h1>${t.title}</h1>
      <p class="lead">${t.lead}</p>
      ${pending && confirmationNotice(account.email, texts, csrf)} ${said}
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
          given,
          run: randomHex(32),
          shown: answer?.kept ? answerPath(answer) : '',
          faults: answer?.faults ?? new Map<string, Content>(),
          platforms: playground.platforms(request),
          csrf,
        },
        visit,
      )}
      ${progressView(visit)}
      <div id="answer">${answer && answerView(answer)}</div>`,
  });
}
