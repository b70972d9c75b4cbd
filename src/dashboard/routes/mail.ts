import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { isPassword } from '../../accounts/accounts.ts';
import { normalizeEmail } from '../../accounts/email-address.ts';
import type { AskedWords } from '../../accounts/mail-links.ts';
import { networkOf } from '../../lib/network-of.ts';
import type { LinkText } from '../../mail/postbox.ts';
import { enter } from '../enter.ts';
import { html, type Content } from '../html.ts';
import { formSchema, PageQuery, TextField, TokenField } from '../input.ts';
import { csrfField, notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { inputField } from '../views/fields.ts';
import { accountOf, browserToken, setBrowserCookie } from '../visit.ts';

const AddressForm = formSchema({ email: TextField });
const TokenForm = formSchema({ token: TokenField });
const ResetForm = formSchema({ token: TokenField, password: TextField });
const ConfirmForm = formSchema({ token: TokenField, password: Type.Optional(TextField) });
const ResendForm = formSchema({});

type AddressForm = Static<typeof AddressForm>;
type TokenForm = Static<typeof TokenForm>;
type ResetForm = Static<typeof ResetForm>;
type ConfirmForm = Static<typeof ConfirmForm>;

/** A form that asks for an address and mails it a link, whoever has it. */
interface AskPage {
  path: '/forgot' | '/unlock';
  title: string;
  lead: string;
  button: string;
  sent: string;
}

/** Links in mails: confirming an address, setting a forgotten password, another address, a proof for a log-in. */
export function registerMailRoutes(scope: DashboardScope): void {
  const { open, own, services, limits } = scope;
  const { registration, mailLinks } = services;

  registerAskRoutes(scope, '/forgot', (email, words) => mailLinks.askReset(email, words));
  registerAskRoutes(scope, '/unlock', (email, words) => mailLinks.askUnlock(email, words));

  open.get<{ Querystring: PageQuery }>('/reset', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const token = request.query.token ?? '';
    return (await mailLinks.canReset(token))
      ? sendReset(request, reply, token)
      : sendExpired(request, reply, request.visit.texts.forgot.title, '/forgot');
  });

  open.post<{ Body: ResetForm }>('/reset', { schema: { body: ResetForm } }, async (request, reply) => {
    const { signup, forgot } = request.visit.texts;
    const { token, password } = request.body;
    if (!(await mailLinks.canReset(token))) return sendExpired(request, reply, forgot.title, '/forgot');
    if (!isPassword(password)) return sendReset(request, reply, token, signup.shortPassword);
    return (await mailLinks.reset(token, password, networkOf(request.ip)))
      ? seeOther(reply, '/login?note=reset')
      : sendExpired(request, reply, forgot.title, '/forgot');
  });

  // No link changes anything by itself: programs that look at mails open links too.
  open.get<{ Querystring: PageQuery }>('/confirm', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const token = request.query.token ?? '';
    if (await registration.awaits(token)) return sendFinish(request, reply, token);
    const { confirm } = request.visit.texts;
    if (!(await mailLinks.canConfirm(token))) return sendExpired(request, reply, confirm.title, await resend(request));
    return sendOneClick(request, reply, '/confirm', token, { ...confirm, lead: confirm.lead });
  });

  open.post<{ Body: ConfirmForm }>('/confirm', { schema: { body: ConfirmForm } }, async (request, reply) => {
    const { confirm, keys } = request.visit.texts;
    const { token, password } = request.body;
    if (password !== undefined) return finishSignup(request, reply, token, password);
    if (!(await mailLinks.confirm(token))) return sendExpired(request, reply, confirm.title, await resend(request));
    return sendNarrow(
      request,
      reply,
      confirm.title,
      html`${notice('good', confirm.done)}<a class="button primary" href="/keys">${keys.title}</a>`,
    );
  });

  /** A sign-up becomes an account, and its owner is in. */
  async function finishSignup(request: FastifyRequest, reply: FastifyReply, token: string, password: string) {
    const { confirm, login } = request.visit.texts;
    // By the token: who has it reads the mailbox, and may not try another's password for ever.
    const attempt = await limits.logIn(request, token, `signup ${token}`);
    if (attempt.waitMinutes !== undefined) return sendTooMany(request, reply, attempt.waitMinutes);
    const end = await registration.finish(token, password, networkOf(request.ip));
    if ('account' in end) {
      await attempt.succeeded();
      const { id, trialEndsAt } = end.account;
      const spent = trialEndsAt !== null && trialEndsAt <= services.clock.now();
      return enter(request, reply, services, id, spent ? '/account?done=no-trial' : '/dashboard');
    }
    if (end.refused === 'wrong_password') return sendFinish(request, reply, token, confirm.wrongPassword);
    if (end.refused === 'expired') return sendExpired(request, reply, confirm.title, '/signup');
    return sendNarrow(
      request,
      reply,
      confirm.title,
      html`${notice('info', confirm.taken)}<a class="button primary" href="/login">${login.title}</a>`,
      409,
    );
  }

  own.post('/confirm/resend', { schema: { body: ResendForm } }, async (request, reply) => {
    const { mail } = request.visit.texts;
    const account = accountOf(request);
    const wait = await limits.mailByAccount(request, account.email);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    if ((await registration.confirmation(account.id)) === 'pending') {
      await mailLinks.sendConfirmation(account, (link) => ({
        subject: mail.confirmSubject,
        text: mail.confirmText(link),
      }));
    }
    return seeOther(reply, '/dashboard?done=resent');
  });

  open.get<{ Querystring: PageQuery }>('/address', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { address: t } = request.visit.texts;
    const token = request.query.token ?? '';
    const asked = await mailLinks.askedAddress(token);
    if (asked === undefined) return sendExpired(request, reply, t.title, '/account');
    return sendOneClick(request, reply, '/address', token, { ...t, lead: t.lead(asked) });
  });

  open.post<{ Body: TokenForm }>('/address', { schema: { body: TokenForm } }, async (request, reply) => {
    const { address: t, mail } = request.visit.texts;
    const changed = await mailLinks.changeAddress(request.body.token, (address) => ({
      subject: mail.addressSubject,
      text: mail.addressChangedText(address),
    }));
    if (!changed) return sendExpired(request, reply, t.title, '/account');
    return seeOther(reply, request.visit.session ? '/account?done=address' : '/login?note=address');
  });

  open.post<{ Body: TokenForm }>('/unlock/open', { schema: { body: TokenForm } }, async (request, reply) => {
    const { unlock } = request.visit.texts;
    const accountId = await mailLinks.unlock(request.body.token);
    if (accountId === undefined) return sendExpired(request, reply, unlock.title, '/unlock');
    setBrowserCookie(request, reply, await services.logIn.knowBrowser(accountId, browserToken(request)));
    return seeOther(reply, '/login?note=unlocked');
  });

  /** Where an expired link to confirm leads on: to those who are logged in it can be sent again. */
  async function resend(request: FastifyRequest): Promise<'/signup' | '/dashboard'> {
    const { session } = request.visit;
    return session && (await registration.confirmation(session.account.id)) === 'pending' ? '/dashboard' : '/signup';
  }
}

/** A page that asks for an address, and mails a link to it. */
function registerAskRoutes(
  { open, services, limits }: DashboardScope,
  path: AskPage['path'],
  ask: (email: string, words: AskedWords) => Promise<void>,
): void {
  const { registration, mailLinks } = services;
  const textsOf = (request: FastifyRequest): AskPage & { noMail: string } => {
    const { forgot, unlock } = request.visit.texts;
    return { path, ...(path === '/forgot' ? forgot : unlock) };
  };
  const wordsOf = (request: FastifyRequest): AskedWords => {
    const { mail } = request.visit.texts;
    const link: LinkText = (to) =>
      path === '/forgot'
        ? { subject: mail.resetSubject, text: mail.resetText(to) }
        : { subject: mail.unlockSubject, text: mail.unlockText(to) };
    return { link, unknown: { subject: mail.unknownSubject, text: mail.unknownText } };
  };

  open.get<{ Querystring: PageQuery }>(path, { schema: { querystring: PageQuery } }, async (request, reply) => {
    const page = textsOf(request);
    const { token } = request.query;
    if (path === '/unlock' && token !== undefined) {
      const { unlock } = request.visit.texts;
      return (await mailLinks.canUnlock(token))
        ? sendOneClick(request, reply, '/unlock/open', token, {
            title: unlock.title,
            lead: unlock.openLead,
            button: unlock.openButton,
          })
        : sendExpired(request, reply, unlock.title, '/unlock');
    }
    if (!registration.sendsMail) return sendNarrow(request, reply, page.title, html`<p>${page.noMail}</p>`);
    return sendAsk(request, reply, page);
  });

  open.post<{ Body: AddressForm }>(path, { schema: { body: AddressForm } }, async (request, reply) => {
    const page = textsOf(request);
    if (!registration.sendsMail) return sendNarrow(request, reply, page.title, html`<p>${page.noMail}</p>`);
    const { email } = request.body;
    if (normalizeEmail(email) === undefined) {
      return sendAsk(request, reply, page, { email, error: request.visit.texts.signup.badEmail });
    }
    const wait =
      (await limits.mailByAddress(request)) ??
      (await limits.mailByAccount(request, email)) ??
      (await limits.mailFromAnywhere(request, email));
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    await ask(email, wordsOf(request));
    return sendNarrow(request, reply, page.title, notice('good', page.sent));
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

function sendAsk(
  request: FastifyRequest,
  reply: FastifyReply,
  page: AskPage,
  refused?: { email: string; error: string },
): FastifyReply {
  const { common } = request.visit.texts;
  return sendNarrow(
    request,
    reply,
    page.title,
    html`<p>${page.lead}</p>
      <form method="post" action="${page.path}">
        ${csrfField(request, reply)}
        ${inputField({ name: 'email', type: 'email', label: common.email, value: refused?.email ?? '', error: refused?.error, autocomplete: 'username', required: true, maxLength: 254 })}
        <button class="primary">${page.button}</button>
      </form>`,
    refused ? 400 : 200,
  );
}

/** What a link asks to be done, with the button that does it. */
function sendOneClick(
  request: FastifyRequest,
  reply: FastifyReply,
  action: string,
  token: string,
  { title, lead, button }: { title: string; lead: string; button: string },
): FastifyReply {
  return sendNarrow(
    request,
    reply,
    title,
    html`<p>${lead}</p>
      <form method="post" action="${action}">
        ${csrfField(request, reply)}
        <input type="hidden" name="token" value="${token}" /><button class="primary">${button}</button>
      </form>`,
  );
}

function sendReset(request: FastifyRequest, reply: FastifyReply, token: string, error?: string): FastifyReply {
  const { forgot, common } = request.visit.texts;
  return sendNarrow(
    request,
    reply,
    forgot.newTitle,
    html`<p>${forgot.newLead}</p>
      <form method="post" action="/reset">
        ${csrfField(request, reply)}
        <input type="hidden" name="token" value="${token}" />
        ${inputField({ name: 'password', type: 'password', label: common.newPassword, hint: common.passwordHint, error, autocomplete: 'new-password', required: true, minLength: 10, maxLength: 1000 })}
        <button class="primary">${forgot.setButton}</button>
      </form>`,
    error ? 400 : 200,
  );
}

/** The end of a sign-up: its password proves that the same person asked. */
function sendFinish(request: FastifyRequest, reply: FastifyReply, token: string, error?: string): FastifyReply {
  const { confirm, common } = request.visit.texts;
  return sendNarrow(
    request,
    reply,
    confirm.title,
    html`<p>${confirm.passwordLead}</p>
      <form method="post" action="/confirm">
        ${csrfField(request, reply)}
        <input type="hidden" name="token" value="${token}" />
        ${inputField({ name: 'password', type: 'password', label: common.password, hint: confirm.passwordHint, error, autocomplete: 'current-password', required: true, maxLength: 1000 })}
        <button class="primary">${confirm.button}</button>
      </form>`,
    error ? 403 : 200,
  );
}

/** A link that leads nowhere any more, and where to go instead. */
function sendExpired(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  again: '/forgot' | '/signup' | '/dashboard' | '/account' | '/unlock',
): FastifyReply {
  const { forgot, login } = request.visit.texts;
  return sendNarrow(
    request,
    reply,
    title,
    html`${notice('bad', forgot.expired)}
      <div class="actions">
        <a class="button primary" href="${again}">${forgot.leadOn[again]}</a>
        ${!request.visit.session && html`<a class="button" href="/login">${login.title}</a>`}
      </div>`,
    400,
  );
}
