import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../../errors.ts';
import type { StoredSearch } from '../../saved-searches/saved-searches.ts';
import { SavedSearchRefused } from '../../saved-searches/saved-search-refused.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { field } from '../form.ts';
import { html, type Content } from '../html.ts';
import { formRoute } from '../form-route.ts';
import { TokenField } from '../input.ts';
import { notice, seeOther, sendPage } from '../layout.ts';
import { sendNotFound } from '../not-found.ts';
import { readFields } from '../tool-calls/form.ts';
import { accountOf } from '../page-context.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import { registerDeliveredRoute } from './delivered-page.ts';
import { filledForm, firstForm, newSearchQuery, readSearchForm, searchFormSchema, searchSchema } from './form.ts';
import { offeredPlatforms, PAGE, sendForm, sendSecret, storeForm } from './form-page.ts';
import { searchCard } from './view.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const ListQuery = Type.Object({ done: Type.Optional(TokenField) });
const EditQuery = Type.Object({ id: TokenField });

const DONE = [
  'saved',
  'changed',
  'deleted',
  'started',
  'paused',
  'resumed',
  'renewed',
  'previewed',
  'noPreview',
] as const;

export function registerSavedSearchRoutes(scope: DashboardScope): void {
  const { own, services } = scope;
  const { savedSearches } = services;
  const tool = services.tools.definitions.find(({ name }) => name === 'scrape_jobs') as ToolDefinition;

  own.get(PAGE, { schema: { querystring: ListQuery } }, async (request, reply) => {
    const done = DONE.find((one) => one === request.query.done);
    const t = textsOf(request.pageContext, TEXTS);
    return sendList(reply, services, done && notice('good', t[done]));
  });

  registerDeliveredRoute(scope);

  own.get(`${PAGE}/new`, { schema: { querystring: newSearchQuery(tool) } }, (request, reply) => {
    const given = firstForm(readFields(request.query, tool), {
      language: request.pageContext.language,
      platforms: offeredPlatforms(services, accountOf(request)),
      sendsMail: savedSearches.sendsMail,
    });
    return sendForm(reply, { services, tool, action: `${PAGE}/new`, given });
  });

  own.post(
    `${PAGE}/new`,
    { schema: { body: searchFormSchema(tool) }, config: { returnTo: PAGE, limit: 'changesBySession' } },
    async (request, reply) => {
      const account = accountOf(request);
      const store = async (): Promise<StoredSearch> => {
        const stored = await savedSearches.create(account, readSearchForm(request, tool, request.pageContext.language));
        // The search is already stored, so a failed preview is ignored.
        if (field(request.body, 'example') !== undefined)
          await savedSearches.preview(account, stored.search.id).catch(() => false);
        return stored;
      };
      return storeForm(reply, { services, tool, action: `${PAGE}/new`, store, done: 'saved' });
    },
  );

  own.get(`${PAGE}/edit`, { schema: { querystring: EditQuery } }, async (request, reply) => {
    const search = await savedSearches.require(accountOf(request).id, request.query.id).catch(() => undefined);
    if (!search) return sendNotFound(reply);
    const given = filledForm(search, searchSchema(tool));
    return sendForm(reply, { services, tool, action: `${PAGE}/edit`, given });
  });

  own.post(
    `${PAGE}/edit`,
    { schema: { body: searchFormSchema(tool) }, config: { returnTo: PAGE, limit: 'changesBySession' } },
    async (request, reply) => {
      const { id } = accountOf(request);
      const input = readSearchForm(request, tool, request.pageContext.language);
      const store = (): Promise<StoredSearch> => savedSearches.change(id, field(request.body, 'id') ?? '', input);
      return storeForm(reply, { services, tool, action: `${PAGE}/edit`, store, done: 'changed' });
    },
  );

  own.post(
    `${PAGE}/act`,
    formRoute({ id: TokenField, act: TokenField }, { returnTo: PAGE, limit: 'changesBySession' }),
    async (request, reply) => {
      const account = accountOf(request);
      const { id, act } = request.body;
      try {
        if (act === 'secret') return sendSecret(reply, await savedSearches.renewSecret(account.id, id));
        const done = await ACTS.get(act)?.(services, account, id);
        return seeOther(reply, done === undefined ? PAGE : `${PAGE}?done=${done}`);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.reason === 'internal') throw error;
        const t = textsOf(request.pageContext, TEXTS);
        const said = error instanceof SavedSearchRefused ? t.errors[error.fault] : t.noPreview;
        return sendList(reply, services, notice('bad', said), 400);
      }
    },
  );
}

type Act = (
  services: DashboardServices,
  account: ReturnType<typeof accountOf>,
  id: string,
) => Promise<(typeof DONE)[number]>;

/** A Map is used, because an object would also find “constructor”. */
const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>(
  Object.entries({
    run: ({ savedSearches }, { id }, search) => savedSearches.runNow(id, search).then(() => 'started'),
    pause: ({ savedSearches }, { id }, search) => savedSearches.pause(id, search).then(() => 'paused'),
    resume: ({ savedSearches }, { id }, search) => savedSearches.resume(id, search).then(() => 'resumed'),
    delete: ({ savedSearches }, { id }, search) => savedSearches.delete(id, search).then(() => 'deleted'),
    feed: ({ savedSearches }, { id }, search) => savedSearches.renewFeed(id, search).then(() => 'renewed'),
    preview: ({ savedSearches }, account, search) =>
      savedSearches.preview(account, search).then((isThere) => (isThere ? 'previewed' : 'noPreview')),
  } satisfies Record<string, Act>),
);

async function sendList(
  reply: FastifyReply,
  services: DashboardServices,
  said: Content,
  status = 200,
): Promise<FastifyReply> {
  const { request } = reply;
  const { pageContext } = request;
  const t = textsOf(pageContext, TEXTS);
  const account = accountOf(request);
  const found = await services.savedSearches.list(account);
  const now = services.clock.now();
  const cards = await Promise.all(
    found.map(async (one) => {
      const feed = await services.searchLinks.feedAddress(one.search, pageContext.baseUrl);
      return searchCard({ status: one, feed, now }, pageContext);
    }),
  );
  const { maximum } = services.accounts.planOf(account).savedSearches;
  return sendPage(reply, {
    title: t.title,
    status,
    path: PAGE,
    body: html`<h1>${t.title}</h1>
      <p class="lead">${t.lead(services.savedSearches.sendsMail)}</p>
      ${said}
      <p>${found.length === 0 ? t.none : t.count(found.length, maximum)}</p>
      <p><a class="button primary" href="/saved-searches/new">${t.create}</a></p>
      ${cards}`,
  });
}
