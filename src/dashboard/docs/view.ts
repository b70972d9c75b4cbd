import type { FastifyReply, FastifyRequest } from 'fastify';
import { DOCS_ASSETS } from './assets.ts';
import { AUDIENCES, type DocsLibrary } from '../../docs/library.ts';
import type { DocsHit, TextPart } from '../../docs/search.ts';
import type { DocsPage } from '../../docs/types.ts';
import { shorten } from '../../lib/text.ts';
import { html, SafeHtml, type Content } from '../html.ts';
import { sendPage } from '../layout.ts';
import { wantsPage } from '../not-found.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

/** Search engines show about this many characters. */
const DESCRIPTION_LENGTH = 160;

const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080';

/** Replaces the URL in examples by the service's own URL. */
export function withAddress(document: string, baseUrl: string): string {
  return document.replaceAll(EXAMPLE_ADDRESS, baseUrl);
}

export function sendDocument(reply: FastifyReply, library: DocsLibrary, page: DocsPage): FastifyReply {
  const { request } = reply;
  const { texts, language } = request.pageContext;
  const t = textsOf(texts, TEXTS);
  const pages = library.pages(language);
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return sendPage(reply, {
    assets: DOCS_ASSETS,
    title: `${page.title} · ${texts.menu.docs}`,
    description: shorten(
      withAddress(page.sections[0]?.text ?? page.title, request.pageContext.baseUrl),
      DESCRIPTION_LENGTH,
    ),
    body: layout(
      request,
      library,
      { page },
      html`<h1>${page.title}</h1>
        ${page.language !== language && html`<p class="hint">${t.onlyEnglish}</p>`}
        ${
          page.headings.length > 2 &&
          html`<nav class="contents" aria-label="${t.onThisPage}">
            <ul>
              ${page.headings.map(({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>`)}
            </ul>
          </nav>`
        }
        <div
          class="document"
          lang="${page.language}"
          data-label-copy="${texts.common.copy}"
          data-label-copied="${texts.common.copied}"
        >
          ${new SafeHtml(withAddress(page.html, html`${request.pageContext.baseUrl}`.text))}
        </div>
        <p class="choices">
          ${before && html`<a rel="prev" href="/docs/${before.name}">← ${before.title}</a>`}
          ${after && html`<a rel="next" href="/docs/${after.name}">${after.title} →</a>`}
        </p>`,
    ),
  });
}

export function sendHits(reply: FastifyReply, library: DocsLibrary, query: string): FastifyReply {
  const { request } = reply;
  const { texts, language } = request.pageContext;
  const t = textsOf(texts, TEXTS);
  const hits = library.search(query, language);
  return sendPage(reply, {
    assets: DOCS_ASSETS,
    title: t.title,
    body: layout(
      request,
      library,
      { query },
      html`<h1>${t.found(query.slice(0, 100))}</h1>
        ${
          hits.length === 0
            ? html`<p>${t.nothing}</p>`
            : html`<ol class="jobs">
                ${hits.map(hitItem)}
              </ol>`
        }`,
    ),
  });
}

function hitItem({ page, anchor, title, heading, excerpt }: DocsHit): SafeHtml {
  return html`<li>
    <h2>
      <a href="/docs/${page.name}${anchor && `#${anchor}`}"
        >${marked(title)}${heading.length > 0 && ' · '}${marked(heading)}</a
      >
    </h2>
    <p class="soft">${marked(excerpt)}</p>
  </li>`;
}

function marked(parts: readonly TextPart[]): Content {
  return parts.map((part) => (part.marked ? html`<mark>${part.text}</mark>` : part.text));
}

export function sendNotFound(reply: FastifyReply, library: DocsLibrary): FastifyReply {
  const { request } = reply;
  if (!wantsPage(request)) {
    reply.callNotFound();
    return reply;
  }
  const t = textsOf(request.pageContext, TEXTS);
  return sendPage(reply, {
    assets: DOCS_ASSETS,
    title: t.notFoundTitle,
    status: 404,
    body: layout(
      request,
      library,
      {},
      html`<h1>${t.notFoundTitle}</h1>
        <p role="alert">${t.notFound}</p>
        <ul>
          ${library
            .pages(request.pageContext.language)
            .map(({ name, title }) => html`<li><a href="/docs/${name}">${title}</a></li>`)}
        </ul>`,
    ),
  });
}

function layout(
  request: FastifyRequest,
  library: DocsLibrary,
  { page: current, query }: { page?: DocsPage; query?: string },
  body: Content,
): SafeHtml {
  const { texts, language } = request.pageContext;
  const t = textsOf(texts, TEXTS);
  const pages = library.pages(language);
  return html`<div class="docs">
    <nav aria-label="${t.title}">
      <form class="search" method="get" action="/docs" role="search">
        <div class="field">
          <label for="q">${t.search}</label>
          <input id="q" name="q" type="search" value="${query}" maxlength="100" placeholder=" " />
          <kbd hidden aria-hidden="true">/</kbd>
        </div>
      </form>
      <input class="fold" type="checkbox" id="pages-shown" /><label for="pages-shown">${t.allPages}</label>
      <div class="pages">
        ${AUDIENCES.map((audience) => {
          const own = pages.filter((page) => page.audience === audience);
          return (
            own.length > 0 &&
            html`<h2>${t[audience]}</h2>
              <ul>
                ${own.map(
                  (page) =>
                    html`<li>
                      <a
                        href="/docs/${page.name}"
                        ${page.language !== language && html`lang="${page.language}" hreflang="${page.language}"`}
                        ${page === current && html`aria-current="page"`}
                        >${page.title}${page.language !== language && html` <span class="hint">(${page.language})</span>`}</a
                      >
                    </li>`,
                )}
              </ul>`
          );
        })}
      </div>
    </nav>
    <section>${body}</section>
  </div>`;
}
