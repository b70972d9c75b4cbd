import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '../../accounts/email-address.ts';
import type { AskedWords } from '../../accounts/mail-links.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { newPasswordField } from '../components/form.ts';
import { readCookie, setCookie } from '../cookies.ts';
import { html } from '../html.ts';
import { formRoute } from '../form-route.ts';
import { OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import { notice, sendNarrow, sendTooMany } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import { sendAddressForm, sendDone, sendExpired, sendLinkForm } from '../components/mailed-link.ts';
import { mailOf } from '../page-context.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

/** Opening a mailed link only shows a form, because mail scanners open links too. */
export function registerLinkRoutes(scope: DashboardScope): void {
  const { open, services } = scope;
  const { apiKeys, logIn, mailLinks } = services;
  registerAskRoutes(scope, 'reset');
  registerAskRoutes(scope, 'unlock');

  open.get('/reset', { schema: { querystring: PageQuery } }, (request, reply) =>
    sendReset(reply, request.query.token ?? ''),
  );

  open.post(
    '/reset',
    formRoute({ token: TokenField, password: TextField, email: OptionalField }, { returnTo: '/forgot' }),
    async (request, reply) => {
      const { token, password } = request.body;
      const { signup, login } = request.pageContext.texts;
      const { forgot } = textsOf(request.pageContext, TEXTS);
      if (!isPassword(password)) return sendReset(reply, token, signup.shortPassword);
      const mail = mailOf(request.pageContext);
      const accountId = await mailLinks.reset(token, password, (names, url) => ({
        subject: mail.passwordSubject,
        text: mail.passwordText(names, url),
      }));
      if (accountId === undefined) return sendExpired(reply, forgot.title, '/forgot');
      await knowBrowser(reply, accountId);
      const hasAccess = (await apiKeys.listActive(accountId)).length > 0;
      const path = hasAccess ? '/login?note=reset&next=%2Faccess' : '/login?note=reset';
      const done = { title: forgot.title, text: login.passwordReset, path };
      return sendDone(reply, accountId, done);
    },
  );

  open.get('/address', { schema: { querystring: PageQuery } }, async (request, reply) => {
    return sendNewAddress(reply, request.query.token ?? '');
  });

  open.post('/address', formRoute({ token: TokenField }), async (request, reply) => {
    const { token } = request.body;
    const { login } = request.pageContext.texts;
    const { address: t, links } = textsOf(request.pageContext, TEXTS);
    const mail = mailOf(request.pageContext);
    const end = await mailLinks.changeAddress(token, (address) => ({
      subject: mail.addressSubject,
      text: mail.addressChangedText(address),
    }));
    if ('account' in end) {
      const path = request.pageContext.session ? '/account?done=address' : '/login?note=address';
      return sendDone(reply, end.account.id, { title: t.title, text: login.addressChanged, path });
    }
    if (end.refused === 'expired') return sendExpired(reply, t.title, '/account');
    const body = notice('bad', links.addressTaken);
    return sendNarrow(reply, { title: t.title, status: 409, path: '/account', body });
  });

  open.post('/unlock/open', formRoute({ token: TokenField }, { returnTo: '/unlock' }), async (request, reply) => {
    const { token } = request.body;
    const { login } = request.pageContext.texts;
    const { unlock } = textsOf(request.pageContext, TEXTS);
    const accountId = await mailLinks.unlock(token);
    if (accountId === undefined) return sendExpired(reply, unlock.title, '/unlock');
    await knowBrowser(reply, accountId);
    const done = { title: unlock.title, text: login.unlocked, path: '/login?note=unlocked' };
    return sendDone(reply, accountId, done);
  });

  async function sendNewAddress(reply: FastifyReply, token: string) {
    const { address: t } = textsOf(reply.request.pageContext, TEXTS);
    const link = await mailLinks.find(token, 'address');
    if (!link) return sendExpired(reply, t.title, '/account');
    const { accountId } = link;
    return sendLinkForm(reply, { ...t, lead: t.lead(link.address), action: '/address', token, accountId });
  }

  async function sendReset(reply: FastifyReply, token: string, passwordError?: string) {
    const { texts } = reply.request.pageContext;
    const { title, newTitle, newLead: lead, setButton: button } = textsOf(texts, TEXTS).forgot;
    const link = await mailLinks.find(token, 'reset');
    if (!link) return sendExpired(reply, title, '/forgot');
    const { accountId, address: email } = link;
    const fields = [newPasswordField(texts)];
    const action = '/reset';
    return sendLinkForm(reply, {
      title: newTitle,
      lead,
      button,
      action,
      token,
      accountId,
      fields,
      email,
      passwordError,
    });
  }

  /** Marks the browser as known, so that failed attempts of strangers no longer delay its log-ins. */
  async function knowBrowser(reply: FastifyReply, accountId: string): Promise<void> {
    setCookie(reply, 'browser', await logIn.knowBrowser(accountId, readCookie(reply.request, 'browser')));
  }
}

/** The page is the same whether or not the address has an account, so that it does not reveal accounts. */
function registerAskRoutes(scope: DashboardScope, purpose: 'reset' | 'unlock'): void {
  const { open, services, limits } = scope;
  const { accounts, registration, mailLinks } = services;
  const path = purpose === 'reset' ? '/forgot' : '/unlock';
  const sendUnlock = async (reply: FastifyReply, token: string): Promise<FastifyReply> => {
    const { title, openLead: lead, openButton: button } = textsOf(reply.request.pageContext, TEXTS).unlock;
    const link = await mailLinks.find(token, 'unlock');
    if (!link) return sendExpired(reply, title, '/unlock');
    return sendLinkForm(reply, { title, lead, button, action: '/unlock/open', token, accountId: link.accountId });
  };
  const ownTexts = ({ pageContext }: FastifyRequest) => {
    const { forgot, unlock } = textsOf(pageContext, TEXTS);
    return purpose === 'reset' ? forgot : unlock;
  };
  const inCommands = (text: string | ((command: string) => string)): string =>
    typeof text === 'string' ? text : text(services.commandLine);
  const wordsOf = ({ pageContext }: FastifyRequest): AskedWords => {
    const mail = mailOf(pageContext);
    return {
      link: (to) =>
        purpose === 'reset'
          ? { subject: mail.resetSubject, text: mail.resetText(to) }
          : { subject: mail.unlockSubject, text: mail.unlockText(to) },
      other: { subject: mail.unknownSubject, text: mail.unknownText },
    };
  };

  open.get(path, { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { title, lead, button, noMail } = ownTexts(request);
    const { token } = request.query;
    if (purpose === 'unlock' && token !== undefined) return sendUnlock(reply, token);
    if (!registration.sendsMail) return sendNarrow(reply, { title, body: html`<p>${inCommands(noMail)}</p>` });
    return sendAddressForm(reply, { title, lead, button, action: path });
  });

  open.post(path, formRoute({ email: TextField }, { returnTo: path }), async (request, reply) => {
    const { email } = request.body;
    const { title, lead, button, noMail, sent, waiting } = ownTexts(request);
    if (!registration.sendsMail) return sendNarrow(reply, { title, body: html`<p>${inCommands(noMail)}</p>` });
    if (normalizeEmail(email) === undefined) {
      const error = request.pageContext.texts.signup.badEmail;
      return sendAddressForm(reply, { title, lead, button, action: path }, { email, error });
    }
    const holder = await accounts.findHolder(email);
    const proof = await proofOf(request, holder?.id, services);
    const wait = await limits.mail(request, proof);
    if (wait !== undefined) return sendTooMany(reply, wait);
    const outcome = await mailLinks.ask(purpose, email, wordsOf(request), proof !== undefined);
    const body = outcome === 'sent' ? notice('good', sent) : notice('info', waiting);
    return sendNarrow(reply, { title, body });
  });
}
