import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { StoredSearch } from '../../saved-searches/saved-searches.ts';
import { SavedSearchRefused, type SavedSearchFault } from '../../saved-searches/saved-search-refused.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { copyButton } from '../components/fields.ts';
import { html } from '../html.ts';
import { notice, seeOther, sendPage } from '../layout.ts';
import { accountOf } from '../page-context.ts';
import type { DashboardServices } from '../services.ts';
import type { SearchForm } from './form.ts';
import { searchForm } from './form-view.ts';

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
  }: FormPage & { given: SearchForm; fault?: SavedSearchFault; message?: string },
): FastifyReply {
  const { request } = reply;
  const { pageContext } = request;
  const t = pageContext.texts.savedSearches;
  const account = accountOf(request);
  const plan = services.accounts.planOf(account);
  const title = action === '/saved-searches/new' ? t.newTitle : t.editTitle;
  return sendPage(reply, {
    title,
    status: fault === undefined ? 200 : 400,
    assets: ['playgroundStyle'],
    body: html`<h1>${title}</h1>
      ${fault !== undefined && notice('bad', html`${t.errors[fault]} ${message !== undefined && html`<span lang="en">${message}</span>`}`)}
      ${searchForm(
        {
          tool,
          given,
          action,
          fault,
          plan,
          platforms: services.platformsOf(plan),
          email: services.savedSearches.sendsMail ? account.email : undefined,
        },
        pageContext,
      )}`,
  });
}

export async function storeForm(
  reply: FastifyReply,
  { store, done, ...page }: FormPage & { store(): Promise<StoredSearch>; done: 'saved' | 'changed' },
): Promise<FastifyReply> {
  try {
    const { search, webhookSecret } = await store();
    if (webhookSecret !== undefined) return sendSecret(reply, webhookSecret);
    return seeOther(reply, `${PAGE}?done=${done}#${search.id}`);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.reason === 'internal') throw error;
    const given = reply.request.body as SearchForm;
    if (error instanceof SavedSearchRefused) return sendForm(reply, { ...page, given, fault: error.fault });
    return sendForm(reply, { ...page, given, fault: 'arguments', message: error.message });
  }
}

/** No other page ever shows a webhook's secret. */
export function sendSecret(reply: FastifyReply, secret: string): FastifyReply {
  const { texts } = reply.request.pageContext;
  const t = texts.savedSearches;
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
