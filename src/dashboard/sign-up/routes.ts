import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '../../accounts/email-address.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { TRIAL_DAYS, TRIAL_PLAN } from '../../accounts/plans.ts';
import { ServiceError } from '../../errors.ts';
import { toCredits } from '../../lib/credits.ts';
import { networkOf } from '../../lib/network-of.ts';
import type { AccountRecord } from '../../store/types.ts';
import { enter } from '../log-in/enter.ts';
import { localPath, withNext } from '../form.ts';
import { html, type Content } from '../html.ts';
import { formRoute } from '../form-route.ts';
import { OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import { notice, seeOther, sendTooMany, sendNarrow } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import { emailField, form, newPasswordField } from '../components/form.ts';
import { sendDone, sendExpired, sendLinkForm } from '../mailed-links/view.ts';
import { accountOf, mailOf, type PageContext } from '../page-context.ts';
import { setNextPath, takeNextPath } from '../cookies.ts';

interface Refused {
  email: string;
  text?: Content;
  emailError?: string;
  passwordError?: string;
}

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
      const refuse = (refused: Omit<Refused, 'email'>): FastifyReply =>
        sendSignup(reply, services, next, { email, ...refused });
      const { rule } = registration;
      if (rule === 'closed') return refuse({ text: texts.home.closed });
      const address = normalizeEmail(email);
      if (address === undefined) return refuse({ emailError: texts.signup.badEmail });
      if (!registration.admits(address)) {
        return refuse({ emailError: texts.signup.domainRefused(rule === 'open' ? '' : rule.join(', ')) });
      }
      if (registration.sendsMail) {
        const outcome = await registration.ask(address, signupWords(request.pageContext));
        const path = localPath(next || undefined, '');
        setNextPath(reply, path);
        return sendLookIntoMailbox(reply, address, outcome === 'sent');
      }
      if (!isPassword(password)) return refuse({ passwordError: texts.signup.shortPassword });
      try {
        return await begin(reply, await registration.register(address, password, networkOf(request.ip)), next);
      } catch (error) {
        if (error instanceof ServiceError && error.reason === 'validation') {
          return refuse({ emailError: texts.signup.refused });
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
      const { confirm, login, signup } = request.pageContext.texts;
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
      return sendNarrow(reply, {
        title: confirm.title,
        status: 409,
        body: html`${notice('info', confirm.taken)}<a class="button primary" href="/login">${login.title}</a>`,
      });
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
    const { confirm } = request.pageContext.texts;
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

/** The last step of a sign-up by mail. */
function sendFinish(reply: FastifyReply, token: string, email: string, passwordError?: string): FastifyReply {
  const { texts } = reply.request.pageContext;
  const { confirm, signup } = texts;
  return sendLinkForm(reply, {
    title: confirm.finishTitle,
    lead: confirm.passwordLead(email),
    fields: [{ ...newPasswordField(texts), hint: confirm.passwordHint }],
    button: signup.button,
    action: '/confirm',
    token,
    email,
    passwordError,
  });
}

/** The page is the same for every e-mail address, so that it does not reveal whether the address has an account. */
function sendLookIntoMailbox(reply: FastifyReply, address: string, sent: boolean): FastifyReply {
  const { signup, login } = reply.request.pageContext.texts;
  return sendNarrow(reply, {
    title: signup.checkTitle,
    body: html`<p role="status">${sent ? signup.checkText(address) : signup.waiting(address)}</p>
      <p class="hint">
        ${signup.checkNothing} ${sent && html`${signup.checkAgain} <a href="/signup">${signup.title}</a>`}
      </p>
      <p class="hint">${signup.have} <a href="/login">${login.title}</a></p>`,
  });
}

function sendSignup(
  reply: FastifyReply,
  { registration, accounts }: DashboardServices,
  wished: string | undefined,
  refused?: Refused,
): FastifyReply {
  const { texts, csrf, formats } = reply.request.pageContext;
  const next = localPath(wished || undefined, '');
  const { signup, common, home, login } = texts;
  const { rule, sendsMail } = registration;
  const credits = formats.number(toCredits(accounts.plans.get(TRIAL_PLAN)?.allowance ?? 0));
  const password = { ...newPasswordField(texts), label: common.password };
  const signUpForm = {
    id: 'form',
    action: '/signup',
    csrf,
    hidden: { next },
    fields: [emailField(texts), ...(sendsMail ? [] : [password])],
    below: html`<p class="hint field">${sendsMail ? signup.mailNote : signup.noMailNote}</p>
      <p class="hint field">${signup.trialNote}</p>`,
    button: sendsMail ? signup.mailButton : signup.button,
    kind: 'primary',
  } as const;
  return sendNarrow(reply, {
    title: signup.title,
    status: refused ? 400 : 200,
    path: withNext('/signup', next),
    body: html`${
        rule === 'closed'
          ? html`<p>${home.closed}</p>`
          : html`<p>${signup.lead(TRIAL_DAYS, credits)}</p>
              ${refused?.text && notice('bad', refused.text)}
              ${rule !== 'open' && html`<p class="hint">${signup.domains(rule.join(', '))}</p>`}
              ${form(signUpForm, { email: refused?.email }, { email: refused?.emailError, password: refused?.passwordError })}`
      }
      <p class="hint">${signup.have} <a href="${withNext('/login', next)}">${login.title}</a></p>`,
  });
}
