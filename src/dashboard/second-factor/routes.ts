import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { undefinedIfUsed } from '../../accounts/second-factor.ts';
import { enter } from '../log-in/enter.ts';
import { localPath } from '../form.ts';
import { html, type Content } from '../html.ts';
import { formSchema, OptionalField, PageQuery, TextField } from '../input.ts';
import { csrfField, notice, seeOther, sendPage } from '../layout.ts';
import { proofOf } from '../limits.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import type { Field } from '../components/fields.ts';
import { codeField, form, passwordField } from '../components/form.ts';
import { throttled } from '../log-in/throttled.ts';
import { qrCode } from './qr.ts';
import { accountOf, clearStepCookie, sessionOf, stepToken } from '../page-context.ts';

const CodeForm = formSchema({ code: TextField, next: OptionalField });
const OfferForm = formSchema({ password: TextField });
const EnableForm = formSchema({ code: TextField });
const ProvedForm = formSchema({ password: TextField, code: TextField });

type CodeForm = Static<typeof CodeForm>;
type OfferForm = Static<typeof OfferForm>;
type EnableForm = Static<typeof EnableForm>;
type ProvedForm = Static<typeof ProvedForm>;

/** An authenticator code is accepted for three periods of 30 s. */
const CODE_LIFE_MS = 90_000;

interface FieldErrors {
  form: 'offer' | 'enable' | 'codes' | 'off';
  password?: string;
  code?: string;
}

/** `/code`: the second step of a log-in. `/second-factor`: set-up, recovery codes and turning it off. */
export function registerSecondFactorRoutes({ open, own, services, limits }: DashboardScope): void {
  const { logIn, factors } = services;

  open.get<{ Querystring: PageQuery }>('/code', { schema: { querystring: PageQuery } }, async (request, reply) =>
    (await logIn.stepAccount(stepToken(request))) === undefined
      ? seeOther(reply, request.pageContext.session ? '/dashboard' : '/login?note=code-expired')
      : sendCode(request, reply, request.query.next),
  );

  open.post<{ Body: CodeForm }>(
    '/code',
    { schema: { body: CodeForm }, config: { returnTo: '/login' } },
    async (request, reply) => {
      const { factor: t } = request.pageContext.texts;
      const { code, next } = request.body;
      const token = stepToken(request);
      const accountId = await logIn.stepAccount(token);
      if (accountId === undefined) return seeOther(reply, '/login?note=code-expired');
      const attempt = await limits.code(request, accountId, await proofOf(request, accountId, services));
      if (attempt.waitMinutes !== undefined) {
        reply.header('retry-after', String(attempt.waitMinutes * 60));
        return sendCode(request, reply, next, throttled(services, request.pageContext.texts, attempt.waitMinutes), 429);
      }
      const end = await logIn.proveStep(token, code);
      if ('account' in end) {
        await attempt.succeeded();
        await logIn.noteStart(end.account.id);
        return enter(request, reply, services, end.account.id, localPath(next || undefined, '/dashboard'));
      }
      if (end.refused === 'wrong') return sendCode(request, reply, next, t.wrongCode, 401);
      clearStepCookie(request, reply);
      return seeOther(reply, '/login?note=code-expired');
    },
  );

  own.get<{ Querystring: PageQuery }>('/factor', { schema: { querystring: PageQuery } }, (request, reply) =>
    sendFactor(request, reply, services),
  );

  own.post<{ Body: OfferForm }>(
    '/factor',
    { schema: { body: OfferForm }, config: { returnTo: '/factor', limit: 'passwordBySession' } },
    async (request, reply) => {
      const account = accountOf(request);
      if (!(await logIn.proves(account, request.body.password))) {
        return refuseBy(request, reply, 'offer', 'password');
      }
      await factors.offer(account.id, sessionOf(request));
      return seeOther(reply, '/factor');
    },
  );

  own.post<{ Body: EnableForm }>(
    '/factor/on',
    { schema: { body: EnableForm }, config: { returnTo: '/factor', limit: 'passwordBySession' } },
    async (request, reply) => {
      const { id } = accountOf(request);
      const codes = await factors.enable(id, request.body.code, sessionOf(request));
      if (codes) {
        // Ends the other sessions, which logged in with the password alone.
        await services.sessions.endAll(id, request.pageContext.session?.record);
        return sendCodes(request, reply, codes, request.pageContext.texts.factor.codesNotice);
      }
      // If the form was sent twice, the first answer shows the recovery codes, and this one says so.
      const ageMs = await factors.ageMs(id);
      if (ageMs !== undefined && ageMs <= CODE_LIFE_MS) {
        return sendFactor(request, reply, services, {
          text: notice('bad', request.pageContext.texts.factor.justOn),
          status: 403,
        });
      }
      return refuseBy(request, reply, 'enable', 'code');
    },
  );

  own.post<{ Body: ProvedForm }>(
    '/factor/codes',
    { schema: { body: ProvedForm }, config: { returnTo: '/factor', limit: 'passwordBySession' } },
    async (request, reply) => {
      const { factor: t } = request.pageContext.texts;
      const { password, code } = request.body;
      const account = accountOf(request);
      if (!(await logIn.proves(account, password))) return refuseBy(request, reply, 'codes', 'password');
      const codes = await factors.renewCodes(account.id, code).catch(undefinedIfUsed);
      if (codes) return sendCodes(request, reply, codes, t.codesRenewed);
      const used = await factors.isUsed(account.id, code);
      if (used && (await codesJustMade(account.id))) {
        return sendFactor(request, reply, services, { text: notice('bad', t.codesJustMade), status: 403 });
      }
      return refuseBy(request, reply, 'codes', 'code', used);
    },
  );

  own.post<{ Body: ProvedForm }>(
    '/factor/off',
    { schema: { body: ProvedForm }, config: { returnTo: '/factor', limit: 'passwordBySession' } },
    async (request, reply) => {
      const { password, code } = request.body;
      const account = accountOf(request);
      if (!(await logIn.proves(account, password))) return refuseBy(request, reply, 'off', 'password');
      const isOff = await factors.switchOff(account.id, code).then(() => true, undefinedIfUsed);
      if (isOff || (await factors.state(account.id)) === 'off') return seeOther(reply, '/account?done=factor-off');
      return refuseBy(request, reply, 'off', 'code', await factors.isUsed(account.id, code));
    },
  );

  /** Shows the form again with an error at `field`. `used`: the code was used before. */
  function refuseBy(
    request: FastifyRequest,
    reply: FastifyReply,
    form: FieldErrors['form'],
    field: 'password' | 'code',
    used = false,
  ): Promise<FastifyReply> {
    const { account: t, factor } = request.pageContext.texts;
    const text = field === 'password' ? t.wrongPassword : used ? factor.usedCode : factor.wrongCode;
    return sendFactor(request, reply, services, { errors: { form, [field]: text }, status: 403 });
  }

  /** True if the account's latest change created new recovery codes less than `CODE_LIFE_MS` ago. */
  async function codesJustMade(accountId: string): Promise<boolean> {
    const [latest] = await services.store.audit.list(accountId, 1);
    return latest?.action === 'factor.codes' && services.clock.now() - latest.at <= CODE_LIFE_MS;
  }
}

function sendCode(
  request: FastifyRequest,
  reply: FastifyReply,
  next: string | undefined,
  error?: Content,
  status = 200,
): FastifyReply {
  const { texts } = request.pageContext;
  const { factor: t } = texts;
  const path = localPath(next || undefined, '');
  return sendPage(request, reply, {
    title: t.codeTitle,
    status,
    path: `/code${path && `?next=${encodeURIComponent(path)}`}`,
    body: html`<section class="narrow">
      <h1>${t.codeTitle}</h1>
      ${form(
        {
          action: '/code',
          csrf: csrfField(request, reply),
          hidden: { next: path },
          fields: [codeField(texts)],
          button: texts.login.button,
          kind: 'primary',
        },
        {},
        { code: error },
      )}
      <p class="hint">${t.lost}</p>
      <p class="hint"><a href="/login">${t.again}</a></p>
    </section>`,
  });
}

async function sendFactor(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  { errors, text, status = 200 }: { errors?: FieldErrors; text?: Content; status?: number } = {},
): Promise<FastifyReply> {
  const { texts } = request.pageContext;
  const { factor: t } = texts;
  const account = accountOf(request);
  const csrf = csrfField(request, reply);
  const state = await services.factors.state(account.id);
  const offer = await services.factors.findOffer(account, sessionOf(request));
  const of = (name: FieldErrors['form']): Partial<FieldErrors> => (errors?.form === name ? errors : {});
  const password = (name: FieldErrors['form']): Field => passwordField(texts.account.currentPassword, name);
  const proved = (name: 'codes' | 'off', lead: string, kind: 'primary' | 'danger'): Content => {
    const title = name === 'codes' ? t.newCodes : t.off;
    const schema = {
      action: `/factor/${name}`,
      csrf,
      fields: [password(name), codeField(texts, name)],
      button: title,
      kind,
    };
    return html`<h2>${title}</h2>
      <p>${lead}</p>
      ${form(schema, {}, { password: of(name).password, code: of(name).code })}`;
  };
  const on = async (): Promise<Content> =>
    html`<p>${t.isOn(await services.factors.codesLeft(account.id))}</p>
      ${proved('codes', t.newCodesLead, 'primary')} ${proved('off', t.offLead, 'danger')}`;
  const body: Content = offer
    ? html`<ol class="plain">
          <li>${t.scan}</li>
          <li>${t.type}</li>
        </ol>
        ${qrCode(offer.uri, t.picture)}
        <p>${t.secret} <code>${offer.secret.match(/.{1,4}/g)?.join(' ')}</code></p>
        ${form(
          {
            action: '/factor/on',
            csrf,
            fields: [{ ...codeField(texts, 'enable'), hint: t.enableHint }],
            button: t.on,
            kind: 'primary',
          },
          {},
          { code: of('enable').code },
        )}`
    : state === 'on'
      ? await on()
      : html`<p>${t.lead}</p>
          ${form(
            { action: '/factor', csrf, fields: [password('offer')], button: t.start, kind: 'primary' },
            {},
            { password: of('offer').password },
          )}`;
  return sendPage(request, reply, {
    title: t.title,
    status,
    path: '/factor',
    body: html`<section class="narrow">
      <h1>${t.title}</h1>
      ${text} ${body}
      <p class="hint"><a href="/account">${t.back}</a></p>
    </section>`,
  });
}

/** The only page that shows the recovery codes. */
function sendCodes(request: FastifyRequest, reply: FastifyReply, codes: readonly string[], text: string): FastifyReply {
  const { factor: t } = request.pageContext.texts;
  return sendPage(request, reply, {
    title: t.codesTitle,
    body: html`<section class="narrow">
      <h1>${t.codesTitle}</h1>
      ${notice('good', text)}
      <p>${t.codesLead}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <a class="button primary" href="/account">${t.codesKept}</a>
    </section>`,
  });
}
