import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Content, type SafeHtml } from '../html.ts';
import { notice, seeOther, sendNarrow } from '../layout.ts';
import type { Field } from './fields.ts';
import { emailField, form } from './form.ts';

/** The page where a user can request a new link. */
export type LinkSource = '/forgot' | '/signup' | '/dashboard' | '/account' | '/unlock';

/** Returns a notice if another account than the link's is logged in, and false otherwise. */
function otherAccount(request: FastifyRequest, accountId: string | undefined): SafeHtml | false {
  const { session, texts } = request.pageContext;
  if (!session || session.account.id === accountId) return false;
  return notice('info', texts.links.otherAccount(session.account.email));
}

/** Redirects to `path`, or shows a page if another account is logged in. */
export function sendDone(
  reply: FastifyReply,
  accountId: string,
  { title, text, path }: { title: string; text: string; path: string },
): FastifyReply {
  const other = otherAccount(reply.request, accountId);
  if (!other) return seeOther(reply, path);
  const { overview } = reply.request.pageContext.texts;
  const link = html`<a class="button" href="/dashboard">${overview.title}</a>`;
  return sendNarrow(reply, { title, body: html`${notice('good', text)} ${other}${link}` });
}

export interface LinkForm {
  title: string;
  lead: Content;
  button: string;
  action: string;
  token: string;
  /** The account of the link; undefined for a sign-up, which has no account yet. */
  accountId?: string;
  fields?: readonly Field[];
  /** For password managers. */
  email?: string;
  passwordError?: string | undefined;
}

/** Sends the page of a mailed link, which explains the link and contains a form to confirm it. */
export function sendLinkForm(
  reply: FastifyReply,
  { title, lead, button, action, token, accountId, fields = [], email, passwordError }: LinkForm,
): FastifyReply {
  const { request } = reply;
  const { csrf } = request.pageContext;
  const hidden = { token, email };
  return sendNarrow(reply, {
    title,
    status: passwordError ? 400 : 200,
    path: `${action.replace(/\/open$/, '')}?token=${encodeURIComponent(token)}`,
    body: html`<p>${lead}</p>
      ${accountId !== undefined && otherAccount(request, accountId)}
      ${form({ id: 'form', action, csrf, hidden, fields, button, kind: 'primary' }, {}, { password: passwordError })}`,
  });
}

export function sendExpired(reply: FastifyReply, title: string, again: LinkSource): FastifyReply {
  const { url, pageContext } = reply.request;
  const { links, login } = pageContext.texts;
  return sendNarrow(reply, {
    title,
    status: 400,
    // The query contains the expired token, so it is left out.
    path: url.split('?', 1)[0] ?? '/',
    body: html`${notice('bad', links.expired)}
      <div class="actions">
        <a class="button primary" href="${again}">${links.leadOn[again]}</a>
        ${!pageContext.session && html`<a class="button" href="/login">${login.title}</a>`}
      </div>`,
  });
}

/** Asks for the e-mail address to which a link is sent. */
export function sendAddressForm(
  reply: FastifyReply,
  { title, lead, button, action }: Pick<LinkForm, 'title' | 'lead' | 'button' | 'action'>,
  refused?: { email: string; error: string },
): FastifyReply {
  const { texts, csrf } = reply.request.pageContext;
  const schema = { id: 'form', action, csrf, fields: [emailField(texts)], button, kind: 'primary' } as const;
  return sendNarrow(reply, {
    title,
    status: refused ? 400 : 200,
    path: action,
    body: html`<p>${lead}</p>
      ${form(schema, { email: refused?.email }, { email: refused?.error })}`,
  });
}
