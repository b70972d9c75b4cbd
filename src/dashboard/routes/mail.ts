import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../lib/network-of.ts';
import { posted, queried } from '../form.ts';
import { html, type Content } from '../html.ts';
import { csrfField, notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { inputField } from '../views/fields.ts';
import { accountOf } from '../visit.ts';

/** Links in mails: confirming an address, setting a forgotten password. */
export function registerMailRoutes({ open, own, services, limits }: DashboardScope): void {
  const { registration } = services;

  open.get('/forgot', (request, reply) => {
    const { forgot, common } = request.visit.texts;
    if (!registration.sendsMail) return sendNarrow(request, reply, forgot.title, html`<p>${forgot.noMail}</p>`);
    return sendNarrow(
      request,
      reply,
      forgot.title,
      html`<p>${forgot.lead}</p>
        <form method="post" action="/forgot">
          ${csrfField(request, reply)}
          ${inputField({ name: 'email', type: 'email', label: common.email, autocomplete: 'username', required: true, maxLength: 254 })}
          <button class="primary">${forgot.button}</button>
        </form>`,
    );
  });

  open.post('/forgot', async (request, reply) => {
    const { forgot, mail } = request.visit.texts;
    if (!registration.sendsMail) return sendNarrow(request, reply, forgot.title, html`<p>${forgot.noMail}</p>`);
    const email = posted(request, 'email');
    const wait = (await limits.mailByAddress(request)) ?? (await limits.mailByAccount(request, email));
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    await registration.forgot(email, (link) => ({ subject: mail.resetSubject, text: mail.resetText(link) }));
    return sendNarrow(request, reply, forgot.title, notice('good', forgot.sent));
  });

  open.get('/reset', async (request, reply) => {
    const token = queried(request, 'token') ?? '';
    return (await registration.canReset(token))
      ? sendReset(request, reply, token)
      : sendExpired(request, reply, request.visit.texts.forgot.title, '/forgot');
  });

  open.post('/reset', async (request, reply) => {
    const { signup, forgot } = request.visit.texts;
    const token = posted(request, 'token');
    const password = posted(request, 'password');
    if (password.length < 10 || password.length > 1000) {
      return sendReset(request, reply, token, notice('bad', signup.shortPassword));
    }
    return (await registration.reset(token, password, networkOf(request.ip)))
      ? seeOther(reply, '/login?note=reset')
      : sendExpired(request, reply, forgot.title, '/forgot');
  });

  // The link itself changes nothing: programs that look at mails open links too.
  open.get('/confirm', (request, reply) => {
    const { confirm } = request.visit.texts;
    return sendNarrow(
      request,
      reply,
      confirm.title,
      html`<p>${confirm.lead}</p>
        <form method="post" action="/confirm">
          ${csrfField(request, reply)}
          <input type="hidden" name="token" value="${queried(request, 'token') ?? ''}" /><button class="primary">
            ${confirm.button}
          </button>
        </form>`,
    );
  });

  open.post('/confirm', async (request, reply) => {
    const { confirm } = request.visit.texts;
    if (!(await registration.confirm(posted(request, 'token')))) {
      return sendExpired(request, reply, confirm.title, undefined);
    }
    return sendNarrow(
      request,
      reply,
      confirm.title,
      html`${notice('good', confirm.done)}<a class="button primary" href="/keys">${request.visit.texts.keys.title}</a>`,
    );
  });

  own.post('/confirm/resend', async (request, reply) => {
    const { mail } = request.visit.texts;
    const account = accountOf(request);
    const wait = await limits.mailByAccount(request, account.email);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    if ((await registration.confirmation(account.id)) === 'pending') {
      await registration.sendConfirmation(account, (link) => ({
        subject: mail.confirmSubject,
        text: mail.confirmText(link),
      }));
    }
    return seeOther(reply, '/dashboard?done=resent');
  });
}

function sendNarrow(request: FastifyRequest, reply: FastifyReply, title: string, body: Content, status = 200) {
  return sendPage(request, reply, {
    title,
    status,
    body: html`<section class="narrow">
      <h1>${title}</h1>
      ${body}
    </section>`,
  });
}

function sendReset(request: FastifyRequest, reply: FastifyReply, token: string, fault?: Content): FastifyReply {
  const { forgot, common } = request.visit.texts;
  return sendNarrow(
    request,
    reply,
    forgot.newTitle,
    html`${fault}
      <p>${forgot.newLead}</p>
      <form method="post" action="/reset">
        ${csrfField(request, reply)}
        <input type="hidden" name="token" value="${token}" />
        ${inputField({ name: 'password', type: 'password', label: common.newPassword, hint: common.passwordHint, autocomplete: 'new-password', required: true, minLength: 10, maxLength: 1000 })}
        <button class="primary">${forgot.setButton}</button>
      </form>`,
    fault ? 400 : 200,
  );
}

function sendExpired(request: FastifyRequest, reply: FastifyReply, title: string, again: string | undefined) {
  const { forgot } = request.visit.texts;
  return sendNarrow(
    request,
    reply,
    title,
    html`${notice('bad', forgot.expired)}${again && html`<a class="button" href="${again}">${forgot.again}</a>`}`,
    400,
  );
}
