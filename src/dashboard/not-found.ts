import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from './html.ts';
import { seeOther, sendNarrow } from './layout.ts';
import { menuOf } from './menu.ts';

/** Pages of the menu that the page links to. */
const LINKS = ['/dashboard', '/playground', '/keys', '/docs/quick-start', '/login'];

/** Browsers name `text/html` in `Accept`, but programs usually do not. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Browsers get a page, and programs get the API's JSON (SPEC §11). */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  const { request } = reply;
  if (!wantsPage(request)) {
    reply.callNotFound();
    return reply;
  }
  const path = request.url.split('?', 1)[0] ?? '';
  const { pageContext } = request;
  if (pageContext.pages.folders.some(({ forms }) => forms?.test(path)))
    return seeOther(reply, `/${path.split('/')[1]}`);
  const { errors, menu } = pageContext.texts;
  const entries = menuOf(pageContext);
  const links = [
    ...(pageContext.session ? [] : [['/', menu.home]]),
    ...LINKS.flatMap((path) => entries.filter(({ href }) => href === path).map(({ href, label }) => [href, label])),
  ];
  return sendNarrow(reply, {
    title: errors.notFoundTitle,
    status: 404,
    body: html`<p role="alert">${errors.notFound}</p>
      <div class="actions">
        ${links.map(([path, title], index) => html`<a class="button ${index === 0 && 'primary'}" href="${path}">${title}</a>`)}
      </div>`,
  });
}
