import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { networkOf } from '../../lib/network-of.ts';
import { enter } from './enter.ts';
import { localPath, withNext } from '../form.ts';
import { html, type Content } from '../html.ts';
import { formSchema, OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import { csrfField, notice, seeOther, sendPage } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import { sendNarrow, sendOneClick } from '../mailed-links/view.ts';
import { emailField, form, passwordField } from '../components/form.ts';
import type { AccountRecord } from '../../store/types.ts';
import { throttled } from './throttled.ts';
import { clearSessionCookie, setStepCookie } from '../page-context.ts';

const LoginForm = formSchema({ email: TextField, password: TextField, next: OptionalField });
const LinkForm = formSchema({ token: TokenField });
const LogoutForm = formSchema({ next: OptionalField });

type LoginForm = Static<typeof LoginForm>;
type LinkForm = Static<typeof LinkForm>;
type LogoutForm = Static<typeof LogoutForm>;

interface Refused {
  email: string;
  text?: Content;
  status?: 401 | 429;
}

/** Kind and text of the notice above the form, by `note` in the query. */
const NOTES = {
  first: ['info', 'first'],
  'logged-out': ['good', 'loggedOut'],
  deleted: ['good', 'deleted'],
  reset: ['good', 'passwordReset'],
  unlocked: ['good', 'unlocked'],
  address: ['good', 'addressChanged'],
  confirmed: ['good', 'confirmed'],
  'code-expired': ['info', 'codeExpired'],
} as const;

/** `/login` and `/logout`. Second-factor codes are asked for at `/code`. */
export function registerLogInRoutes({ open, services, limits }: DashboardScope): void {
  const { logIn, logInLinks, accounts } = services;

  open.get<{ Querystring: PageQuery }>('/login', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { token, next, note } = request.query;
    if (token !== undefined) return sendLink(request, reply, services, token);
    return request.pageContext.session
      ? seeOther(reply, localPath(next, '/dashboard'))
      : sendLogin(request, reply, services, { next, note });
  });

  open.post<{ Body: LinkForm }>(
    '/login/open',
    { schema: { body: LinkForm }, config: { returnTo: '/login' } },
    async (request, reply) => {
      const account = await logInLinks.use(request.body.token);
      if (!account) return sendUsedLink(request, reply);
      return continueLogIn(request, reply, account, '/keys');
    },
  );

  open.post<{ Body: LoginForm }>(
    '/login',
    { schema: { body: LoginForm }, config: { returnTo: '/login' } },
    async (request, reply) => {
      const { email, password, next } = request.body;
      const { texts } = request.pageContext;
      const holder = await accounts.findHolder(email);
      const proof = await proofOf(request, holder?.id, services);
      const attempt = await limits.logIn(request, email, proof);
      if (attempt.waitMinutes !== undefined) {
        reply.header('retry-after', String(attempt.waitMinutes * 60));
        const text = throttled(services, texts, attempt.waitMinutes);
        return sendLogin(request, reply, services, { next, refused: { email, text, status: 429 } });
      }
      const account = await logIn.check(
        email,
        password,
        proof === undefined ? networkOf(request.ip) : { proved: proof },
      );
      if (!account) {
        return sendLogin(request, reply, services, { next, refused: { email, text: texts.login.wrong, status: 401 } });
      }
      await attempt.succeeded();
      const path = localPath(next || undefined, '/dashboard');
      return continueLogIn(request, reply, account, path);
    },
  );

  open.post<{ Body: LogoutForm }>(
    '/logout',
    { schema: { body: LogoutForm }, config: { returnTo: '/login' } },
    async (request, reply) => {
      if (request.pageContext.session) await services.sessions.end(request.pageContext.session.record);
      clearSessionCookie(request, reply);
      // The consent page posts `next`, so that the user can log in with another account and return to it.
      return seeOther(reply, withNext('/login?note=logged-out', request.body.next));
    },
  );

  /**
   * Continues after a correct password or log-in link: to `/code` if the account has a second factor, else to `path`.
   */
  async function continueLogIn(request: FastifyRequest, reply: FastifyReply, account: AccountRecord, path: string) {
    if (await logIn.needsCode(account.id)) {
      setStepCookie(request, reply, await logIn.startStep(account));
      return seeOther(reply, `/code?next=${encodeURIComponent(path)}`);
    }
    await logIn.noteStart(account.id);
    return enter(request, reply, services, account.id, path);
  }
}

/** The page of a log-in link. Opening the page changes nothing, since link scanners open links too. */
async function sendLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { logInLinks }: Pick<DashboardServices, 'logInLinks'>,
  token: string,
): Promise<FastifyReply> {
  const account = await logInLinks.find(token);
  if (!account) return sendUsedLink(request, reply);
  const { title, button, linkLead } = request.pageContext.texts.login;
  const form = { title, lead: linkLead(account.email), button, action: '/login/open', token };
  return sendOneClick(request, reply, { ...form, accountId: account.id });
}

function sendUsedLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { title, linkUsed } = request.pageContext.texts.login;
  const body = html`${notice('bad', linkUsed)}
    <div class="actions"><a class="button" href="/login">${title}</a></div>`;
  return sendNarrow(request, reply, title, body, 400, { path: '/login' });
}

function sendLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  { next: wished, note, refused }: { next?: string | undefined; note?: string | undefined; refused?: Refused },
): FastifyReply {
  const { texts } = request.pageContext;
  const { login, common, signup } = texts;
  const next = localPath(wished || undefined, '');
  const message = note !== undefined && Object.hasOwn(NOTES, note) && NOTES[note as keyof typeof NOTES];
  return sendPage(request, reply, {
    title: login.title,
    status: refused?.status ?? 200,
    path: withNext('/login', next),
    body: html`<section class="narrow">
      <h1>${login.title}</h1>
      ${refused?.text ? notice('bad', refused.text) : message && notice(message[0], login[message[1]])}
      ${form(
        {
          id: 'form',
          action: '/login',
          csrf: csrfField(request, reply),
          hidden: { next },
          fields: [emailField(texts), passwordField(common.password)],
          button: login.button,
          kind: 'primary',
        },
        { email: refused?.email },
      )}
      <p class="hint"><a href="/forgot">${login.forgot}</a></p>
      ${services.registration.rule !== 'closed' && html`<p class="hint">${login.noAccount} <a href="${withNext('/signup', next)}">${signup.title}</a></p>`}
    </section>`,
  });
}
