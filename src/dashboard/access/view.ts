import type { FastifyReply } from 'fastify';
import type { KeyRecord } from '../../store/types.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { sendNarrow } from '../layout.ts';
import { form } from '../components/form.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export function sendAccess(reply: FastifyReply, active: readonly KeyRecord[]): FastifyReply {
  const { pageContext } = reply.request;
  const { texts, csrf } = pageContext;
  const t = textsOf(texts, TEXTS);
  const body =
    active.length === 0
      ? html`<p>${t.none}</p>
          <a class="button" href="/dashboard">${texts.overview.title}</a>`
      : html`<p>${t.lead}</p>
          <ul>
            ${active.map((key) => item(key, pageContext))}
          </ul>
          <div class="actions">
            ${form({ action: '/access/end', csrf, button: t.endAll, kind: 'danger' })}
            <a class="button" href="/keys">${t.keep}</a>
          </div>`;
  return sendNarrow(reply, {
    title: t.title,
    body: html`${body}`,
  });
}

function item({ name, kind, createdAt, lastUsedAt }: KeyRecord, { texts, formats }: PageContext): SafeHtml {
  const { common, keys } = texts;
  const t = textsOf(texts, TEXTS);
  const used = lastUsedAt === null ? common.never : formats.time(lastUsedAt);
  return html`<li>
    <strong><bdi>${name}</bdi></strong> ${kind === 'app' ? t.app : t.key} <br /><span class="hint"
      >${t.since(formats.date(createdAt))} · ${keys.lastUsed}${common.colon}${used}</span
    >
  </li>`;
}
