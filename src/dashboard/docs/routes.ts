import { Type } from 'typebox';
import { DocsLibrary, docsPictures } from '../../docs/library.ts';
import type { Audience } from '../../docs/types.ts';
import { DAY_SECONDS } from '../../lib/clock.ts';
import { cachingOf } from '../../lib/own-address.ts';
import { SearchQuery } from '../input.ts';
import { seeOther } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { sendDocument, sendHits, sendNotFound, withAddress } from './view.ts';

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
