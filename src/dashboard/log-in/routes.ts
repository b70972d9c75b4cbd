import type { FastifyReply } from 'fastify';
import { networkOf } from '../../lib/network-of.ts';
import { enter } from './enter.ts';
import { localPath, withNext } from '../form.ts';
import { html, type Content } from '../html.ts';
import { formRoute } from '../form-route.ts';
import { OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import { notice, seeOther, sendNarrow } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import { sendLinkForm } from '../mailed-links/view.ts';
import { emailField, form, passwordField } from '../components/form.ts';
import type { AccountRecord } from '../../store/types.ts';
import { throttled } from './throttled.ts';
import { setCookie, clearCookie } from '../cookies.ts';

interface Refused {
  email: string;
  text?: Content;
  status?: 401 | 429;
}

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

export function registerLogInRoutes({ open, services, limits }: DashboardScope): void {
  const { logIn, logInLinks, accounts } = services;

  open.get('/login', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { token, next, note } = request.query;
    if (token !== undefined) return sendLink(reply, services, token);
    return request.pageContext.session
      ? seeOther(reply, localPath(next, '/dashboard'))
      : sendLogin(reply, services, { next, note });
  });

  open.post('/login/open', formRoute({ token: TokenField }, { returnTo: '/login' }), async (request, reply) => {
    const account = await logInLinks.use(request.body.token);
    if (!account) return sendUsedLink(reply, services);
    return continueLogIn(reply, account, '/keys');
  });

  open.post(
    '/login',
    formRoute({ email: TextField, password: TextField, next: OptionalField }, { returnTo: '/login' }),
    async (request, reply) => {
      const { email, password, next } = request.body;
      const { texts } = request.pageContext;
      const holder = await accounts.findHolder(email);
      const proof = await proofOf(request, holder?.id, services);
      const attempt = await limits.logIn(request, email, proof);
      if (attempt.waitMinutes !== undefined) {
        reply.header('retry-after', String(attempt.waitMinutes * 60));
        const text = throttled(services, texts, attempt.waitMinutes);
        return sendLogin(reply, services, { next, refused: { email, text, status: 429 } });
      }
      const account = await logIn.check(
        email,
        password,
        proof === undefined ? networkOf(request.ip) : { proved: proof },
      );
      if (!account) {
        return sendLogin(reply, services, { next, refused: { email, text: texts.login.wrong, status: 401 } });
      }
      await attempt.succeeded();
      const path = localPath(next || undefined, '/dashboard');
      return continueLogIn(reply, account, path);
    },
  );

  open.post('/logout', formRoute({ next: OptionalField }, { returnTo: '/login' }), async (request, reply) => {
    if (request.pageContext.session) await services.sessions.end(request.pageContext.session.record);
    clearCookie(reply, 'session');
    // The consent page posts `next`, so that the user can log in with another account and return to it.
    return seeOther(reply, withNext('/login?note=logged-out', request.body.next));
  });

  async function continueLogIn(reply: FastifyReply, account: AccountRecord, path: string) {
    if (await logIn.needsCode(account.id)) {
      setCookie(reply, 'step', await logIn.startStep(account));
      return seeOther(reply, `/code?next=${encodeURIComponent(path)}`);
    }
    await logIn.noteStart(account.id);
    return enter(reply, services, account.id, path);
  }
}

/** Opening the page changes nothing, because link scanners open links too. */
async function sendLink(
  reply: FastifyReply,
  services: Pick<DashboardServices, 'logInLinks' | 'commandLine'>,
  token: string,
): Promise<FastifyReply> {
  const account = await services.logInLinks.find(token);
  if (!account) return sendUsedLink(reply, services);
  const { title, button, linkLead } = reply.request.pageContext.texts.login;
  const lead = linkLead(account.email);
  return sendLinkForm(reply, { title, lead, button, action: '/login/open', token, accountId: account.id });
}

function sendUsedLink(reply: FastifyReply, { commandLine }: Pick<DashboardServices, 'commandLine'>): FastifyReply {
  const { title, linkUsed } = reply.request.pageContext.texts.login;
  const body = html`${notice('bad', linkUsed(commandLine))}
    <div class="actions"><a class="button" href="/login">${title}</a></div>`;
  return sendNarrow(reply, { title, status: 400, path: '/login', body });
}

function sendLogin(
  reply: FastifyReply,
  services: DashboardServices,
  { next: wished, note, refused }: { next?: string | undefined; note?: string | undefined; refused?: Refused },
): FastifyReply {
  const { texts, csrf } = reply.request.pageContext;
  const { login, common, signup } = texts;
  const next = localPath(wished || undefined, '');
  const message = note !== undefined && Object.hasOwn(NOTES, note) && NOTES[note as keyof typeof NOTES];
  const fields = [emailField(texts), passwordField(common.password)];
  return sendNarrow(reply, {
    title: login.title,
    status: refused?.status ?? 200,
    path: withNext('/login', next),
    body: html`${refused?.text ? notice('bad', refused.text) : message && notice(message[0], login[message[1]])}
      ${form(
        { id: 'form', action: '/login', csrf, hidden: { next }, fields, button: login.button, kind: 'primary' },
        { email: refused?.email },
      )}
      <p class="hint"><a href="/forgot">${login.forgot}</a></p>
      ${services.publicUrl === null && html`<p class="hint">${login.operator(services.commandLine)}</p>`}
      ${services.registration.rule !== 'closed' && html`<p class="hint">${login.noAccount} <a href="${withNext('/signup', next)}">${signup.title}</a></p>`}`,
  });
}
