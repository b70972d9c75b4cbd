import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { ServiceError } from '../../errors.ts';
import { toCredits } from '../../lib/credits.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { html, type Content } from '../html.ts';
import { formSchema, OptionalField } from '../input.ts';
import type { DashboardServices } from '../services.ts';
import { csrfField, notice, sendPage } from '../layout.ts';
import { callerOf, firstFields, PLAYGROUND_MODES, usualMode, type PlaygroundMode } from '../playground-mode.ts';
import type { DashboardScope } from '../scope.ts';
import { curlCommand } from '../views/client-config.ts';
import { confirmationNotice } from '../views/confirmation.ts';
import { copyButton } from '../views/fields.ts';
import { resultView } from '../views/results.ts';
import { readArguments, schemaFields, type Choices, type InputSchema } from '../views/schema-form.ts';
import { accountOf } from '../visit.ts';

/** Opened where the address names no tool. */
const FIRST_TOOL = 'scrape_jobs';
/** Shown of a request that is longer, as one with thousands of hashes is. */
const MAXIMUM_REQUEST = 4_000;

/** An argument of a tool: a list of hashes is the longest. */
const ArgumentField = Type.Union([
  Type.String({ maxLength: 500_000 }),
  Type.Array(Type.String({ maxLength: 4_000 }), { maxItems: 200 }),
]);
const PlaygroundQuery = Type.Object({ tool: OptionalField, mode: OptionalField });
type PlaygroundQuery = Static<typeof PlaygroundQuery>;
interface PlaygroundForm {
  tool?: string;
  mode?: string;
}

/** What the form of any of the tools may post. */
function playgroundForm(definitions: readonly ToolDefinition[]) {
  const names = definitions.flatMap(({ inputSchema }) => Object.keys((inputSchema as InputSchema).properties ?? {}));
  const argumentFields = Object.fromEntries(names.map((name) => [`arg-${name}`, Type.Optional(ArgumentField)]));
  return formSchema({ tool: OptionalField, mode: OptionalField, ...argumentFields });
}

/** `/playground`: a tool's form made from its schema, run with the visitor's account through the one metered runner. */
export function registerPlaygroundRoutes({ open, own, services }: DashboardScope): void {
  const definitions = services.tools.definitions;

  function pick(name: string | undefined): ToolDefinition {
    const named = (wanted: string | undefined) => definitions.find((tool) => tool.name === wanted);
    return named(name) ?? named(FIRST_TOOL) ?? (definitions[0] as ToolDefinition);
  }

  const querySchema = { querystring: PlaygroundQuery };
  own.get<{ Querystring: PlaygroundQuery }>('/playground', { schema: querySchema }, async (request, reply) => {
    const mode = readMode(request.query.mode) ?? (await usualMode(services, accountOf(request)));
    return sendPlayground(request, reply, services, { tool: pick(request.query.tool), mode, result: null });
  });

  const formSchemaOfTools = { body: playgroundForm(definitions) };
  own.post<{ Body: PlaygroundForm }>('/playground', { schema: formSchemaOfTools }, async (request, reply) => {
    const { visit } = request;
    const { texts } = visit;
    const account = accountOf(request);
    const tool = pick(request.body.tool);
    const mode = readMode(request.body.mode) ?? 'live';
    const show = (result: Content, status = 200): Promise<FastifyReply> =>
      sendPlayground(request, reply, services, { tool, mode, result, status });
    if (mode === 'live' && (await services.registration.confirmation(account.id)) === 'pending') {
      return show(notice('bad', texts.confirm.pending(account.email)), 403);
    }
    const args = readArguments(tool.inputSchema as InputSchema, choicesFor(request, services), request.body);
    const sent = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.name, arguments: args } };
    const call = (result: Content): Content => [result, requestView(request, sent, mode)];
    request.caller = await callerOf(services, account, mode);
    const rate = await open.countCall(request);
    if (rate.exceeded) {
      reply.header('retry-after', String(rate.resetSeconds));
      return show(notice('bad', texts.login.tooMany(Math.max(1, Math.ceil(rate.resetSeconds / 60)))), 429);
    }
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    try {
      const outcome = await services.runner.run({
        tool: tool.name,
        arguments: args,
        caller: request.caller,
        requestId: request.id,
        idempotencyKey: undefined,
        signal: gone.signal,
        onAccepted: () => {},
        onProgress: () => {},
      });
      const { structuredContent } = JSON.parse(outcome.resultJson) as { structuredContent: unknown };
      const { number } = visit.formats;
      return await show(
        call(
          html`<section id="result">
            <h2>${texts.playground.result}</h2>
            <p class="hint field">
              ${
                mode === 'sample'
                  ? texts.playground.sampleLine
                  : texts.playground.costLine(number(toCredits(outcome.cost)), number(outcome.receipt.balance))
              }
              ${texts.usage.receipt}${texts.common.colon}<code>${outcome.receipt.id}</code>
            </p>
            ${resultView(tool.name, structuredContent, visit)}
          </section>`,
        ),
      );
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return show(
        call(
          html`<section id="result">
            <h2>${texts.playground.refused}</h2>
            <p class="notice bad" role="alert"><span lang="en">${error.message}</span> <code>${error.reason}</code></p>
          </section>`,
        ),
      );
    }
  });
}

/** The platforms of the visitor's plan as boxes to tick. */
function choicesFor(request: FastifyRequest, services: DashboardServices): Choices {
  const plan = services.accounts.planOf(accountOf(request));
  return {
    platforms: services.platformsOf(plan).map(({ code, country }) => ({ value: code, label: `${code} (${country})` })),
  };
}

function requestView(request: FastifyRequest, sent: unknown, mode: PlaygroundMode): Content {
  const { texts, baseUrl } = request.visit;
  const t = texts.playground;
  const json = JSON.stringify(sent, null, 2);
  if (json.length > MAXIMUM_REQUEST) return null;
  const snippet = (id: string, title: string, code: string): Content =>
    html`<div class="snippet">
      <div class="bar">
        <h3>${title}</h3>
        ${copyButton(id, texts.common)}
      </div>
      <pre id="${id}">${code}</pre>
    </div>`;
  return html`<section>
    <h2>${t.request}</h2>
    ${snippet('request-json', t.requestJson, json)}${snippet(
      'request-curl',
      t.curl,
      curlCommand(`${baseUrl}/mcp`, sent, mode === 'sample' ? 'JOB_DATA_TEST_KEY' : 'JOB_DATA_KEY'),
    )}
  </section>`;
}

interface Shown {
  tool: ToolDefinition;
  mode: PlaygroundMode;
  /** Of a call that was made. */
  result: Content;
  status?: number;
}

async function sendPlayground(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  { tool, mode, result, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { texts } = request.visit;
  const t = texts.playground;
  const account = accountOf(request);
  const csrf = csrfField(request, reply);
  const pending = (await services.registration.confirmation(account.id)) === 'pending';
  const platforms = services.platformsOf(services.accounts.planOf(account));
  const given = request.method === 'POST' ? request.body : firstFields(tool.name, mode, platforms);
  return sendPage(request, reply, {
    title: t.title,
    status,
    body: html`<h1>${t.title}</h1>
      <p class="lead">${t.lead}</p>
      ${pending && confirmationNotice(account.email, texts, csrf)} ${result}
      <nav class="tabs" aria-label="${t.tool}">
        <ul>
          ${services.tools.definitions.map(
            ({ name, title }) =>
              html`<li>
                <a
                  href="/playground?tool=${name}&amp;mode=${mode}"
                  ${name === tool.name ? html` aria-current="page"` : ''}
                  ><code>${name}</code> <span lang="${t.descriptionLanguage}">${title}</span></a
                >
              </li>`,
          )}
        </ul>
      </nav>
      <section>
        <h2><code>${tool.name}</code></h2>
        <p class="hint field" lang="${t.descriptionLanguage}">${tool.description}</p>
        <form method="post" action="/playground">
          ${csrf}<input type="hidden" name="tool" value="${tool.name}" />
          <fieldset class="modes">
            <legend>${t.data}</legend>
            ${PLAYGROUND_MODES.map(
              (choice) =>
                html`<label class="check"
                  ><input type="radio" name="mode" value="${choice}" ${choice === mode ? html` checked` : ''} />
                  <span>${t.modes[choice]} <span class="hint">${t.modeHints[choice]}</span></span></label
                >`,
            )}
          </fieldset>
          <div class="arguments">
            ${schemaFields(tool.inputSchema as InputSchema, choicesFor(request, services), given, texts)}
          </div>
          <button class="primary">${t.run}</button>
        </form>
      </section>`,
  });
}

function readMode(value: string | undefined): PlaygroundMode | undefined {
  return PLAYGROUND_MODES.find((mode) => mode === value);
}
