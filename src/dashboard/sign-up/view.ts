import type { FastifyReply } from 'fastify';
import { TRIAL_DAYS, TRIAL_PLAN } from '../../accounts/plans.ts';
import { toCredits } from '../../lib/credits.ts';
import { emailField, form, newPasswordField } from '../components/form.ts';
import { localPath, withNext } from '../form.ts';
import { html, type Content } from '../html.ts';
import { notice, sendNarrow } from '../layout.ts';
import { sendLinkForm } from '../components/mailed-link.ts';
import type { DashboardServices } from '../services.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export interface RefusedSignUp {
  email: string;
  text?: Content;
  emailError?: string;
  passwordError?: string;
}

/** The page that completes a sign-up by mail. */
export function sendFinish(reply: FastifyReply, token: string, email: string, passwordError?: string): FastifyReply {
  const { texts } = reply.request.pageContext;
  const { confirm, signup } = textsOf(texts, TEXTS);
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

/** The address has got an account since the link was sent. */
export function sendTaken(reply: FastifyReply): FastifyReply {
  const { login } = reply.request.pageContext.texts;
  const { confirm } = textsOf(reply.request.pageContext, TEXTS);
  return sendNarrow(reply, {
    title: confirm.title,
    status: 409,
    body: html`${notice('info', confirm.taken)}<a class="button primary" href="/login">${login.title}</a>`,
  });
}

/** The page is the same whether or not the address has an account, so that it does not reveal accounts. */
export function sendLookIntoMailbox(reply: FastifyReply, address: string, sent: boolean): FastifyReply {
  const { login } = reply.request.pageContext.texts;
  const { signup } = textsOf(reply.request.pageContext, TEXTS);
  return sendNarrow(reply, {
    title: signup.checkTitle,
    body: html`<p role="status">${sent ? signup.checkText(address) : signup.waiting(address)}</p>
      <p class="hint">
        ${signup.checkNothing} ${sent && html`${signup.checkAgain} <a href="/signup">${signup.title}</a>`}
      </p>
      <p class="hint">${signup.have} <a href="/login">${login.title}</a></p>`,
  });
}

export function sendSignup(
  reply: FastifyReply,
  { registration, accounts }: DashboardServices,
  wished: string | undefined,
  refused?: RefusedSignUp,
): FastifyReply {
  const { texts, csrf, formats } = reply.request.pageContext;
  const next = localPath(wished || undefined, '');
  const { common, home, login } = texts;
  const { signup } = textsOf(texts, TEXTS);
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
