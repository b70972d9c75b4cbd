import type { FastifyReply } from 'fastify';
import { undefinedIfUsed } from '../../accounts/second-factor.ts';
import { enter } from '../enter.ts';
import { localPath } from '../form.ts';
import { formRoute } from '../form-route.ts';
import { OptionalField, PageQuery, TextField } from '../input.ts';
import { notice, seeOther } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import { throttled } from '../throttled.ts';
import { sendCode, sendCodes, sendFactor, type FieldErrors } from './view.ts';
import { accountOf, sessionOf } from '../page-context.ts';
import { readCookie, clearCookie } from '../cookies.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const PROOF = formRoute({ password: TextField, code: TextField }, { returnTo: '/factor', limit: 'passwordBySession' });

/** An authenticator code is accepted for three periods of 30 seconds. */
const CODE_LIFE_MS = 90_000;

export function registerSecondFactorRoutes({ open, own, services, limits }: DashboardScope): void {
  const { logIn, factors } = services;

  open.get('/code', { schema: { querystring: PageQuery } }, async (request, reply) =>
    (await logIn.stepAccount(readCookie(request, 'step'))) === undefined
      ? seeOther(reply, request.pageContext.session ? '/dashboard' : '/login?note=code-expired')
      : sendCode(reply, request.query.next),
  );

  open.post(
    '/code',
    formRoute({ code: TextField, next: OptionalField }, { returnTo: '/login' }),
    async (request, reply) => {
      const t = textsOf(request.pageContext, TEXTS);
      const { code, next } = request.body;
      const token = readCookie(request, 'step');
      const accountId = await logIn.stepAccount(token);
      if (accountId === undefined) return seeOther(reply, '/login?note=code-expired');
      const attempt = await limits.code(request, accountId, await proofOf(request, accountId, services));
      if (attempt.waitMinutes !== undefined) {
        reply.header('retry-after', String(attempt.waitMinutes * 60));
        return sendCode(reply, next, throttled(services, request.pageContext.texts, attempt.waitMinutes), 429);
      }
      const end = await logIn.proveStep(token, code);
      if ('account' in end) {
        await attempt.succeeded();
        await logIn.noteStart(end.account.id);
        return enter(reply, services, end.account.id, localPath(next || undefined, '/dashboard'));
      }
      if (end.refused === 'wrong') return sendCode(reply, next, t.wrongCode, 401);
      clearCookie(reply, 'step');
      return seeOther(reply, '/login?note=code-expired');
    },
  );

  own.get('/factor', { schema: { querystring: PageQuery } }, (_request, reply) => sendFactor(reply, services));

  own.post(
    '/factor',
    formRoute({ password: TextField }, { returnTo: '/factor', limit: 'passwordBySession' }),
    async (request, reply) => {
      const account = accountOf(request);
      if (!(await logIn.proves(account, request.body.password))) {
        return refuseBy(reply, 'offer', 'password');
      }
      await factors.offer(account.id, sessionOf(request));
      return seeOther(reply, '/factor');
    },
  );

  own.post(
    '/factor/on',
    formRoute({ code: TextField }, { returnTo: '/factor', limit: 'passwordBySession' }),
    async (request, reply) => {
      const { id } = accountOf(request);
      const codes = await factors.enable(id, request.body.code, sessionOf(request));
      if (codes) {
        // The other sessions were started without the second factor, so they end.
        await services.sessions.endAll(id, request.pageContext.session?.record);
        return sendCodes(reply, codes, textsOf(request.pageContext, TEXTS).codesNotice);
      }
      // If the form was sent twice, the first answer shows the recovery codes, and this answer says so.
      const ageMs = await factors.ageMs(id);
      if (ageMs !== undefined && ageMs <= CODE_LIFE_MS) {
        return sendFactor(reply, services, {
          text: notice('bad', textsOf(request.pageContext, TEXTS).justOn),
          status: 403,
        });
      }
      return refuseBy(reply, 'enable', 'code');
    },
  );

  own.post('/factor/codes', PROOF, async (request, reply) => {
    const t = textsOf(request.pageContext, TEXTS);
    const { password, code } = request.body;
    const account = accountOf(request);
    if (!(await logIn.proves(account, password))) return refuseBy(reply, 'codes', 'password');
    const codes = await factors.renewCodes(account.id, code).catch(undefinedIfUsed);
    if (codes) return sendCodes(reply, codes, t.codesRenewed);
    const used = await factors.isUsed(account.id, code);
    if (used && (await codesJustMade(account.id))) {
      return sendFactor(reply, services, { text: notice('bad', t.codesJustMade), status: 403 });
    }
    return refuseBy(reply, 'codes', 'code', used);
  });

  own.post('/factor/off', PROOF, async (request, reply) => {
    const { password, code } = request.body;
    const account = accountOf(request);
    if (!(await logIn.proves(account, password))) return refuseBy(reply, 'off', 'password');
    const isOff = await factors.switchOff(account.id, code).then(() => true, undefinedIfUsed);
    if (isOff || (await factors.state(account.id)) === 'off') return seeOther(reply, '/account?done=factor-off');
    return refuseBy(reply, 'off', 'code', await factors.isUsed(account.id, code));
  });

  function refuseBy(
    reply: FastifyReply,
    form: FieldErrors['form'],
    field: 'password' | 'code',
    used = false,
  ): Promise<FastifyReply> {
    const { account: t } = reply.request.pageContext.texts;
    const factor = textsOf(reply.request.pageContext, TEXTS);
    const text = field === 'password' ? t.wrongPassword : used ? factor.usedCode : factor.wrongCode;
    return sendFactor(reply, services, { errors: { form, [field]: text }, status: 403 });
  }

  async function codesJustMade(accountId: string): Promise<boolean> {
    const [latest] = await services.store.audit.list(accountId, 1);
    return latest?.action === 'factor.codes' && services.clock.now() - latest.at <= CODE_LIFE_MS;
  }
}
