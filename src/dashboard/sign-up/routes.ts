import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
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
import { formSchema, OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import { csrfField, notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import { emailField, form, newPasswordField } from '../components/form.ts';
import { sendDone, sendExpired, sendNarrow, sendOneClick, sendPasswordForm } from '../mailed-links/view.ts';
import { accountOf, mailOf, setNextCookie, takeNextCookie, type PageContext } from '../page-context.ts';

/** Without mail, the password is chosen in this form; otherwise on the page of the mailed link. */
const SignupForm = formSchema({
  email: TextField,
  password: OptionalField,
  next: OptionalField,
});
const ConfirmForm = formSchema({
  token: TokenField,
  password: OptionalField,
  email: OptionalField,
});
const ResendForm = formSchema({});

type SignupForm = Static<typeof SignupForm>;
type ConfirmForm = Static<typeof ConfirmForm>;

interface Refused {
  email: string;
  text?: Content;
  emailError?: string;
  passwordError?: string;
}

/** `/signup`, and `/confirm`, the page of the mailed link. */
export function registerSignUpRoutes({ open, own, services, limits }: DashboardScope): void {
  const { registration, mailLinks } = services;

  open.get<{ Querystring: PageQuery }>('/signup', { schema: { querystring: PageQuery } }, (request, reply) => {
    const { next } = request.query;
    return request.pageContext.session
      ? seeOther(reply, localPath(next, '/dashboard'))
      : sendSignup(request, reply, services, next);
  });

  open.post<{ Body: SignupForm }>(
    '/signup',
    { schema: { body: SignupForm }, config: { returnTo: '/signup' } },
    async (request, reply) => {
      const { email, password = '', next } = request.body;
      const { texts } = request.pageContext;
      const wait = await limits.registerByAddress(request);
      if (wait !== undefined) return sendTooMany(request, reply, wait);
      const refuse = (refused: Omit<Refused, 'email'>): FastifyReply =>
        sendSignup(request, reply, services, next, { email, ...refused });
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
        setNextCookie(request, reply, path);
        return sendLookIntoMailbox(request, reply, address, outcome === 'sent');
      }
      if (!isPassword(password)) return refuse({ passwordError: texts.signup.shortPassword });
      try {
        return await begin(request, reply, await registration.register(address, password, networkOf(request.ip)), next);
      } catch (error) {
        if (error instanceof ServiceError && error.reason === 'validation') {
          return refuse({ emailError: texts.signup.refused });
        }
        throw error;
      }
    },
  );

  open.get<{ Querystring: PageQuery }>('/confirm', { schema: { querystring: PageQuery } }, async (request, reply) => {
    return sendConfirm(request, reply, request.query.token ?? '');
  });

  open.post<{ Body: ConfirmForm }>(
    '/confirm',
    { schema: { body: ConfirmForm }, config: { returnTo: '/signup' } },
    async (request, reply) => {
      const { token, password } = request.body;
      const { confirm, login, signup } = request.pageContext.texts;
      if (password === undefined) {
        const accountId = await mailLinks.confirm(token);
        if (accountId === undefined) return sendExpired(request, reply, confirm.title, await resend(request));
        const path = request.pageContext.session ? '/dashboard?done=confirmed' : '/login?note=confirmed';
        return sendDone(request, reply, accountId, { title: confirm.title, text: confirm.done, path });
      }
      const email = await registration.awaited(token);
      if (email === undefined) return sendExpired(request, reply, confirm.title, '/signup');
      if (!isPassword(password)) return sendFinish(request, reply, token, email, signup.shortPassword);
      const end = await registration.finish(token, password);
      if ('account' in end) return begin(request, reply, end.account, takeNextCookie(request, reply));
      if (end.refused === 'expired') return sendExpired(request, reply, confirm.title, '/signup');
      return sendNarrow(
        request,
        reply,
        confirm.title,
        html`${notice('info', confirm.taken)}<a class="button primary" href="/login">${login.title}</a>`,
        409,
      );
    },
  );

  own.post('/confirm/resend', { schema: { body: ResendForm } }, async (request, reply) => {
    const mail = mailOf(request.pageContext);
    const account = accountOf(request);
    const wait = await limits.mail(request, await proofOf(request, account.id, services));
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    if ((await registration.confirmation(account.id)) !== 'pending') return seeOther(reply, '/dashboard');
    const asked = await mailLinks.sendConfirmation(account, (link) => ({
      subject: mail.confirmSubject,
      text: mail.confirmText(link),
    }));
    return seeOther(reply, `/dashboard?done=${asked === 'sent' ? 'resent' : 'waiting'}`);
  });

  async function sendConfirm(request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
    const { confirm } = request.pageContext.texts;
    const email = await registration.awaited(token);
    if (email !== undefined) return sendFinish(request, reply, token, email);
    const link = await mailLinks.find(token, 'confirm');
    if (!link) return sendExpired(request, reply, confirm.title, await resend(request));
    return sendOneClick(request, reply, { ...confirm, action: '/confirm', token, accountId: link.accountId });
  }

  /**
   * Logs the new account in and redirects to `next`; without `next`, to the overview, or to the account page if there
   * is no trial.
   */
  function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, trialEndsAt }: AccountRecord,
    next: string | undefined,
  ) {
    const spent = trialEndsAt !== null && trialEndsAt <= services.clock.now();
    const path = localPath(next || undefined, spent ? '/account?done=no-trial' : '/dashboard');
    return enter(request, reply, services, id, path);
  }

  /**
   * The page where the user can request a new confirmation link: the dashboard for a logged-in user with an unconfirmed
   * address, else `/signup`.
   */
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

/** Asks for a password, the last step of a sign-up by mail. */
function sendFinish(request: FastifyRequest, reply: FastifyReply, token: string, email: string, error?: string) {
  const { confirm, signup } = request.pageContext.texts;
  return sendPasswordForm(request, reply, {
    title: confirm.finishTitle,
    lead: confirm.passwordLead(email),
    hint: confirm.passwordHint,
    button: signup.button,
    action: '/confirm',
    token,
    email,
    error,
  });
}

/** The page is the same for every address, so that it does not reveal whether the address has an account. */
function sendLookIntoMailbox(request: FastifyRequest, reply: FastifyReply, address: string, sent: boolean) {
  const { signup, login } = request.pageContext.texts;
  return sendNarrow(
    request,
    reply,
    signup.checkTitle,
    html`<p role="status">${sent ? signup.checkText(address) : signup.waiting(address)}</p>
      <p class="hint">
        ${signup.checkNothing} ${sent && html`${signup.checkAgain} <a href="/signup">${signup.title}</a>`}
      </p>
      <p class="hint">${signup.have} <a href="/login">${login.title}</a></p>`,
  );
}

function sendSignup(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  wished: string | undefined,
  refused?: Refused,
): FastifyReply {
  const { texts } = request.pageContext;
  const next = localPath(wished || undefined, '');
  const { signup, common, home, login } = texts;
  const { rule, sendsMail } = services.registration;
  const body =
    rule === 'closed'
      ? html`<p>${home.closed}</p>`
      : html`<p>${signup.lead(TRIAL_DAYS, trialCredits(services, request))}</p>
          ${refused?.text && notice('bad', refused.text)}
          ${rule !== 'open' && html`<p class="hint">${signup.domains(rule.join(', '))}</p>`}
          ${form(
            {
              id: 'form',
              action: '/signup',
              csrf: csrfField(request, reply),
              hidden: { next },
              fields: [
                emailField(texts),
                ...(sendsMail ? [] : [{ ...newPasswordField(texts), label: common.password }]),
              ],
              below: html`<p class="hint field">${sendsMail ? signup.mailNote : signup.noMailNote}</p>
                <p class="hint field">${signup.trialNote}</p>`,
              button: sendsMail ? signup.mailButton : signup.button,
              kind: 'primary',
            },
            { email: refused?.email },
            { email: refused?.emailError, password: refused?.passwordError },
          )}`;
  return sendPage(request, reply, {
    title: signup.title,
    status: refused && (refused.text ?? refused.emailError ?? refused.passwordError) ? 400 : 200,
    path: withNext('/signup', next),
    body: html`<section class="narrow">
      <h1>${signup.title}</h1>
      ${body}
      <p class="hint">${signup.have} <a href="${withNext('/login', next)}">${login.title}</a></p>
    </section>`,
  });
}

function trialCredits(services: DashboardServices, request: FastifyRequest): string {
  const plan = services.accounts.plans.get(TRIAL_PLAN);
  return request.pageContext.formats.number(toCredits(plan?.allowance ?? 0));
}
