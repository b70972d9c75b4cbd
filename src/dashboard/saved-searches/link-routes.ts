import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { readFeedPlace } from '../../saved-searches/deliver/atom-feed.ts';
import { html, type Content } from '../html.ts';
import { TokenField } from '../input.ts';
import { sendPage } from '../layout.ts';
import type { Limits } from '../limits.ts';
import type { DashboardServices } from '../services.ts';

const LinkParams = Type.Object({ id: TokenField, token: TokenField });
type LinkRoute = { Params: Static<typeof LinkParams> };
const FeedQuery = Type.Object({ from: Type.Optional(TokenField) });
const FEED_SCHEMA = { params: LinkParams, querystring: FeedQuery };
type FeedRoute = LinkRoute & { Querystring: Static<typeof FeedQuery> };

/**
 * Secret links that work without a log-in: a search's feed, and the end of its mails. They need a Fastify scope without
 * body parsers, because mail programs post bodies of any type (RFC 8058).
 */
export function registerSearchLinks(
  open: FastifyInstance,
  { searchLinks }: DashboardServices,
  limits: Pick<Limits, 'feedsByNetwork'>,
): void {
  open.removeAllContentTypeParsers();
  open.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null, {}));
    payload.on('error', done);
  });

  open.get<FeedRoute>('/feeds/:id/:token', { schema: FEED_SCHEMA }, async (request, reply) => {
    const { id, token } = request.params;
    const minutes = await limits.feedsByNetwork(request);
    if (minutes !== undefined) return sendTooMany(reply, minutes);
    const { from } = request.query;
    const place = from === undefined ? undefined : readFeedPlace(from);
    if (from !== undefined && !place) return reply.callNotFound();
    const feed = await searchLinks.feed(id, token, request.pageContext.baseUrl, place);
    if (!feed) return reply.callNotFound();
    reply.header('etag', feed.etag).header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex');
    if (matches(request.headers['if-none-match'], feed.etag)) return reply.code(304).send();
    return reply.type('application/atom+xml; charset=utf-8').send(await feed.xml());
  });

  open.get<LinkRoute>('/unsubscribe/:id/:token', { schema: { params: LinkParams } }, async (request, reply) => {
    const { id, token } = request.params;
    const search = await searchLinks.mailed(id, token);
    const t = request.pageContext.texts.savedSearches;
    if (!search) return sendBadLink(request, reply);
    return sendLinkPage(
      request,
      reply,
      t.unsubscribeTitle,
      html`<p>${t.unsubscribeLead(search.name)}</p>
        <form method="post"><button class="primary">${t.unsubscribe}</button></form>`,
    );
  });

  open.post<LinkRoute>(
    '/unsubscribe/:id/:token',
    { schema: { params: LinkParams }, config: { isSecretLink: true } },
    async (request, reply) => {
      const { id, token } = request.params;
      const search = await searchLinks.mailed(id, token);
      if (!search) return sendBadLink(request, reply);
      await searchLinks.endMails(search);
      return sendLinkPage(request, reply, request.pageContext.texts.savedSearches.unsubscribed, null);
    },
  );
}

/** Plain text, because it is read by a feed reader or in its log. */
function sendTooMany(reply: FastifyReply, minutes: number): FastifyReply {
  return reply
    .code(429)
    .headers({ 'retry-after': String(minutes * 60), 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(`Too many feeds are read from this network. Try again in ${minutes} min.\n`);
}

function sendBadLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = request.pageContext.texts.savedSearches;
  return sendLinkPage(request, reply, t.badLinkTitle, html`<p>${t.badLink}</p>`, 404);
}

function sendLinkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  body: Content,
  status = 200,
): FastifyReply {
  return sendPage(request, reply, {
    title,
    status,
    hasSwitches: false,
    body: html`<section class="narrow">
      <h1>${title}</h1>
      ${body}
    </section>`,
  });
}

/** True if an `If-None-Match` header contains the tag, weak or not, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  const given = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return given.includes(etag) || given.includes('*');
}
