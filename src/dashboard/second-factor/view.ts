import type { FastifyReply } from 'fastify';
import type { Field } from '../components/fields.ts';
import { codeField, form, passwordField, type FormSchema } from '../components/form.ts';
import { localPath } from '../form.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import { notice, sendNarrow } from '../layout.ts';
import { accountOf, sessionOf } from '../page-context.ts';
import type { DashboardServices } from '../services.ts';
import { qrCode } from './qr.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export interface FieldErrors {
  form: 'offer' | 'enable' | 'codes' | 'off';
  password?: string;
  code?: string;
}

export function sendCode(reply: FastifyReply, next: string | undefined, error?: Content, status = 200): FastifyReply {
  const { texts, csrf } = reply.request.pageContext;
  const t = textsOf(texts, TEXTS);
  const path = localPath(next || undefined, '');
  const fields = [codeField(texts)];
  return sendNarrow(reply, {
    title: t.codeTitle,
    status,
    path: `/code${path && `?next=${encodeURIComponent(path)}`}`,
    body: html`${form(
        { action: '/code', csrf, hidden: { next: path }, fields, button: texts.login.button, kind: 'primary' },
        {},
        { code: error },
      )}
      <p class="hint">${t.lost}</p>
      <p class="hint"><a href="/login">${t.again}</a></p>`,
  });
}

export async function sendFactor(
  reply: FastifyReply,
  services: DashboardServices,
  { errors, text, status = 200 }: { errors?: FieldErrors; text?: Content; status?: number } = {},
): Promise<FastifyReply> {
  const { request } = reply;
  const { texts, csrf } = request.pageContext;
  const t = textsOf(texts, TEXTS);
  const account = accountOf(request);
  const state = await services.factors.state(account.id);
  const offer = await services.factors.findOffer(account, sessionOf(request));
  const show = (name: FieldErrors['form'], schema: Omit<FormSchema, 'csrf'>): SafeHtml => {
    const { password, code } = errors?.form === name ? errors : {};
    return form({ kind: 'primary', ...schema, csrf }, {}, { password, code });
  };
  const password = (name: FieldErrors['form']): Field => passwordField(texts.account.currentPassword, name);
  const proved = (name: 'codes' | 'off'): Field[] => [password(name), codeField(texts, name)];
  const body = offer
    ? html`<ol class="plain">
          <li>${t.scan}</li>
          <li>${t.type}</li>
        </ol>
        ${qrCode(offer.uri, t.picture)}
        <p>${t.secret} <code>${offer.secret.match(/.{1,4}/g)?.join(' ')}</code></p>
        ${show('enable', { action: '/factor/on', fields: [{ ...codeField(texts, 'enable'), hint: t.enableHint }], button: t.on })}`
    : state === 'on'
      ? html`<p>${t.isOn(await services.factors.codesLeft(account.id))}</p>
          <h2>${t.newCodes}</h2>
          <p>${t.newCodesLead}</p>
          ${show('codes', { action: '/factor/codes', fields: proved('codes'), button: t.newCodes })}
          <h2>${t.off}</h2>
          <p>${t.offLead}</p>
          ${show('off', { action: '/factor/off', fields: proved('off'), button: t.off, kind: 'danger' })}`
      : html`<p>${t.lead}</p>
          ${show('offer', { action: '/factor', fields: [password('offer')], button: t.start })}`;
  return sendNarrow(reply, {
    title: t.title,
    status,
    path: '/factor',
    body: html`${text} ${body}
      <p class="hint"><a href="/account">${t.back}</a></p>`,
  });
}

/** No other page shows the recovery codes. */
export function sendCodes(reply: FastifyReply, codes: readonly string[], text: string): FastifyReply {
  const t = textsOf(reply.request.pageContext, TEXTS);
  return sendNarrow(reply, {
    title: t.codesTitle,
    body: html`${notice('good', text)}
      <p>${t.codesLead}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <a class="button primary" href="/account">${t.codesKept}</a>`,
  });
}
