import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asset } from './assets/asset.ts';
import { PAGE_SCRIPT, PICTURES } from './assets/index.ts';
import { backTo } from './form.ts';
import { html, SafeHtml, type Content } from './html.ts';
import { returnPath } from './form-route.ts';
import { LANGUAGES, type Language } from './texts/index.ts';
import { THEMES } from './page-context.ts';
import { menuOf } from './menu.ts';
import { form } from './components/form.ts';

export interface Page {
  title: string;
  body: Content;
  status?: number;
  /**
   * False if the footer must not link to other languages and colours, because a reload would lose the page's content,
   * such as a new key.
   */
  hasSwitches?: boolean;
  /** The page's own path. By default, `pathOf` takes it from the request or the route. */
  path?: string;
  refresh?: string;
  /** One sentence for search engines and shared links. A page without a description is not indexed. */
  description?: string;
  assets?: readonly Asset[];
}

/** The logo is inline SVG, so that the browser loads no file for it. */
const MARK = new SafeHtml(PICTURES.icon.content.toString().trim());
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_GB', fr: 'fr_FR' };

/** Screen readers announce `bad` at once, as an alert. */
export function notice(kind: 'good' | 'bad' | 'info', text: Content): SafeHtml {
  return html`<p class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`;
}

export function sendTooMany(reply: FastifyReply, minutes: number): FastifyReply {
  const { errors } = reply.request.pageContext.texts;
  reply.header('retry-after', String(minutes * 60));
  return sendNarrow(reply, {
    title: errors.tooManyTitle,
    status: 429,
    body: html`<p role="alert">${errors.tooMany(minutes)}</p>`,
  });
}

/** Redirects after a form was processed, so that a reload does not submit it again. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

/** Sends a page whose title and body are in one narrow column. */
export function sendNarrow(reply: FastifyReply, page: Page): FastifyReply {
  const body = html`<section class="narrow">
    <h1>${page.title}</h1>
    ${page.body}
  </section>`;
  return sendPage(reply, { ...page, body });
}

/** Browsers and proxies must not cache the page. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { request } = reply;
  const { texts, language, theme, brand, pages } = request.pageContext;
  const document = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}" />
        ${page.refresh !== undefined && html`<meta http-equiv="refresh" content="0;url=${page.refresh}" />`}
        <title>${page.title} · ${brand.name}</title>
        ${sharingTags(request, page)}
        <link rel="stylesheet" href="${pages.style.path}" />
        ${page.assets?.map(({ path }) =>
          path.endsWith('.js')
            ? html`<script src="${path}" defer></script>`
            : html`<link rel="stylesheet" href="${path}" />`,
        )}
        <link rel="icon" href="${PICTURES.icon.path}" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="${PICTURES.touchIcon.path}" />
        <script src="${PAGE_SCRIPT.path}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">${texts.skip}</a>
        ${header(request)}
        <main id="content" tabindex="-1">${page.status !== 404 && docsLink(request)} ${page.body}</main>
        <footer>${switches(request, page)} ${operatorLinks(request)}</footer>
        ${shortcuts(request)}
      </body>
    </html> `;
  return reply
    .code(page.status ?? 200)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.text);
}

function sharingTags({ url, pageContext }: FastifyRequest, { title, description }: Page): Content {
  if (description === undefined) return html`<meta name="robots" content="noindex" />`;
  const { baseUrl, brand, language } = pageContext;
  const page = baseUrl + url.split('?', 1)[0];
  const own = `${page}?lang=${language}`;
  const properties = [
    ['type', 'website'],
    ['site_name', brand.name],
    ['title', title],
    ['description', description],
    ['url', own],
    ['locale', LOCALES[language]],
    ['image', baseUrl + PICTURES.preview.path],
  ];
  return html`<meta name="description" content="${description}" />
    ${properties.map(([name, value]) => html`<meta property="og:${name}" content="${value}" />`)}
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="canonical" href="${own}" />
    ${Object.keys(LANGUAGES).map((code) => html`<link rel="alternate" hreflang="${code}" href="${page}?lang=${code}" />`)}
    <link rel="alternate" hreflang="x-default" href="${page}" />`;
}

function switches(request: FastifyRequest, page: Page): Content {
  const { texts, language, theme } = request.pageContext;
  const path = pathOf(request, page);
  if (page.hasSwitches === false || path === undefined) return '';
  return html`<p class="switches">
      <span>${texts.languageLabel}</span>
      ${(Object.keys(LANGUAGES) as Language[]).map((code) =>
        code === language
          ? html`<strong lang="${code}">${LANGUAGES[code].languageName}</strong>`
          : html`<a href="${withChoice(path, 'lang', code)}" lang="${code}" hreflang="${code}" data-choice="lang">
              ${LANGUAGES[code].languageName}
            </a>`,
      )}
    </p>
    <p class="switches">
      <span>${texts.themeLabel}</span>
      ${THEMES.map((one) =>
        one === theme
          ? html`<strong>${texts.themes[one]}</strong>`
          : html`<a href="${withChoice(path, 'theme', one)}" data-choice="theme">${texts.themes[one]}</a>`,
      )}
    </p>`;
}

/** Returns undefined for the answer to an accepted form, because a link cannot reach it. */
function pathOf(request: FastifyRequest, { path, status = 200 }: Page): string | undefined {
  if (path !== undefined) return path;
  if (request.method === 'GET') return backTo(request.url);
  return status >= 400 ? returnPath(request) : undefined;
}

function withChoice(path: string, name: 'lang' | 'theme', value: string): string {
  const [page = '/', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return `${page}?${parameters}`;
}

function operatorLinks({ pageContext }: FastifyRequest): Content {
  const { brand, texts, language, pages } = pageContext;
  const links = [
    ...pages.footer
      .filter(({ isShown }) => isShown?.(pageContext) ?? true)
      .map(({ name, path }) => ({ title: name(texts), url: path })),
    ...(brand.contact === null ? [] : [{ title: texts.contact, url: brand.contact }]),
    ...brand.legalLinks.map(({ title, url }) => ({ title: title[language], url })),
  ];
  return (
    links.length > 0 &&
    html`<ul>
      ${links.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`)}
      <li><button type="button" class="link" popovertarget="shortcuts" hidden>${texts.shortcuts.button}</button></li>
    </ul>`
  );
}

/** The link to the part of the documentation that describes the page. */
function docsLink({ url, pageContext }: FastifyRequest): Content {
  const path = url.split('?', 1)[0] ?? '/';
  // Only whole path segments match, so that "/plan" does not match "/playground".
  const [, docs] = pageContext.pages.docs.find(([own]) => path === own || path.startsWith(`${own}/`)) ?? [];
  if (docs === undefined) return '';
  const title = pageContext.texts.docsOfThisPage;
  return html`<a class="help" href="/docs/${docs}" title="${title}" aria-label="${title}">?</a>`;
}

function header({ url, pageContext }: FastifyRequest): SafeHtml {
  const { session, texts, brand } = pageContext;
  const path = url.split('?', 1)[0];
  return html`<header>
    <a class="brand" href="/"><span class="logo" aria-hidden="true">${MARK}</span><span>${brand.logo}</span></a>
    <button type="button" class="menu-button" popovertarget="menu">${texts.menuButton}</button>
    <nav id="menu" popover aria-label="${texts.mainMenu}">
      <ul>
        ${menuOf(pageContext).map(
          ({ href, label }) =>
            html`<li><a href="${href}" ${isCurrent(path, href) ? html` aria-current="page"` : ''}>${label}</a></li>`,
        )}
      </ul>
      ${session && form({ action: '/logout', csrf: pageContext.csrf, button: texts.menu.logout, kind: 'link' })}
    </nav>
  </header>`;
}

function isCurrent(path: string | undefined, href: string): boolean {
  return path === href || (href.startsWith('/docs') && path?.startsWith('/docs') === true);
}

/** The dialog has a switch that turns the shortcuts off, because they disturb people who type by voice. */
function shortcuts({ pageContext }: FastifyRequest): SafeHtml {
  const { shortcuts: t } = pageContext.texts;
  const keys = (...names: string[]): SafeHtml => html`${names.map((name) => html`<kbd>${name}</kbd> `)}`;
  return html`<div id="shortcuts" popover role="dialog" aria-labelledby="shortcuts-title">
    <h2 id="shortcuts-title">${t.title}</h2>
    <dl>
      ${[
        [keys('?'), t.help],
        [keys('/'), t.search],
      ].map(
        ([key, what]) =>
          html`<div>
            <dt>${key}</dt>
            <dd>${what}</dd>
          </div>`,
      )}
      ${menuOf(pageContext).map(
        ({ href, label, letter }) =>
          html`<div data-go="${letter}" data-to="${href}">
            <dt>${keys('g', letter)}</dt>
            <dd>${label}</dd>
          </div>`,
      )}
    </dl>
    <label class="check"><input type="checkbox" checked data-shortcuts /> <span>${t.on}</span></label>
  </div>`;
}
