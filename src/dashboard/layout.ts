import type { FastifyReply, FastifyRequest } from 'fastify';
import { ASSETS } from './assets/index.ts';
import { docsLink } from './docs-link.ts';
import { html, type Content, type SafeHtml } from './html.ts';
import { LANGUAGES, type Language } from './texts/index.ts';
import { csrfToken } from './visit.ts';

/** A little less than what a field of a form may hold: requests of apps are long. */
const MAXIMUM_BACK = 3_900;

export interface Page {
  title: string;
  body: Content;
  status?: number;
  /**
   * A form of the page that the switch of languages sends, with all that was
   * typed into it, to an action that shows the page again and does nothing
   * else. Without one the switch loads the page anew.
   */
  keeps?: { form: string; action: string };
  /** Where the page can be had by its address, when it answers a form. */
  path?: string;
  /** Where the browser goes on to by itself, at once. */
  refresh?: string;
  /** Of this page alone, beside those of every page. */
  assets?: readonly ('playgroundStyle' | 'playgroundScript')[];
}

/** A sentence above the page: what was done, or why not. */
export function notice(kind: 'good' | 'bad' | 'info', text: Content): SafeHtml {
  return html`<p class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`;
}

/** Too many tries: nothing was done. */
export function sendTooMany(request: FastifyRequest, reply: FastifyReply, minutes: number): FastifyReply {
  const { errors } = request.visit.texts;
  reply.header('retry-after', String(minutes * 60));
  return sendPage(request, reply, {
    title: errors.tooManyTitle,
    status: 429,
    body: html`<section class="narrow">
      <h1>${errors.tooManyTitle}</h1>
      <p role="alert">${errors.tooMany(minutes)}</p>
    </section>`,
  });
}

/** Goes on after a form was taken: a reload does not send it again. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

/** The hidden field that every form posts. */
export function csrfField(request: FastifyRequest, reply: FastifyReply): SafeHtml {
  return html`<input type="hidden" name="_csrf" value="${csrfToken(request, reply)}" />`;
}

/** Sends a whole page. Nothing of the dashboard is kept by browsers or proxies. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { texts, language, brand } = request.visit;
  const document = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${page.refresh !== undefined && html`<meta http-equiv="refresh" content="0;url=${page.refresh}" />`}
        <title>${page.title} · ${brand.name}</title>
        <link rel="stylesheet" href="${ASSETS.style.path}" />
        ${page.assets?.map((name) =>
          name === 'playgroundScript'
            ? html`<script src="${ASSETS[name].path}" defer></script>`
            : html`<link rel="stylesheet" href="${ASSETS[name].path}" />`,
        )}
        <link rel="icon" href="${ASSETS.icon.path}" type="image/svg+xml" />
        <script src="${ASSETS.script.path}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">${texts.skip}</a>
        ${header(request, reply)}
        <main id="content" tabindex="-1">${page.body} ${page.status !== 404 && docsLink(request)}</main>
        <footer>${languageSwitch(request, reply, page)} ${operatorLinks(request)}</footer>
      </body>
    </html> `;
  return reply
    .code(page.status ?? 200)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.text);
}

function languageSwitch(request: FastifyRequest, reply: FastifyReply, { keeps, path }: Page): SafeHtml {
  const { texts, language } = request.visit;
  // The answer to a form cannot be had again by its address: what it shows, such as codes shown once, would be lost.
  if (request.method !== 'GET' && !keeps && path === undefined) return html``;
  const sender = keeps && html`form="${keeps.form}" formaction="${keeps.action}" formnovalidate`;
  return html`<form method="post" action="/language">
    ${csrfField(request, reply)}<input type="hidden" name="back" value="${backTo(path ?? request.url)}" />
    <span id="language-label">${texts.languageLabel}</span>
    ${(Object.keys(LANGUAGES) as Language[]).map((code) =>
      code === language
        ? html`<strong lang="${code}">${LANGUAGES[code].language}</strong>`
        : html`<button class="link" name="language" value="${code}" lang="${code}" ${sender}>
            ${LANGUAGES[code].language}
          </button>`,
    )}
  </form>`;
}

/** How the service does, how to reach who runs it, and what its law asks for. */
function operatorLinks({ visit }: FastifyRequest): Content {
  const { brand, texts, language } = visit;
  const links = [
    ...(visit.statusPage ? [{ title: texts.menu.status, url: '/status' }] : []),
    ...(brand.contact === null ? [] : [{ title: texts.contact, url: brand.contact }]),
    ...brand.legalLinks.map(({ title, url }) => ({ title: title[language], url })),
  ];
  return (
    links.length > 0 &&
    html`<ul>
      ${links.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}
    </ul>`
  );
}

function header(request: FastifyRequest, reply: FastifyReply): SafeHtml {
  const { session, texts, brand } = request.visit;
  const path = request.url.split('?', 1)[0];
  const { menu } = texts;
  const items: [string, string][] = session
    ? [
        ['/dashboard', menu.dashboard],
        ['/keys', menu.keys],
        ['/usage', menu.usage],
        ['/plan', menu.plan],
        ['/playground', menu.playground],
        ['/docs/quick-start', menu.docs],
        ['/account', menu.account],
        ...(session.account.operator ? [['/operator', menu.operator] as [string, string]] : []),
      ]
    : [
        ['/docs/quick-start', menu.docs],
        ['/login', menu.login],
        ['/signup', menu.signup],
      ];
  return html`<header>
    <a class="brand" href="/">${brand.logo}</a>
    <nav aria-label="${texts.mainMenu}">
      <ul>
        ${items.map(
          ([href, label]) =>
            html`<li><a href="${href}" ${isCurrent(path, href) ? html` aria-current="page"` : ''}>${label}</a></li>`,
        )}
      </ul>
    </nav>
    ${session && html`<form method="post" action="/logout">${csrfField(request, reply)}<button class="link">${menu.logout}</button></form>`}
  </header>`;
}

function isCurrent(path: string | undefined, href: string): boolean {
  return path === href || (href.startsWith('/docs') && path?.startsWith('/docs') === true);
}

/** A page to come back to: an address that is longer than forms may be goes without its query. */
export function backTo(url: string): string {
  return url.length <= MAXIMUM_BACK ? url : (url.split('?', 1)[0] ?? '/').slice(0, MAXIMUM_BACK);
}
