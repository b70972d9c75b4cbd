import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { formatFeedPlace, readFeedPlace } from '../../saved-searches/deliver/atom-feed.ts';
import type { DeliveryContent } from '../../saved-searches/deliver/content.ts';
import { deliveryTitle, introLines, jobLines, runLines } from '../../saved-searches/deliver/job-lines.ts';
import type { SavedSearchRecord } from '../../store/types.ts';
import { html, type SafeHtml } from '../html.ts';
import { TokenField } from '../input.ts';
import { notice, sendPage } from '../layout.ts';
import { sendNotFound } from '../not-found.ts';
import { accountOf } from '../page-context.ts';
import type { DashboardScope } from '../scope.ts';
import { PAGE } from './form-page.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const PATH = `${PAGE}/delivered`;
const ROWS = 100;

const DeliveredQuery = Type.Object({
  id: TokenField,
  delivery: Type.Optional(TokenField),
  page: Type.Optional(TokenField),
  from: Type.Optional(TokenField),
});

export function registerDeliveredRoute({ own, services }: DashboardScope): void {
  const { savedSearches } = services;
  own.get(PATH, { schema: { querystring: DeliveredQuery } }, async (request, reply) => {
    const { id, delivery, page, from } = request.query;
    const search = await savedSearches.require(accountOf(request).id, id).catch(() => undefined);
    if (!search) return sendNotFound(reply);
    const content = delivery === undefined ? undefined : await savedSearches.delivery(search, delivery);
    if (content) return sendJobs(reply, search, content, pageNumber(page, content));
    const place = readFeedPlace(from ?? '');
    const heads = await savedSearches.deliveryHeads(search, ROWS + 1, place);
    const { texts, formats } = request.pageContext;
    const t = textsOf(texts, TEXTS);
    const earlier = heads[ROWS];
    return sendDelivered(
      reply,
      search,
      html`${delivery !== undefined && notice('bad', t.notKept)} ${heads.length === 0 && html`<p>${t.noDeliveries}</p>`}
        <ul>
          ${heads
            .slice(0, ROWS)
            .map(
              (head) =>
                html`<li><a href="${pathOf(search, { delivery: head.id })}">${formats.time(head.at)} (UTC)</a></li>`,
            )}
        </ul>
        ${
          earlier &&
          html`<p>
            <a href="${pathOf(search, { from: formatFeedPlace({ ...earlier, skip: 0 }) })}">${t.earlier}</a>
          </p>`
        }`,
    );
  });
}

function pageNumber(asked: string | undefined, { jobs }: DeliveryContent): number {
  const last = Math.max(1, Math.ceil(jobs.length / ROWS));
  return /^\d+$/.test(asked ?? '') ? Math.min(Math.max(1, Number(asked)), last) : 1;
}

function sendJobs(reply: FastifyReply, search: SavedSearchRecord, stored: DeliveryContent, page: number): FastifyReply {
  const { texts, formats, language } = reply.request.pageContext;
  const t = textsOf(texts, TEXTS);
  const content = { ...stored, search: { ...stored.search, language } };
  const first = (page - 1) * ROWS;
  const jobs = content.jobs.slice(first, first + ROWS);
  const isMore = content.jobs.length > first + ROWS;
  return sendDelivered(
    reply,
    search,
    html`<h2>${deliveryTitle(content)}</h2>
      <p class="soft">${formats.time(content.at)} (UTC)</p>
      ${[...introLines(content), ...runLines(content)].map((line) => html`<p>${line}</p>`)}
      <ol start="${String(first + 1)}">
        ${jobs.map((job) => jobItem(jobLines(job, content.search)))}
      </ol>
      ${isMore && html`<p><a href="${pathOf(search, { delivery: content.id, page: String(page + 1) })}">${t.nextJobs}</a></p>`}
      <p><a href="${pathOf(search, {})}">${t.allDeliveries}</a></p>`,
  );
}

function jobItem({ title, where, facts, url }: ReturnType<typeof jobLines>): SafeHtml {
  return html`<li>
    ${url === undefined ? html`<bdi>${title}</bdi>` : html`<a href="${url}" rel="noreferrer"><bdi>${title}</bdi></a>`}
    ${[where, facts].filter(Boolean).map((line) => html`<br /><span class="soft">${line}</span>`)}
  </li>`;
}

function sendDelivered(reply: FastifyReply, search: SavedSearchRecord, body: SafeHtml): FastifyReply {
  const t = textsOf(reply.request.pageContext, TEXTS);
  return sendPage(reply, {
    title: t.deliveredTitle(search.name),
    path: PAGE,
    body: html`<h1>${t.deliveredTitle(search.name)}</h1>
      ${body}
      <p><a href="${PAGE}#${search.id}">${t.goOn}</a></p>`,
  });
}

export function pathOf({ id }: Pick<SavedSearchRecord, 'id'>, more: Readonly<Record<string, string>>): string {
  return `${PATH}?${new URLSearchParams({ id, ...more }).toString()}`;
}
