import type { FastifyReply, FastifyRequest } from 'fastify';
import { ASSETS } from './assets/index.ts';
import { docsLink } from './docs/link.ts';
import { backTo } from './form.ts';
import { html, type Content, type SafeHtml } from './html.ts';
import { returnPath } from './return-to.ts';
import { LANGUAGES, type Language } from './texts/index.ts';
import { csrfToken } from './page-context.ts';

export interface Page {
  title: string;
  body: Content;
  status?: number;
  /** False on a page that a reload would lose, such as a new key's. */
  hasLanguageSwitch?: boolean;
  /** The path of the page, when it is the answer to a form. */
  path?: string;
  /** Where the browser continues to at once. */
  refresh?: string;
  /** Assets of this page only. */
  assets?: readonly Exclude<keyof typeof ASSETS, 'icon'>[];
}

/** A message above the page: what was done, or why not. */
export function notice(kind: 'good' | 'bad' | 'info', text: Content): SafeHtml {
  return html`<p class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`;
}

/** Too many attempts; nothing was done. */
export function sendTooMany(request: FastifyRequest, reply: FastifyReply, minutes: number): FastifyReply {
  const { errors } = request.pageContext.texts;
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

/** Redirects after a form was processed, so that a reload does not submit it again. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

/** The hidden field that every form posts. */
export function csrfField(request: FastifyRequest, reply: FastifyReply): SafeHtml {
  return html`<input type="hidden" name="_csrf" value="${csrfToken(request, reply)}" />`;
}

/** Sends a whole page. Browsers and proxies must not cache pages of the dashboard. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { texts, language, brand } = request.pageContext;
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
          ASSETS[name].path.endsWith('.js')
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
        <footer>${languageSwitch(request, page)} ${operatorLinks(request)}</footer>
      </body>
    </html> `;
  return reply
    .code(page.status ?? 200)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.text);
}

function languageSwitch(request: FastifyRequest, page: Page): Content {
  const { texts, language } = request.pageContext;
  const path = pathOf(request, page);
  if (page.hasLanguageSwitch === false || path === undefined) return '';
  return html`<p class="languages">
    <span id="language-label">${texts.languageLabel}</span>
    ${(Object.keys(LANGUAGES) as Language[]).map((code) =>
      code === language
        ? html`<strong lang="${code}">${LANGUAGES[code].language}</strong>`
        : html`<a href="${inLanguage(path, code)}" lang="${code}" hreflang="${code}" data-language>
            ${LANGUAGES[code].language}
          </a>`,
    )}
  </p>`;
}

/** The address of a page; undefined for the answer to a form, which a reload would lose. */
function pathOf(request: FastifyRequest, { path, status = 200 }: Page): string | undefined {
  if (path !== undefined) return path;
  if (request.method === 'GET') return backTo(request.url);
  return status >= 400 ? returnPath(request) : undefined;
}

/** The same page in another language. */
function inLanguage(path: string, language: Language): string {
  const [page = '/', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('lang', language);
  return `${page}?${parameters}`;
}

/** Links to the status page, the operator's contact and legal pages. */
function operatorLinks({ pageContext }: FastifyRequest): Content {
  const { brand, texts, language } = pageContext;
  const links = [
    ...(pageContext.statusPage ? [{ title: texts.menu.status, url: '/status' }] : []),
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
  const { session, texts, brand } = request.pageContext;
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
