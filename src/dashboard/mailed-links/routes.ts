import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { normalizeEmail } from '../../accounts/email-address.ts';
import type { AskedWords } from '../../accounts/mail-links.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { html } from '../html.ts';
import { formSchema, OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import { notice, sendTooMany } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import { sendAddressForm, sendDone, sendExpired, sendNarrow, sendOneClick, sendPasswordForm } from './view.ts';
import { browserToken, mailOf, setBrowserCookie } from '../page-context.ts';

const AddressForm = formSchema({ email: TextField });
const TokenForm = formSchema({ token: TokenField });
const ResetForm = formSchema({ token: TokenField, password: TextField, email: OptionalField });

type AddressForm = Static<typeof AddressForm>;
type TokenForm = Static<typeof TokenForm>;
type ResetForm = Static<typeof ResetForm>;

/**
 * Routes of mailed links: new password, new address, log-in without waiting. Opening a link only shows a form, since
 * mail scanners open links too.
 */
export function registerLinkRoutes(scope: DashboardScope): void {
  const { open, services } = scope;
  const { apiKeys, logIn, mailLinks } = services;
  registerAskRoutes(scope, 'reset');
  registerAskRoutes(scope, 'unlock');

  open.get<{ Querystring: PageQuery }>('/reset', { schema: { querystring: PageQuery } }, (request, reply) =>
    sendReset(request, reply, request.query.token ?? ''),
  );

  open.post<{ Body: ResetForm }>(
    '/reset',
    { schema: { body: ResetForm }, config: { returnTo: '/forgot' } },
    async (request, reply) => {
      const { token, password } = request.body;
      const { signup, forgot, login } = request.pageContext.texts;
      if (!isPassword(password)) return sendReset(request, reply, token, signup.shortPassword);
      const mail = mailOf(request.pageContext);
      const accountId = await mailLinks.reset(token, password, (names, url) => ({
        subject: mail.passwordSubject,
        text: mail.passwordText(names, url),
      }));
      if (accountId === undefined) return sendExpired(request, reply, forgot.title, '/forgot');
      await knowBrowser(request, reply, accountId);
      const hasAccess = (await apiKeys.listActive(accountId)).length > 0;
      const path = hasAccess ? '/login?note=reset&next=%2Faccess' : '/login?note=reset';
      const done = { title: forgot.title, text: login.passwordReset, path };
      return sendDone(request, reply, accountId, done);
    },
  );

  open.get<{ Querystring: PageQuery }>('/address', { schema: { querystring: PageQuery } }, async (request, reply) => {
    return sendNewAddress(request, reply, request.query.token ?? '');
  });

  open.post<{ Body: TokenForm }>('/address', { schema: { body: TokenForm } }, async (request, reply) => {
    const { token } = request.body;
    const { address: t, login, links } = request.pageContext.texts;
    const mail = mailOf(request.pageContext);
    const end = await mailLinks.changeAddress(token, (address) => ({
      subject: mail.addressSubject,
      text: mail.addressChangedText(address),
    }));
    if ('account' in end) {
      const path = request.pageContext.session ? '/account?done=address' : '/login?note=address';
      return sendDone(request, reply, end.account.id, { title: t.title, text: login.addressChanged, path });
    }
    if (end.refused === 'expired') return sendExpired(request, reply, t.title, '/account');
    return sendNarrow(request, reply, t.title, notice('bad', links.addressTaken), 409, { path: '/account' });
  });

  open.post<{ Body: TokenForm }>(
    '/unlock/open',
    { schema: { body: TokenForm }, config: { returnTo: '/unlock' } },
    async (request, reply) => {
      const { token } = request.body;
      const { unlock, login } = request.pageContext.texts;
      const accountId = await mailLinks.unlock(token);
      if (accountId === undefined) return sendExpired(request, reply, unlock.title, '/unlock');
      await knowBrowser(request, reply, accountId);
      const done = { title: unlock.title, text: login.unlocked, path: '/login?note=unlocked' };
      return sendDone(request, reply, accountId, done);
    },
  );

  async function sendNewAddress(request: FastifyRequest, reply: FastifyReply, token: string) {
    const { address: t } = request.pageContext.texts;
    const link = await mailLinks.find(token, 'address');
    if (!link) return sendExpired(request, reply, t.title, '/account');
    const { accountId } = link;
    return sendOneClick(request, reply, { ...t, lead: t.lead(link.address), action: '/address', token, accountId });
  }

  async function sendReset(request: FastifyRequest, reply: FastifyReply, token: string, error?: string) {
    const { forgot } = request.pageContext.texts;
    const link = await mailLinks.find(token, 'reset');
    if (!link) return sendExpired(request, reply, forgot.title, '/forgot');
    return sendPasswordForm(request, reply, {
      title: forgot.newTitle,
      lead: forgot.newLead,
      button: forgot.setButton,
      action: '/reset',
      token,
      accountId: link.accountId,
      email: link.address,
      error,
    });
  }

  /** Marks the browser as known, so that strangers' failed attempts no longer delay its log-ins. */
  async function knowBrowser(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<void> {
    setBrowserCookie(request, reply, await logIn.knowBrowser(accountId, browserToken(request)));
  }
}

async function sendUnlock(
  request: FastifyRequest,
  reply: FastifyReply,
  { mailLinks }: Pick<DashboardServices, 'mailLinks'>,
  token: string,
) {
  const { title, openLead, openButton } = request.pageContext.texts.unlock;
  const link = await mailLinks.find(token, 'unlock');
  if (!link) return sendExpired(request, reply, title, '/unlock');
  const form = { title, lead: openLead, button: openButton, action: '/unlock/open', token };
  return sendOneClick(request, reply, { ...form, accountId: link.accountId });
}

/**
 * `/forgot` and `/unlock` ask for an e-mail address and send it a mail. The page is the same whether or not the address
 * has an account, so that it does not reveal accounts.
 */
function registerAskRoutes(scope: DashboardScope, purpose: 'reset' | 'unlock'): void {
  const { open, services, limits } = scope;
  const { accounts, registration, mailLinks } = services;
  const path = purpose === 'reset' ? '/forgot' : '/unlock';
  const textsOf = ({ pageContext: { texts } }: FastifyRequest) => (purpose === 'reset' ? texts.forgot : texts.unlock);
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

  open.get<{ Querystring: PageQuery }>(path, { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { title, lead, button, noMail } = textsOf(request);
    const { token } = request.query;
    if (purpose === 'unlock' && token !== undefined) return sendUnlock(request, reply, scope.services, token);
    if (!registration.sendsMail) return sendNarrow(request, reply, title, html`<p>${noMail}</p>`);
    return sendAddressForm(request, reply, { title, lead, button, action: path });
  });

  open.post<{ Body: AddressForm }>(
    path,
    { schema: { body: AddressForm }, config: { returnTo: path } },
    async (request, reply) => {
      const { email } = request.body;
      const { title, lead, button, noMail, sent, waiting } = textsOf(request);
      if (!registration.sendsMail) return sendNarrow(request, reply, title, html`<p>${noMail}</p>`);
      if (normalizeEmail(email) === undefined) {
        const error = request.pageContext.texts.signup.badEmail;
        return sendAddressForm(request, reply, { title, lead, button, action: path }, { email, error });
      }
      const holder = await accounts.findHolder(email);
      const proof = await proofOf(request, holder?.id, services);
      const wait = await limits.mail(request, proof);
      if (wait !== undefined) return sendTooMany(request, reply, wait);
      const outcome = await mailLinks.ask(purpose, email, wordsOf(request), proof !== undefined);
      return sendNarrow(
        request,
        reply,
        title,
        notice(outcome === 'sent' ? 'good' : 'info', outcome === 'sent' ? sent : waiting),
      );
    },
  );
}
