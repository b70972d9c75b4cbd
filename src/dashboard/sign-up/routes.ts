import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '../../accounts/email-address.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { ServiceError } from '../../errors.ts';
import { networkOf } from '../../lib/network-of.ts';
import type { AccountRecord } from '../../store/types.ts';
import { enter } from '../enter.ts';
import { localPath } from '../form.ts';
import { formRoute } from '../form-route.ts';
import { OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import { seeOther, sendTooMany } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import { sendDone, sendExpired, sendLinkForm } from '../components/mailed-link.ts';
import { accountOf, mailOf, type PageContext } from '../page-context.ts';
import { setNextPath, takeNextPath } from '../cookies.ts';
import { sendFinish, sendLookIntoMailbox, sendSignup, sendTaken, type RefusedSignUp } from './view.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export function registerSignUpRoutes({ open, own, services, limits }: DashboardScope): void {
  const { registration, mailLinks } = services;

  open.get('/signup', { schema: { querystring: PageQuery } }, (request, reply) => {
    const { next } = request.query;
    return request.pageContext.session
      ? seeOther(reply, localPath(next, '/dashboard'))
      : sendSignup(reply, services, next);
  });

  /** Without mail, the user chooses the password in this form; otherwise, on the page of the mailed link. */
  open.post(
    '/signup',
    formRoute(
      {
        email: TextField,
        password: OptionalField,
        next: OptionalField,
      },
      { returnTo: '/signup', limit: 'registerByAddress' },
    ),
    async (request, reply) => {
      const { email, password = '', next } = request.body;
      const { texts } = request.pageContext;
      const refuse = (refused: Omit<RefusedSignUp, 'email'>): FastifyReply =>
        sendSignup(reply, services, next, { email, ...refused });
      const { rule } = registration;
      if (rule === 'closed') return refuse({ text: texts.home.closed });
      const address = normalizeEmail(email);
      if (address === undefined) return refuse({ emailError: textsOf(texts, TEXTS).signup.badEmail });
      if (!registration.admits(address)) {
        return refuse({
          emailError: textsOf(texts, TEXTS).signup.domainRefused(rule === 'open' ? '' : rule.join(', ')),
        });
      }
      if (registration.sendsMail) {
        const outcome = await registration.ask(address, signupWords(request.pageContext));
        const path = localPath(next || undefined, '');
        setNextPath(reply, path);
        return sendLookIntoMailbox(reply, address, outcome === 'sent');
      }
      if (!isPassword(password)) return refuse({ passwordError: textsOf(texts, TEXTS).signup.shortPassword });
      try {
        return await begin(reply, await registration.register(address, password, networkOf(request.ip)), next);
      } catch (error) {
        if (error instanceof ServiceError && error.reason === 'validation') {
          return refuse({ emailError: textsOf(texts, TEXTS).signup.refused });
        }
        throw error;
      }
    },
  );

  open.get('/confirm', { schema: { querystring: PageQuery } }, async (request, reply) => {
    return sendConfirm(reply, request.query.token ?? '');
  });

  open.post(
    '/confirm',
    formRoute(
      {
        token: TokenField,
        password: OptionalField,
        email: OptionalField,
      },
      { returnTo: '/signup' },
    ),
    async (request, reply) => {
      const { token, password } = request.body;
      const { confirm, signup } = textsOf(request.pageContext, TEXTS);
      if (password === undefined) {
        const accountId = await mailLinks.confirm(token);
        if (accountId === undefined) return sendExpired(reply, confirm.title, await resend(request));
        const path = request.pageContext.session ? '/dashboard?done=confirmed' : '/login?note=confirmed';
        return sendDone(reply, accountId, { title: confirm.title, text: confirm.done, path });
      }
      const email = await registration.awaited(token);
      if (email === undefined) return sendExpired(reply, confirm.title, '/signup');
      if (!isPassword(password)) return sendFinish(reply, token, email, signup.shortPassword);
      const end = await registration.finish(token, password);
      if ('account' in end) return begin(reply, end.account, takeNextPath(reply));
      if (end.refused === 'expired') return sendExpired(reply, confirm.title, '/signup');
      return sendTaken(reply);
    },
  );

  own.post('/confirm/resend', formRoute({}), async (request, reply) => {
    const mail = mailOf(request.pageContext);
    const account = accountOf(request);
    const wait = await limits.mail(request, await proofOf(request, account.id, services));
    if (wait !== undefined) return sendTooMany(reply, wait);
    if ((await registration.confirmation(account.id)) !== 'pending') return seeOther(reply, '/dashboard');
    const asked = await mailLinks.sendConfirmation(account, (link) => ({
      subject: mail.confirmSubject,
      text: mail.confirmText(link),
    }));
    return seeOther(reply, `/dashboard?done=${asked === 'sent' ? 'resent' : 'waiting'}`);
  });

  async function sendConfirm(reply: FastifyReply, token: string): Promise<FastifyReply> {
    const { request } = reply;
    const { confirm } = textsOf(request.pageContext, TEXTS);
    const email = await registration.awaited(token);
    if (email !== undefined) return sendFinish(reply, token, email);
    const link = await mailLinks.find(token, 'confirm');
    if (!link) return sendExpired(reply, confirm.title, await resend(request));
    return sendLinkForm(reply, { ...confirm, action: '/confirm', token, accountId: link.accountId });
  }

  /**
   * Logs the new account in and redirects to `next`. Without `next`, redirects to the overview, or to the account page
   * if there is no trial.
   */
  function begin(reply: FastifyReply, { id, trialEndsAt }: AccountRecord, next: string | undefined) {
    const spent = trialEndsAt !== null && trialEndsAt <= services.clock.now();
    const path = localPath(next || undefined, spent ? '/account?done=no-trial' : '/dashboard');
    return enter(reply, services, id, path);
  }

  async function resend(request: FastifyRequest): Promise<'/signup' | '/dashboard'> {
    const { session } = request.pageContext;
    return session && (await registration.confirmation(session.account.id)) === 'pending' ? '/dashboard' : '/signup';
  }
}

function signupWords(pageContext: PageContext) {
  const mail = mailOf(pageContext);
  return {
    link: (link: string) => ({ subject: mail.confirmSubject, text: mail.signupText(link) }),
    other: { subject: mail.knownSubject, text: mail.knownText },
  };
}
