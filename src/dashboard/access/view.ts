import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRecord } from '../../store/types.ts';
import { html, type SafeHtml } from '../html.ts';
import { csrfField, sendPage } from '../layout.ts';
import type { PageContext } from '../page-context.ts';

/** Sends the page `/access`. `active`: the account's API keys and connected apps that still work. */
export function sendAccess(request: FastifyRequest, reply: FastifyReply, active: readonly KeyRecord[]): FastifyReply {
  const t = request.pageContext.texts.access;
  const body =
    active.length === 0
      ? html`<p>${t.none}</p>
          <a class="button" href="/dashboard">${request.pageContext.texts.overview.title}</a>`
      : html`<p>${t.lead}</p>
          <ul>
            ${active.map((key) => item(key, request.pageContext))}
          </ul>
          <div class="actions">
            <form method="post" action="/access/end">
              ${csrfField(request, reply)}
              <button class="danger">${t.endAll}</button>
            </form>
            <a class="button" href="/keys">${t.keep}</a>
          </div>`;
  return sendPage(request, reply, {
    title: t.title,
    body: html`<section class="narrow">
      <h1>${t.title}</h1>
      ${body}
    </section>`,
  });
}

function item({ name, kind, createdAt, lastUsedAt }: KeyRecord, { texts, formats }: PageContext): SafeHtml {
  const { access: t, common, keys } = texts;
  const used = lastUsedAt === null ? common.never : formats.time(lastUsedAt);
  return html`<li>
    <strong><bdi>${name}</bdi></strong> ${kind === 'app' ? t.app : t.key} <br /><span class="hint"
      >${t.since(formats.date(createdAt))} · ${keys.lastUsed}${common.colon}${used}</span
    >
  </li>`;
}
