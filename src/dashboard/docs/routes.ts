import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AUDIENCES, DocsLibrary, docsPictures } from '../../docs/library.ts';
import type { Audience, DocsPage } from '../../docs/types.ts';
import type { DocsHit, TextPart } from '../../docs/search.ts';
import { DAY_SECONDS } from '../../lib/clock.ts';
import { cachingOf } from '../../lib/own-address.ts';
import { shorten } from '../../lib/text.ts';
import { html, SafeHtml, type Content } from '../html.ts';
import { SearchQuery } from '../input.ts';
import { seeOther, sendPage } from '../layout.ts';
import { wantsPage } from '../not-found.ts';
import type { DashboardScope } from '../scope.ts';

/** Search engines show about this many characters. */
const DESCRIPTION_LENGTH = 160;

const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080';

const NameParams = Type.Object({ name: Type.String() });

/**
 * `/docs/NAME.md` returns the Markdown of a page (`/docs/NAME.fr.md` in French), and `/llms.txt` lists the tools and
 * the pages for programs.
 */
export function registerDocsRoutes({ open, services }: DashboardScope): void {
  const library = new DocsLibrary();

  open.get('/docs', { schema: { querystring: SearchQuery } }, (request, reply) => {
    const query = request.query.q?.trim();
    if (!query) return seeOther(reply, '/docs/quick-start');
    return sendHits(reply, library, query);
  });

  open.get('/docs/:name', { schema: { params: NameParams } }, (request, reply) => {
    const [, requested = '', language, asMarkdown] =
      /^([\w-]+)(?:\.(fr))?(\.md)?$/i.exec(request.params.name)?.map((part) => part?.toLowerCase()) ?? [];
    const name = library.canonicalName(requested);
    if (name === undefined || (language !== undefined && !asMarkdown)) return sendNotFound(reply, library);
    const path = `${name}${language ? `.${language}` : ''}${asMarkdown ?? ''}`;
    if (path !== request.params.name) return reply.redirect(`/docs/${path}`, 301);
    const page = library.page(name, asMarkdown ? (language === 'fr' ? 'fr' : 'en') : request.pageContext.language);
    if (!page) return sendNotFound(reply, library);
    if (!asMarkdown) return sendDocument(reply, library, page);
    return reply
      .header('cache-control', cachingOf(services.publicUrl))
      .type('text/markdown; charset=utf-8')
      .send(withAddress(page.markdown, request.pageContext.baseUrl));
  });

  for (const { name, content } of docsPictures())
    open.get(`/docs/pictures/${name}`, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).type('image/webp').send(content),
    );

  open.get('/llms.txt', (request, reply) => {
    const base = request.pageContext.baseUrl;
    const lines = library
      .pages('en')
      .map(({ name, title, audience }) => ({ audience, line: `- [${title}](${base}/docs/${name}.md)` }));
    const ofAudience = (audience: Audience): string =>
      lines
        .filter((line) => line.audience === audience)
        .map(({ line }) => line)
        .join('\n');
    const tools = services.tools.definitions.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n');
    return reply
      .header('cache-control', cachingOf(services.publicUrl))
      .type('text/plain; charset=utf-8')
      .send(
        `# ${inMarkdown(request.pageContext.brand.name)}\n\n> A metered tool server over JSON-RPC 2.0 and MCP: job searches over the platforms of Great Britain and France, employers' reputation, and web pages as markdown. POST ${base}/mcp with an API key.\n\n## Tools\n\n${tools}\n\n## Documentation\n\n${ofAudience('callers')}\n- [OpenRPC description](${base}/openrpc.json)\n\n## Optional\n\n${ofAudience('operators')}\n${ofAudience('contributors')}\n`,
      );
  });
}

function inMarkdown(name: string): string {
  return name.replace(/[\\`*_[\]<>#]/g, String.raw`\$&`);
}

/** Replaces the URL in examples by the service's own URL. */
function withAddress(document: string, baseUrl: string): string {
  return document.replaceAll(EXAMPLE_ADDRESS, baseUrl);
}

function sendDocument(reply: FastifyReply, library: DocsLibrary, page: DocsPage): FastifyReply {
  const { request } = reply;
  const { texts, language } = request.pageContext;
  const t = texts.docs;
  const pages = library.pages(language);
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return sendPage(reply, {
    assets: ['docsStyle', 'docsScript'],
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

function sendHits(reply: FastifyReply, library: DocsLibrary, query: string): FastifyReply {
  const { request } = reply;
  const { texts, language } = request.pageContext;
  const t = texts.docs;
  const hits = library.search(query, language);
  return sendPage(reply, {
    assets: ['docsStyle', 'docsScript'],
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

function sendNotFound(reply: FastifyReply, library: DocsLibrary): FastifyReply {
  const { request } = reply;
  if (!wantsPage(request)) {
    reply.callNotFound();
    return reply;
  }
  const t = request.pageContext.texts.docs;
  return sendPage(reply, {
    assets: ['docsStyle', 'docsScript'],
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
  const t = texts.docs;
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
