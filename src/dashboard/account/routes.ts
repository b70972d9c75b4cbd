import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import { normalizeEmail } from '../../accounts/email-address.ts';
import { isPassword } from '../../accounts/passwords.ts';
import { undefinedIfUsed } from '../../accounts/second-factor.ts';
import { ServiceError } from '../../errors.ts';
import { JSON_TYPE } from '../../http/content-types.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { exportJson } from './export.ts';
import { enter } from '../enter.ts';
import { formRoute } from '../form-route.ts';
import { OptionalField, PageQuery, pageOf, TextField, TokenField } from '../input.ts';
import { notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import type { Texts } from '../texts/index.ts';
import { accountPage, type AccountRefusal } from './view.ts';
import { accountOf, mailOf, type PageContext } from '../page-context.ts';
import { clearCookie } from '../cookies.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const AUDIT_PAGE = 15;
const SESSIONS_PAGE = 10;
const LAST_PAGE = 10_000;
const REFUSALS_MS = 30 * DAY_MS;

const AccountQuery = Type.Object({
  ...PageQuery.properties,
  sessions: Type.Optional(TokenField),
  changes: Type.Optional(TokenField),
});

type AccountQuery = Static<typeof AccountQuery>;

export function registerAccountRoutes({ own, services, limits }: DashboardScope): void {
  const { accounts, sessions, registration, logIn, mailLinks } = services;

  own.get('/account', { schema: { querystring: AccountQuery } }, (request, reply) =>
    sendAccount(reply, services, { query: request.query }),
  );

  own.post(
    '/account/password',
    formRoute(
      { password: OptionalField, new_password: TextField, email: OptionalField },
      { returnTo: '/account', limit: 'passwordBySession' },
    ),
    async (request, reply) => {
      const { signup } = request.pageContext.texts;
      const t = textsOf(request.pageContext, TEXTS);
      const account = accountOf(request);
      const { password = '', new_password: wished } = request.body;
      // If the account has no password, the user came through a log-in link, which proves that the account is theirs.
      const isFirst = account.passwordHash === null;
      const refuse = (errors: AccountRefusal['errors'], status: number): Promise<FastifyReply> =>
        sendAccount(reply, services, { refused: { form: 'password', errors } }, status);
      if (!isPassword(wished)) return refuse({ new_password: signup.shortPassword }, 400);
      if (!isFirst && !(await logIn.proves(account, password))) return refuse({ password: t.wrongPassword }, 403);
      try {
        await accounts.setPassword(account.id, wished, account.passwordHash);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.reason !== 'validation') throw error;
        // Another request changed the password after the check above.
        return refuse({ password: t.wrongPassword }, 403);
      }
      return enter(reply, services, account.id, `/account?done=${isFirst ? 'first-password' : 'password'}`);
    },
  );

  own.post(
    '/account/address',
    formRoute({ password: TextField, new_email: TextField }, { returnTo: '/account', limit: 'passwordBySession' }),
    async (request, reply) => {
      const { password, new_email: wished } = request.body;
      const { texts } = request.pageContext;
      const account = accountOf(request);
      const refuse = (errors: AccountRefusal['errors'], status: number): Promise<FastifyReply> =>
        sendAccount(reply, services, { refused: { form: 'address', errors, newEmail: wished } }, status);
      const address = normalizeEmail(wished);
      const fault = address === undefined ? texts.signup.badEmail : faultOf(address, account.email, services, texts);
      if (address === undefined || fault !== undefined) return refuse({ new_email: fault }, 400);
      if (!(await logIn.proves(account, password)))
        return refuse({ password: textsOf(texts, TEXTS).wrongPassword }, 403);
      if (!registration.sendsMail) {
        try {
          await accounts.setEmail(account.id, address);
        } catch (error) {
          if (!(error instanceof ServiceError) || error.reason !== 'validation') throw error;
          return refuse({ new_email: textsOf(texts, TEXTS).addressTaken }, 400);
        }
        return seeOther(reply, '/account?done=address');
      }
      const full = await limits.mail(request, await proofOf(request, account.id, services));
      if (full !== undefined) return sendTooMany(reply, full);
      const outcome = await mailLinks.askAddress(account, address, addressWords(request.pageContext, address));
      return seeOther(reply, `/account?done=${outcome === 'sent' ? 'address-asked' : 'address-waiting'}`);
    },
  );

  own.post(
    '/account/sessions',
    formRoute({ session: OptionalField }, { returnTo: '/account' }),
    async (request, reply) => {
      const { id } = accountOf(request);
      const { session } = request.body;
      if (session === undefined) {
        await sessions.endAll(id, request.pageContext.session?.record);
        return seeOther(reply, '/account?done=sessions');
      }
      await sessions.endNamed(id, session);
      return seeOther(reply, '/account?done=session');
    },
  );

  own.get('/account/export.json', async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="job-data-account.json"')
      .type(JSON_TYPE)
      .send(Readable.from(exportJson(accountOf(request).id, services))),
  );

  own.post(
    '/account/delete',
    formRoute(
      { password: TextField, confirm: OptionalField, code: OptionalField },
      { returnTo: '/account', limit: 'passwordBySession' },
    ),
    async (request, reply) => {
      const { keys, factor } = request.pageContext.texts;
      const t = textsOf(request.pageContext, TEXTS);
      const account = accountOf(request);
      const { password, confirm, code } = request.body;
      const refuse = (errors: AccountRefusal['errors'], status: number): Promise<FastifyReply> =>
        sendAccount(reply, services, { refused: { form: 'delete', errors } }, status);
      if (confirm !== 'yes') return refuse({ confirm: keys.notConfirmed }, 400);
      if (!(await logIn.proves(account, password))) return refuse({ password: t.wrongPassword }, 403);
      const remove = async (): Promise<true> => {
        const asksCode = await logIn.needsCode(account.id);
        const proof = asksCode ? await services.factors.prepareProof(account.id, code ?? '') : undefined;
        await accounts.delete(account.id, proof);
        return true;
      };
      if (!(await remove().catch(undefinedIfUsed))) {
        const used = await services.factors.isUsed(account.id, code ?? '');
        return refuse({ code: used ? factor.usedCode : factor.wrongCode }, 403);
      }
      clearCookie(reply, 'session');
      return seeOther(reply, '/login?note=deleted');
    },
  );
}

/**
 * Returns undefined if the address differs from the present one and the rules permit it. Does not check whether another
 * account has it.
 */
function faultOf(
  address: string,
  present: string,
  { registration }: DashboardServices,
  texts: Texts,
): string | undefined {
  if (address === present) return textsOf(texts, TEXTS).sameAddress;
  const { rule } = registration;
  // `rule` is `open`, `closed` or a list of permitted domains. Only such a list restricts addresses of existing
  // accounts.
  if (typeof rule === 'string' || registration.admits(address)) return undefined;
  return texts.signup.domainRefused(rule.join(', '));
}

function addressWords(pageContext: PageContext, address: string) {
  const mail = mailOf(pageContext);
  return {
    link: (link: string) => ({ subject: mail.addressSubject, text: mail.addressText(link) }),
    known: { subject: mail.addressSubject, text: mail.addressKnownText },
    notice: { subject: mail.addressSubject, text: mail.addressAskedText(address) },
  };
}

async function sendAccount(
  reply: FastifyReply,
  services: DashboardServices,
  { query = {}, refused }: { query?: AccountQuery; refused?: AccountRefusal },
  status = 200,
): Promise<FastifyReply> {
  const { request } = reply;
  const { pageContext } = request;
  const t = textsOf(pageContext, TEXTS);
  const account = accountOf(request);
  const { done } = query;
  const now = services.clock.now();
  const sessions = await services.sessions.list(account.id);
  const sessionPage = pageOf(query.sessions, Math.ceil(sessions.length / SESSIONS_PAGE));
  const auditPage = pageOf(query.changes, LAST_PAGE);
  const audit = await services.store.audit.list(account.id, AUDIT_PAGE + 1, (auditPage - 1) * AUDIT_PAGE);
  const text = done !== undefined && Object.hasOwn(t.done, done) ? t.done[done] : undefined;
  return sendPage(reply, {
    title: t.title,
    status,
    body: accountPage({
      pageContext,
      account,
      message: text && notice(done === 'no-trial' ? 'info' : 'good', text),
      refused,
      sendsMail: services.registration.sendsMail,
      factorOn: await services.logIn.needsCode(account.id),
      sessions: {
        count: sessions.length,
        shown: sessions.slice((sessionPage - 1) * SESSIONS_PAGE, sessionPage * SESSIONS_PAGE),
        page: sessionPage,
        isLast: sessions.length <= sessionPage * SESSIONS_PAGE,
      },
      keys: await services.apiKeys.list(account.id),
      plans: services.accounts.plans,
      audit: { shown: audit.slice(0, AUDIT_PAGE), page: auditPage, isLast: audit.length <= AUDIT_PAGE },
      refusals: await services.store.logIns.refusals(account.id, now - REFUSALS_MS),
    }),
  });
}
