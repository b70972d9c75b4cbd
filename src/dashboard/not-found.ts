import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from './html.ts';
import { seeOther, sendPage } from './layout.ts';

/** Paths that only accept POST. A GET is redirected to the path's first segment, the page that has the form. */
const FORMS =
  /^\/(?:account\/(?:address|password|delete|sessions)|plan\/overage|dashboard\/first-steps|operator\/plan|factor\/(?:on|codes|off)|(?:unlock|login)\/open|keys\/\w+\/(?:rename|rotate|limits|revoke|replace)|playground\/run)$/;

/** True for browsers, which name `text/html` in `Accept`; programs usually do not. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Answers an unknown path: browsers get a page with links, programs the API's small JSON (SPEC §11). */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) {
    reply.callNotFound();
    return reply;
  }
  const path = request.url.split('?', 1)[0] ?? '';
  if (FORMS.test(path)) return seeOther(reply, `/${path.split('/')[1]}`);
  const { texts, session } = request.pageContext;
  const { errors, menu } = texts;
  const links = session
    ? [
        ['/dashboard', menu.dashboard],
        ['/playground', menu.playground],
        ['/keys', menu.keys],
        ['/docs/quick-start', menu.docs],
      ]
    : [
        ['/', menu.home],
        ['/docs/quick-start', menu.docs],
        ['/login', menu.login],
      ];
  return sendPage(request, reply, {
    title: errors.notFoundTitle,
    status: 404,
    body: html`<section class="narrow">
      <h1>${errors.notFoundTitle}</h1>
      <p role="alert">${errors.notFound}</p>
      <div class="actions">
        ${links.map(([path, title], index) => html`<a class="button ${index === 0 && 'primary'}" href="${path}">${title}</a>`)}
      </div>
    </section>`,
  });
}

/** For GET only; Fastify's not-found handler answers the other methods. */
export function registerNotFoundPage(open: FastifyInstance): void {
  open.get('/*', sendNotFound);
}
