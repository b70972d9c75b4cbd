import type { FastifyReply } from 'fastify';
import { networkOf } from '../../lib/network-of.ts';
import { enter } from '../enter.ts';
import { localPath, withNext } from '../form.ts';
import { formRoute } from '../form-route.ts';
import { OptionalField, PageQuery, TextField, TokenField } from '../input.ts';
import { seeOther } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import type { AccountRecord } from '../../store/types.ts';
import { throttled } from '../throttled.ts';
import { sendLink, sendLogin, sendUsedLink } from './view.ts';
import { setCookie, clearCookie } from '../cookies.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

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
        return sendLogin(reply, services, { next, refused: { email, text: textsOf(texts, TEXTS).wrong, status: 401 } });
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
