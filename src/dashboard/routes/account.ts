import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { isPassword } from '../../accounts/accounts.ts';
import { normalizeEmail } from '../../accounts/email-address.ts';
import { ServiceError } from '../../errors.ts';
import { exportJson } from '../account-export.ts';
import { enter } from '../enter.ts';
import { formSchema, OptionalField, PageQuery, TextField } from '../input.ts';
import { notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import type { Texts } from '../texts/index.ts';
import { accountPage, type AccountRefusal } from '../views/account.ts';
import { accountOf, clearSessionCookie, csrfToken } from '../visit.ts';

const AUDIT_ROWS = 15;
const REFUSALS_MS = 30 * 86_400_000;

const PasswordForm = formSchema({ password: TextField, new_password: TextField, email: OptionalField });
const AddressForm = formSchema({ password: TextField, new_email: TextField });
const SessionsForm = formSchema({ session: OptionalField });
const DeleteForm = formSchema({ password: TextField, confirm: OptionalField, code: OptionalField });

type PasswordForm = Static<typeof PasswordForm>;
type AddressForm = Static<typeof AddressForm>;
type SessionsForm = Static<typeof SessionsForm>;
type DeleteForm = Static<typeof DeleteForm>;

/** `/account`: password, address, second factor, sessions, export, deletion. */
export function registerAccountRoutes({ own, services, limits }: DashboardScope): void {
  const { accounts, sessions, registration, logIn, mailLinks } = services;

  own.get<{ Querystring: PageQuery }>('/account', { schema: { querystring: PageQuery } }, (request, reply) =>
    sendAccount(request, reply, services, { done: request.query.done }),
  );

  own.post<{ Body: PasswordForm }>('/account/password', { schema: { body: PasswordForm } }, async (request, reply) => {
    const { account: t, signup } = request.visit.texts;
    const account = accountOf(request);
    const wait = await limits.passwordBySession(request);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    const { password, new_password: wished } = request.body;
    const refuse = (errors: AccountRefusal['errors'], status: number): Promise<FastifyReply> =>
      sendAccount(request, reply, services, { refused: { form: 'password', errors } }, status);
    if (!isPassword(wished)) return refuse({ new_password: signup.shortPassword }, 400);
    if (!(await logIn.proves(account, password))) return refuse({ password: t.wrongPassword }, 403);
    await accounts.setPassword(account.id, wished);
    return enter(request, reply, services, account.id, '/account?done=password');
  });

  own.post<{ Body: AddressForm }>('/account/address', { schema: { body: AddressForm } }, async (request, reply) => {
    const { texts } = request.visit;
    const account = accountOf(request);
    const wait = await limits.passwordBySession(request);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    const { password, new_email: wished } = request.body;
    const refuse = (errors: AccountRefusal['errors'], status: number): Promise<FastifyReply> =>
      sendAccount(request, reply, services, { refused: { form: 'address', errors, newEmail: wished } }, status);
    const address = normalizeEmail(wished);
    const fault = address === undefined ? texts.signup.badEmail : faultOf(address, account.email, services, texts);
    if (address === undefined || fault !== undefined) return refuse({ new_email: fault }, 400);
    if (!(await logIn.proves(account, password))) return refuse({ password: texts.account.wrongPassword }, 403);
    if (!registration.sendsMail) {
      try {
        await accounts.setEmail(account.id, address);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.reason !== 'validation') throw error;
        return refuse({ new_email: texts.account.addressTaken }, 400);
      }
      return seeOther(reply, '/account?done=address');
    }
    const full = (await limits.mailByAddress(request)) ?? (await limits.mailFromAnywhere(request, address));
    if (full !== undefined) return sendTooMany(request, reply, full);
    await mailLinks.askAddress(account, address, addressWords(texts, address));
    return seeOther(reply, '/account?done=address-asked');
  });

  own.post<{ Body: SessionsForm }>('/account/sessions', { schema: { body: SessionsForm } }, async (request, reply) => {
    const { id } = accountOf(request);
    const { session } = request.body;
    if (session === undefined) {
      await sessions.endAll(id, request.visit.session?.record);
      return seeOther(reply, '/account?done=sessions');
    }
    await sessions.endNamed(id, session);
    return seeOther(reply, '/account?done=session');
  });

  own.get('/account/export.json', async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="job-data-account.json"')
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportJson(accountOf(request).id, services))),
  );

  own.post<{ Body: DeleteForm }>('/account/delete', { schema: { body: DeleteForm } }, async (request, reply) => {
    const { account: t, keys, factor } = request.visit.texts;
    const account = accountOf(request);
    const wait = await limits.passwordBySession(request);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    const { password, confirm, code } = request.body;
    const refuse = (errors: AccountRefusal['errors'], status: number): Promise<FastifyReply> =>
      sendAccount(request, reply, services, { refused: { form: 'delete', errors } }, status);
    if (confirm !== 'yes') return refuse({ confirm: keys.notConfirmed }, 400);
    if (!(await logIn.proves(account, password))) return refuse({ password: t.wrongPassword }, 403);
    if ((await logIn.needsCode(account.id)) && !(await services.factors.prove(account.id, code ?? ''))) {
      return refuse({ code: factor.wrongCode }, 403);
    }
    await accounts.delete(account.id);
    clearSessionCookie(request, reply);
    return seeOther(reply, '/login?note=deleted');
  });
}

/** Why an account cannot have that address, as far as everybody may know. */
function faultOf(
  address: string,
  present: string,
  { registration }: DashboardServices,
  { account: t, signup }: Texts,
): string | undefined {
  if (address === present) return t.sameAddress;
  const { rule } = registration;
  // Where only the operator makes accounts, those that there are may move.
  if (typeof rule === 'string' || registration.admits(address)) return undefined;
  return signup.domainRefused(rule.join(', '));
}

function addressWords({ mail }: Texts, address: string) {
  return {
    link: (link: string) => ({ subject: mail.addressSubject, text: mail.addressText(link) }),
    known: { subject: mail.addressSubject, text: mail.addressKnownText },
    told: { subject: mail.addressSubject, text: mail.addressAskedText(address) },
  };
}

async function sendAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  { done, refused }: { done?: string | undefined; refused?: AccountRefusal },
  status = 200,
): Promise<FastifyReply> {
  const { visit } = request;
  const { account: t } = visit.texts;
  const account = accountOf(request);
  const now = services.clock.now();
  const said = done !== undefined && Object.hasOwn(t.done, done) ? t.done[done] : undefined;
  return sendPage(request, reply, {
    title: t.title,
    status,
    body: accountPage({
      visit,
      account,
      csrf: csrfToken(request, reply),
      said: said && notice(done === 'no-trial' ? 'info' : 'good', said),
      refused,
      sendsMail: services.registration.sendsMail,
      factorOn: await services.logIn.needsCode(account.id),
      sessions: await services.sessions.list(account.id),
      keys: await services.accounts.keys(account.id),
      plans: services.accounts.plans,
      audit: await services.store.audit.list(account.id, AUDIT_ROWS),
      refusals: await services.store.logIns.refusals(account.id, now - REFUSALS_MS),
    }),
  });
}
