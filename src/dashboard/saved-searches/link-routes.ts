import type { DashboardApp } from '../scope.ts';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { readFeedPlace } from '../../saved-searches/deliver/atom-feed.ts';
import { html } from '../html.ts';
import { TokenField } from '../input.ts';
import type { Limits } from '../limits.ts';
import type { DashboardServices } from '../services.ts';
import { sendNarrow } from '../layout.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const LinkParams = Type.Object({ id: TokenField, token: TokenField });
const FeedQuery = Type.Object({ from: Type.Optional(TokenField) });
const FEED_SCHEMA = { params: LinkParams, querystring: FeedQuery };

/**
 * Registers the secret links, which work without a log-in. They need a Fastify scope without body parsers, because mail
 * programs post bodies of any type (RFC 8058).
 */
export function registerSearchLinks(
  open: DashboardApp,
  { searchLinks }: DashboardServices,
  limits: Pick<Limits, 'feedsByNetwork'>,
): void {
  open.removeAllContentTypeParsers();
  open.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null, {}));
    payload.on('error', done);
  });

  open.get('/feeds/:id/:token', { schema: FEED_SCHEMA }, async (request, reply) => {
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

  open.get('/unsubscribe/:id/:token', { schema: { params: LinkParams } }, async (request, reply) => {
    const { id, token } = request.params;
    const search = await searchLinks.mailed(id, token);
    const t = textsOf(request.pageContext, TEXTS);
    if (!search) return sendBadLink(reply);
    // The component `form` is not used, because this form needs no CSRF token (`isSecretLink`).
    return sendNarrow(reply, {
      title: t.unsubscribeTitle,
      hasSwitches: false,
      body: html`<p>${t.unsubscribeLead(search.name)}</p>
        <form method="post"><button class="primary">${t.unsubscribe}</button></form>`,
    });
  });

  open.post(
    '/unsubscribe/:id/:token',
    { schema: { params: LinkParams }, config: { isSecretLink: true } },
    async (request, reply) => {
      const { id, token } = request.params;
      const search = await searchLinks.mailed(id, token);
      if (!search) return sendBadLink(reply);
      await searchLinks.endMails(search);
      const title = textsOf(request.pageContext, TEXTS).unsubscribed;
      return sendNarrow(reply, { title, hasSwitches: false, body: null });
    },
  );
}

/** Sends plain text, because a feed reader or its log shows it. */
function sendTooMany(reply: FastifyReply, minutes: number): FastifyReply {
  return reply
    .code(429)
    .headers({ 'retry-after': String(minutes * 60), 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(`Too many feeds are read from this network. Try again in ${minutes} min.\n`);
}

function sendBadLink(reply: FastifyReply): FastifyReply {
  const t = textsOf(reply.request.pageContext, TEXTS);
  return sendNarrow(reply, { title: t.badLinkTitle, status: 404, hasSwitches: false, body: html`<p>${t.badLink}</p>` });
}

/** True if `If-None-Match` contains the tag, weak or not, or `*`. */
function matches(header: string | undefined, etag: string): boolean {
  const given = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return given.includes(etag) || given.includes('*');
}
