import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { isPassword } from '../../accounts/accounts.ts';
import { normalizeEmail } from '../../accounts/email-address.ts';
import { TRIAL_DAYS, TRIAL_PLAN } from '../../accounts/plans.ts';
import { ServiceError } from '../../errors.ts';
import { toCredits } from '../../lib/credits.ts';
import { networkOf } from '../../lib/network-of.ts';
import { enter } from '../enter.ts';
import { localPath, queried } from '../form.ts';
import { html, type Content } from '../html.ts';
import { formSchema, OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import type { DashboardServices } from '../services.ts';
import { csrfField, notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import { isLanguage, type Texts } from '../texts/index.ts';
import { inputField } from '../views/fields.ts';
import { heldUp } from '../views/held-up.ts';
import { browserToken, chooseLanguage, clearSessionCookie, setStepCookie } from '../visit.ts';

const SignupForm = formSchema({ email: TextField, password: TextField });
const LoginForm = formSchema({ email: TextField, password: TextField, next: OptionalField });
const LogoutForm = formSchema({});
const LanguageForm = formSchema({ language: TokenField, back: Type.Optional(TextField) });

type SignupForm = Static<typeof SignupForm>;
type LoginForm = Static<typeof LoginForm>;
type LanguageForm = Static<typeof LanguageForm>;

/** What a refused form shows again, and what is said: beside a field, or above the form. */
interface Refused {
  email: string;
  text?: Content;
  emailError?: string;
  passwordError?: string;
  status?: number;
}

/** What the trial grants, as people read it. */
function trialCredits(services: DashboardServices, request: FastifyRequest): string {
  const plan = services.accounts.plans.get(TRIAL_PLAN);
  return request.visit.formats.number(toCredits(plan?.allowance ?? 0));
}

/** `/signup`, `/login`, `/logout` and the switch of languages. */
export function registerEntryRoutes({ open, services, limits }: DashboardScope): void {
  const { registration, logIn, accounts } = services;

  open.get('/signup', (request, reply) =>
    request.visit.session ? seeOther(reply, '/dashboard') : sendSignup(request, reply, services),
  );

  open.post<{ Body: SignupForm }>('/signup', { schema: { body: SignupForm } }, async (request, reply) => {
    const { texts } = request.visit;
    const wait = await limits.registerByAddress(request);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    const { email, password } = request.body;
    const refuse = (refused: Omit<Refused, 'email'>): FastifyReply =>
      sendSignup(request, reply, services, { email, ...refused });
    const { rule } = registration;
    if (rule === 'closed') return refuse({ text: texts.home.closed });
    const address = normalizeEmail(email);
    if (address === undefined) return refuse({ emailError: texts.signup.badEmail });
    if (!registration.admits(address)) {
      return refuse({ emailError: texts.signup.domainRefused(rule === 'open' ? '' : rule.join(', ')) });
    }
    if (!isPassword(password)) return refuse({ passwordError: texts.signup.shortPassword });
    const asker = networkOf(request.ip);
    if (registration.sendsMail) {
      const full = (await limits.mailByAccount(request, address)) ?? (await limits.mailFromAnywhere(request, address));
      if (full !== undefined) return sendTooMany(request, reply, full);
      await registration.ask(address, password, signupWords(texts), asker);
      return sendLookIntoMailbox(request, reply, address);
    }
    try {
      const account = await registration.register(address, password, asker);
      const spent = account.trialEndsAt !== null && account.trialEndsAt <= services.clock.now();
      return await enter(request, reply, services, account.id, spent ? '/account?done=no-trial' : '/dashboard');
    } catch (error) {
      if (error instanceof ServiceError && error.reason !== 'rate_limited') {
        return refuse({ emailError: texts.signup.refused });
      }
      throw error;
    }
  });

  open.get<{ Querystring: PageQuery }>('/login', { schema: { querystring: PageQuery } }, (request, reply) =>
    request.visit.session ? seeOther(reply, '/dashboard') : sendLogin(request, reply, services, request.query.next),
  );

  open.post<{ Body: LoginForm }>('/login', { schema: { body: LoginForm } }, async (request, reply) => {
    const { texts } = request.visit;
    const { email, password, next } = request.body;
    const holder = await accounts.findByEmail(email);
    const provedBy = await logIn.provedBy(browserToken(request));
    const attempt = await limits.logIn(request, email, holder && proofOf(request, holder.id, provedBy));
    if (attempt.waitMinutes !== undefined) {
      reply.header('retry-after', String(attempt.waitMinutes * 60));
      const text = heldUp(services, texts, attempt.waitMinutes);
      return sendLogin(request, reply, services, next, { email, text, status: 429 });
    }
    const account = await logIn.check(email, password, networkOf(request.ip));
    if (!account) {
      return sendLogin(request, reply, services, next, { email, text: texts.login.wrong, status: 401 });
    }
    await attempt.succeeded();
    const path = localPath(next || undefined, '/dashboard');
    if (await logIn.needsCode(account.id)) {
      setStepCookie(request, reply, await logIn.startStep(account));
      return seeOther(reply, `/code?next=${encodeURIComponent(path)}`);
    }
    await logIn.noteStart(account.id);
    return enter(request, reply, services, account.id, path);
  });

  open.post('/logout', { schema: { body: LogoutForm } }, async (request, reply) => {
    if (request.visit.session) await services.sessions.end(request.visit.session.record);
    clearSessionCookie(request, reply);
    return seeOther(reply, '/login?note=logged-out');
  });

  open.post<{ Body: LanguageForm }>('/language', { schema: { body: LanguageForm } }, async (request, reply) => {
    const { language, back } = request.body;
    if (isLanguage(language)) chooseLanguage(request, reply, language);
    return seeOther(reply, localPath(back, '/'));
  });
}

function signupWords({ mail }: Texts) {
  return {
    link: (link: string) => ({ subject: mail.confirmSubject, text: mail.signupText(link) }),
    known: { subject: mail.knownSubject, text: mail.knownText },
  };
}

/** The same for every address: whether it has an account is said in its mailbox alone. */
function sendLookIntoMailbox(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  const { signup, login } = request.visit.texts;
  return sendPage(request, reply, {
    title: signup.checkTitle,
    body: html`<section class="narrow">
      <h1>${signup.checkTitle}</h1>
      <p role="status">${signup.checkText(address)}</p>
      <p class="hint">${signup.checkNothing} <a href="/signup">${signup.title}</a></p>
      <p class="hint">${signup.have} <a href="/login">${login.title}</a></p>
    </section>`,
  });
}

function sendSignup(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  refused?: Refused,
): FastifyReply {
  const { texts } = request.visit;
  const { signup, common, home, login } = texts;
  const { rule, sendsMail } = services.registration;
  const form =
    rule === 'closed'
      ? html`<p>${home.closed}</p>`
      : html`<p>${signup.lead(TRIAL_DAYS, trialCredits(services, request))}</p>
          ${refused?.text && notice('bad', refused.text)}
          ${rule !== 'open' && html`<p class="hint">${signup.domains(rule.join(', '))}</p>`}
          <form method="post" action="/signup">
            ${csrfField(request, reply)}
            ${inputField({ name: 'email', type: 'email', label: common.email, value: refused?.email ?? '', error: refused?.emailError, autocomplete: 'username', required: true, maxLength: 254 })}
            ${inputField({ name: 'password', type: 'password', label: common.password, hint: common.passwordHint, error: refused?.passwordError, autocomplete: 'new-password', required: true, minLength: 10, maxLength: 1000 })}
            <p class="hint field">${sendsMail ? signup.mailNote : signup.noMailNote}</p>
            <p class="hint field">${signup.trialNote}</p>
            <button class="primary">${signup.button}</button>
          </form>`;
  return sendPage(request, reply, {
    title: signup.title,
    status: refused ? 400 : 200,
    body: html`<section class="narrow">
      <h1>${signup.title}</h1>
      ${form}
      <p class="hint">${signup.have} <a href="/login">${login.title}</a></p>
    </section>`,
  });
}

function sendLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  wished: string | undefined,
  refused?: Refused,
): FastifyReply {
  const { texts } = request.visit;
  const { login, common, signup } = texts;
  const next = localPath(wished || undefined, '');
  return sendPage(request, reply, {
    title: login.title,
    status: refused?.status ?? 200,
    body: html`<section class="narrow">
      <h1>${login.title}</h1>
      ${refused?.text ? notice('bad', refused.text) : loginNote(queried(request, 'note'), texts)}
      <form method="post" action="/login">
        ${csrfField(request, reply)} ${next && html`<input type="hidden" name="next" value="${next}" />`}
        ${inputField({ name: 'email', type: 'email', label: common.email, value: refused?.email ?? '', autocomplete: 'username', required: true, maxLength: 254 })}
        ${inputField({ name: 'password', type: 'password', label: common.password, autocomplete: 'current-password', required: true, maxLength: 1000 })}
        <button class="primary">${login.button}</button>
      </form>
      <p class="hint"><a href="/forgot">${login.forgot}</a></p>
      ${services.registration.rule !== 'closed' && html`<p class="hint">${login.noAccount} <a href="/signup">${signup.title}</a></p>`}
    </section>`,
  });
}

function loginNote(note: string | undefined, { login }: Texts): Content {
  if (note === 'first') return notice('info', login.first);
  if (note === 'logged-out') return notice('good', login.loggedOut);
  if (note === 'deleted') return notice('good', login.deleted);
  if (note === 'reset') return notice('good', login.passwordReset);
  if (note === 'unlocked') return notice('good', login.unlocked);
  if (note === 'address') return notice('good', login.addressChanged);
  if (note === 'code-expired') return notice('info', login.codeExpired);
  return null;
}
