import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOOL_STYLE } from '../assets/index.ts';
import { SAVED_SEARCH_SCRIPT } from './assets.ts';
import { ServiceError, type FieldError } from '../../errors.ts';
import type { StoredSearch } from '../../saved-searches/saved-searches.ts';
import { SavedSearchRefused, type SavedSearchFault } from '../../saved-searches/saved-search-refused.ts';
import { idleFaults } from '../../tools/ignored-arguments.ts';
import { invalidParams } from '../../tools/read-arguments.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { AccountRecord } from '../../store/types.ts';
import { copyButton } from '../components/fields.ts';
import { readArguments } from '../tool-arguments.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import { notice, seeOther, sendPage } from '../layout.ts';
import { accountOf, type PageContext } from '../page-context.ts';
import { argumentFaults } from '../tool-calls/faults.ts';
import { argumentFaultRows, faultList, type ShownFault } from '../tool-calls/views/fault-list.ts';
import type { DashboardServices, OfferedPlatform } from '../services.ts';
import { searchSchema, type SearchForm } from './form.ts';
import { FIELD_OF, searchForm } from './form-view.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const PAGE = '/saved-searches';

interface FormPage {
  services: DashboardServices;
  tool: ToolDefinition;
  action: '/saved-searches/new' | '/saved-searches/edit';
}

export function sendForm(
  reply: FastifyReply,
  {
    services,
    tool,
    action,
    given,
    fault,
    message,
    errors,
  }: FormPage & {
    given: SearchForm;
    fault?: SavedSearchFault;
    message?: string;
    errors?: readonly FieldError[] | undefined;
  },
): FastifyReply {
  const { request } = reply;
  const { pageContext } = request;
  const t = textsOf(pageContext, TEXTS);
  const account = accountOf(request);
  const plan = services.accounts.planOf(account);
  const platforms = offeredPlatforms(services, account);
  const call = { tool: tool.name, arguments: readArguments(searchSchema(tool), given) };
  const allErrors = [...(errors ?? []), ...idleFaults(call.arguments)];
  const faults =
    fault === 'arguments' ? argumentFaults(call, allErrors, platforms, pageContext.texts) : new Map<string, Content>();
  const title = action === '/saved-searches/new' ? t.newTitle : t.editTitle;
  return sendPage(reply, {
    title,
    status: fault === undefined ? 200 : 400,
    assets: [TOOL_STYLE, SAVED_SEARCH_SCRIPT],
    body: html`<h1>${title}</h1>
      ${fault !== undefined && refusal({ fault, message, faults: argumentFaultRows(tool.name, faults, pageContext.texts) }, pageContext)}
      ${searchForm(
        {
          tool,
          given,
          action,
          fault,
          faults,
          plan,
          platforms,
          email: services.savedSearches.sendsMail ? account.email : undefined,
        },
        pageContext,
      )}`,
  });
}

/** States in the page's language what is wrong. The API's English message is shown only if no field can be named. */
function refusal(
  { fault, message, faults }: { fault: SavedSearchFault; message: string | undefined; faults: readonly ShownFault[] },
  { texts }: PageContext,
): SafeHtml {
  const t = textsOf(texts, TEXTS);
  const id = FIELD_OF[fault];
  const shown = id === undefined ? faults : [{ id, label: t[id], fault: t.errors[fault] }];
  if (shown.length === 0)
    return notice('bad', html`${t.errors[fault]} ${message !== undefined && html`<span lang="en">${message}</span>`}`);
  return html`<div class="notice bad" role="alert">
    <p>${t.toChange}</p>
    ${faultList(shown, texts)}
  </div>`;
}

/** Offers platforms even if their circuit breaker is open, because a saved search runs for months. */
export function offeredPlatforms(services: DashboardServices, account: AccountRecord): OfferedPlatform[] {
  const offered = services.platformsOf(services.accounts.planOf(account));
  return offered.map((platform) => ({ ...platform, isCircuitOpen: false }));
}

export async function storeForm(
  reply: FastifyReply,
  { store, done, ...page }: FormPage & { store(): Promise<StoredSearch>; done: 'saved' | 'changed' },
): Promise<FastifyReply> {
  try {
    refuseIdle(reply.request, page);
    const { search, webhookSecret } = await store();
    if (webhookSecret !== undefined) return sendSecret(reply, webhookSecret);
    return seeOther(reply, `${PAGE}?done=${done}#${search.id}`);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.reason === 'internal') throw error;
    const given = reply.request.body as SearchForm;
    if (error instanceof SavedSearchRefused) return sendForm(reply, { ...page, given, fault: error.fault });
    return sendForm(reply, {
      ...page,
      given,
      fault: 'arguments',
      message: error.message,
      errors: error.details.fields,
    });
  }
}

/**
 * Throws a ServiceError if an argument has no effect, such as a radius without a place. An answer of the API has a note
 * about such an argument, but the deliveries of a saved search have no such note.
 */
function refuseIdle(request: FastifyRequest, { services, tool }: FormPage): void {
  const args = readArguments(searchSchema(tool), request.body);
  const idle = idleFaults(args);
  if (idle.length === 0) return;
  // If other arguments are wrong, this call throws an error about them instead.
  services.tools.require(tool.name).readArguments(args);
  throw invalidParams(idle);
}

/** Sends the only page that shows a webhook's secret. */
export function sendSecret(reply: FastifyReply, secret: string): FastifyReply {
  const { texts } = reply.request.pageContext;
  const t = textsOf(texts, TEXTS);
  return sendPage(reply, {
    title: t.secretTitle,
    hasSwitches: false,
    body: html`<h1>${t.secretTitle}</h1>
      <section>
        <p class="notice info" role="status">${t.secretLead}</p>
        <h2 id="secret-label">${t.secretLabel}</h2>
        <div class="secret">
          <pre id="secret" role="group" aria-labelledby="secret-label">${secret}</pre>
          ${copyButton('secret', texts.common)}
        </div>
      </section>
      <p><a class="button" href="${PAGE}?done=saved">${t.goOn}</a></p>`,
  });
}
