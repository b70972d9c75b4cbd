import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireEmail } from '../../accounts/accounts.ts';
import { TRIAL_DAYS, TRIAL_PLAN } from '../../accounts/plans.ts';
import { ServiceError } from '../../errors.ts';
import { toCredits } from '../../lib/credits.ts';
import { networkOf } from '../../lib/network-of.ts';
import { localPath, posted, queried } from '../form.ts';
import { html, type Content } from '../html.ts';
import type { DashboardServices } from '../services.ts';
import { csrfField, notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { isLanguage, type Texts } from '../texts/index.ts';
import { inputField } from '../views/fields.ts';
import { clearSessionCookie, LANGUAGE_COOKIE, setSessionCookie } from '../visit.ts';

const YEAR_SECONDS = 31_536_000;

/** What the trial grants, as people read it. */
function trialCredits(services: DashboardServices, request: FastifyRequest): string {
  const plan = services.accounts.plans.get(TRIAL_PLAN);
  return request.visit.formats.number(toCredits(plan?.allowance ?? 0));
}

/** `/`, `/signup`, `/login`, `/logout` and the switch of languages. */
export function registerEntryRoutes({ open, services, limits }: DashboardScope): void {
  open.get('/', (request, reply) => sendHome(request, reply, services));

  open.get('/signup', (request, reply) =>
    request.visit.session ? seeOther(reply, '/dashboard') : sendSignup(request, reply, services),
  );

  open.post('/signup', async (request, reply) => {
    const { texts } = request.visit;
    const wait = await limits.registerByAddress(request);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    const email = posted(request, 'email');
    const refuse = (text: string): FastifyReply => sendSignup(request, reply, services, { email, text });
    const password = posted(request, 'password');
    const { rule } = services.registration;
    if (rule === 'closed') return refuse(texts.home.closed);
    const address = readEmail(email);
    if (address === undefined) return refuse(texts.signup.badEmail);
    if (rule !== 'open' && !rule.includes(address.slice(address.lastIndexOf('@') + 1))) {
      return refuse(texts.signup.domainRefused(rule.join(', ')));
    }
    if (password.length < 10 || password.length > 1000) return refuse(texts.signup.shortPassword);
    try {
      const words = (link: string) => ({ subject: texts.mail.confirmSubject, text: texts.mail.confirmText(link) });
      const account = await services.registration.register(address, password, words, networkOf(request.ip));
      return await enter(request, reply, services, account.id, '/dashboard');
    } catch (error) {
      if (error instanceof ServiceError && error.reason !== 'rate_limited') return refuse(texts.signup.refused);
      throw error;
    }
  });

  open.get('/login', (request, reply) =>
    request.visit.session ? seeOther(reply, '/dashboard') : sendLogin(request, reply),
  );

  open.post('/login', async (request, reply) => {
    const { texts } = request.visit;
    const email = posted(request, 'email');
    const wait =
      (await limits.logInByAddress(request)) ??
      (await limits.logInToAccount(request, email)) ??
      (await limits.logInFromAnywhere(request, email));
    if (wait !== undefined) {
      reply.header('retry-after', String(wait * 60));
      return sendLogin(request, reply, { email, text: texts.login.tooMany(wait), status: 429 });
    }
    const account = await services.registration.logIn(email, posted(request, 'password'), networkOf(request.ip));
    if (!account) return sendLogin(request, reply, { email, text: texts.login.wrong, status: 401 });
    return enter(request, reply, services, account.id, localPath(posted(request, 'next') || undefined, '/dashboard'));
  });

  open.post('/logout', async (request, reply) => {
    if (request.visit.session) await services.sessions.end(request.visit.session.record);
    clearSessionCookie(request, reply);
    return seeOther(reply, '/login?note=logged-out');
  });

  open.post('/language', (request, reply) => {
    const language = posted(request, 'language');
    if (isLanguage(language)) {
      reply.setCookie(LANGUAGE_COOKIE, language, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.visit.secure,
        maxAge: YEAR_SECONDS,
      });
    }
    return seeOther(reply, localPath(posted(request, 'back'), '/'));
  });
}

/** A session of its own for each log-in: one that the browser brought along ends. */
async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  accountId: string,
  path: string,
): Promise<FastifyReply> {
  if (request.visit.session) await services.sessions.end(request.visit.session.record);
  clearSessionCookie(request, reply);
  setSessionCookie(request, reply, await services.sessions.start(accountId));
  return seeOther(reply, path);
}

function readEmail(text: string): string | undefined {
  try {
    return requireEmail(text);
  } catch {
    return undefined;
  }
}

function sendHome(request: FastifyRequest, reply: FastifyReply, services: DashboardServices): FastifyReply {
  const { texts, session, baseUrl } = request.visit;
  const { home, menu } = texts;
  const closed = services.registration.rule === 'closed';
  return sendPage(request, reply, {
    title: home.title,
    body: html`<section class="hero">
        <h1>${home.title}</h1>
        <p class="lead">${home.lead}</p>
        <div class="actions">
          ${
            session
              ? html`<a class="button primary" href="/dashboard">${menu.dashboard}</a>`
              : [
                  !closed && html`<a class="button primary" href="/signup">${home.start}</a>`,
                  html` <a class="button" href="/login">${menu.login}</a>`,
                ]
          }
        </div>
        ${closed && !session && html`<p class="hint">${home.closed}</p>`}
      </section>
      <div class="columns">
        <section>
          <h2>${home.tools}</h2>
          <dl>
            ${home.toolList.map(
              ([name, text]) =>
                html`<dt class="mono"><strong>${name}</strong></dt>
                  <dd class="field">${text}</dd>`,
            )}
          </dl>
        </section>
        <section>
          <h2>${home.how}</h2>
          <ol class="plain">
            ${home.steps.map((step) => html`<li>${step}</li>`)}
          </ol>
          <p>${home.trial(TRIAL_DAYS, trialCredits(services, request))}</p>
          <h3>${home.endpoint}</h3>
          <pre>POST ${baseUrl}/mcp</pre>
        </section>
      </div>`,
  });
}

function sendSignup(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  fault?: { email: string; text: string },
): FastifyReply {
  const { texts } = request.visit;
  const { signup, common, home, login } = texts;
  const { rule, sendsMail } = services.registration;
  const form =
    rule === 'closed'
      ? html`<p>${home.closed}</p>`
      : html`<p>${signup.lead(TRIAL_DAYS, trialCredits(services, request))}</p>
          ${fault && notice('bad', fault.text)}
          ${rule !== 'open' && html`<p class="hint">${signup.domains(rule.join(', '))}</p>`}
          <form method="post" action="/signup">
            ${csrfField(request, reply)}
            ${inputField({ name: 'email', type: 'email', label: common.email, value: fault?.email ?? '', autocomplete: 'username', required: true, maxLength: 254 })}
            ${inputField({ name: 'password', type: 'password', label: common.password, hint: common.passwordHint, autocomplete: 'new-password', required: true, minLength: 10, maxLength: 1000 })}
            <p class="hint field">${sendsMail ? signup.mailNote : signup.noMailNote}</p>
            <button class="primary">${signup.button}</button>
          </form>`;
  return sendPage(request, reply, {
    title: signup.title,
    status: fault ? 400 : 200,
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
  fault?: { email: string; text: string; status: number },
): FastifyReply {
  const { texts } = request.visit;
  const { login, common, signup } = texts;
  const next = localPath(queried(request, 'next') ?? (posted(request, 'next') || undefined), '');
  return sendPage(request, reply, {
    title: login.title,
    status: fault?.status ?? 200,
    body: html`<section class="narrow">
      <h1>${login.title}</h1>
      ${fault ? notice('bad', fault.text) : loginNote(queried(request, 'note'), texts)}
      <form method="post" action="/login">
        ${csrfField(request, reply)} ${next && html`<input type="hidden" name="next" value="${next}" />`}
        ${inputField({ name: 'email', type: 'email', label: common.email, value: fault?.email ?? '', autocomplete: 'username', required: true, maxLength: 254 })}
        ${inputField({ name: 'password', type: 'password', label: common.password, autocomplete: 'current-password', required: true, maxLength: 1000 })}
        <button class="primary">${login.button}</button>
      </form>
      <p class="hint"><a href="/forgot">${login.forgot}</a></p>
      <p class="hint">${login.noAccount} <a href="/signup">${signup.title}</a></p>
    </section>`,
  });
}

function loginNote(note: string | undefined, { login }: Texts): Content {
  if (note === 'first') return notice('info', login.first);
  if (note === 'logged-out') return notice('good', login.loggedOut);
  if (note === 'deleted') return notice('good', login.deleted);
  if (note === 'reset') return notice('good', login.passwordReset);
  return null;
}
