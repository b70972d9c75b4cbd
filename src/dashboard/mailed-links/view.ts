import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Content, type SafeHtml } from '../html.ts';
import { csrfField, notice, seeOther, sendPage, type Page } from '../layout.ts';
import type { Field } from '../components/fields.ts';
import { emailField, form, newPasswordField } from '../components/form.ts';

/** The page where a user can request a new link. */
export type LinkSource = '/forgot' | '/signup' | '/dashboard' | '/account' | '/unlock';

/** Sends a page with one narrow column. `again.path`: the page's path, needed for the answer to a posted form. */
export function sendNarrow(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  body: Content,
  status = 200,
  again: Pick<Page, 'path'> = {},
) {
  return sendPage(request, reply, {
    ...again,
    title,
    status,
    body: html`<section class="narrow">
      <h1>${title}</h1>
      ${body}
    </section>`,
  });
}

/** A notice that the link belongs to another account than the logged-in one; false if it does not. */
function otherAccount(request: FastifyRequest, accountId: string | undefined): SafeHtml | false {
  const { session, texts } = request.pageContext;
  if (!session || session.account.id === accountId) return false;
  return notice('info', texts.links.otherAccount(session.account.email));
}

/** Answers a used link: redirects to `path`, or shows a page if another account is logged in. */
export function sendDone(
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
  { title, text, path }: { title: string; text: string; path: string },
): FastifyReply {
  const other = otherAccount(request, accountId);
  if (!other) return seeOther(reply, path);
  const { overview } = request.pageContext.texts;
  return sendNarrow(
    request,
    reply,
    title,
    html`${notice('good', text)} ${other}<a class="button" href="/dashboard">${overview.title}</a>`,
  );
}

export interface LinkForm {
  title: string;
  lead: Content;
  button: string;
  action: string;
  token: string;
  /** The account of the link; undefined for a sign-up, which has no account yet. */
  accountId?: string;
}

/** Sends a page that explains what the link does, with one button to confirm. */
export function sendOneClick(request: FastifyRequest, reply: FastifyReply, linkForm: LinkForm): FastifyReply {
  return sendLinkForm(request, reply, linkForm, []);
}

interface NewPassword {
  email?: string;
  error?: string | undefined;
}

/** Sends a page that asks for a new password. */
export function sendPasswordForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { hint, ...linkForm }: LinkForm & NewPassword & { hint?: string },
): FastifyReply {
  const password = newPasswordField(request.pageContext.texts);
  return sendLinkForm(request, reply, linkForm, [hint === undefined ? password : { ...password, hint }]);
}

function sendLinkForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, lead, button, action, token, accountId, email, error }: LinkForm & NewPassword,
  fields: readonly Field[],
): FastifyReply {
  return sendNarrow(
    request,
    reply,
    title,
    html`<p>${lead}</p>
      ${accountId !== undefined && otherAccount(request, accountId)}
      ${form(
        {
          id: 'form',
          action,
          csrf: csrfField(request, reply),
          hidden: { token, email },
          fields,
          button,
          kind: 'primary',
        },
        {},
        { password: error },
      )}`,
    error ? 400 : 200,
    { path: `${action.replace(/\/open$/, '')}?token=${encodeURIComponent(token)}` },
  );
}

/** Tells the user that a link has expired. `again`: the page where a new link can be requested. */
export function sendExpired(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  again: LinkSource,
): FastifyReply {
  const { forgot, login } = request.pageContext.texts;
  return sendNarrow(
    request,
    reply,
    title,
    html`${notice('bad', forgot.expired)}
      <div class="actions">
        <a class="button primary" href="${again}">${forgot.leadOn[again]}</a>
        ${!request.pageContext.session && html`<a class="button" href="/login">${login.title}</a>`}
      </div>`,
    400,
    // The path without its query, which contains the expired token.
    { path: request.url.split('?', 1)[0] ?? '/' },
  );
}

export function sendAddressForm(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { title: string; lead: Content; button: string; action: string; below?: Content },
  refused?: { email: string; error?: string; text?: Content },
): FastifyReply {
  return sendNarrow(
    request,
    reply,
    page.title,
    html`<p>${page.lead}</p>
      ${refused?.text && notice('bad', refused.text)}
      ${form(
        {
          id: 'form',
          action: page.action,
          csrf: csrfField(request, reply),
          fields: [emailField(request.pageContext.texts)],
          button: page.button,
          kind: 'primary',
        },
        { email: refused?.email },
        { email: refused?.error },
      )}
      ${page.below}`,
    refused?.error === undefined ? 200 : 400,
    { path: page.action },
  );
}
