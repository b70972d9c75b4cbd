import type { FastifyReply } from 'fastify';
import { emailField, form, passwordField } from '../components/form.ts';
import { localPath, withNext } from '../form.ts';
import { html, type Content } from '../html.ts';
import { notice, sendNarrow } from '../layout.ts';
import { sendLinkForm } from '../components/mailed-link.ts';
import type { DashboardServices } from '../services.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

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

/** Opening the page changes nothing, because link scanners open links too. */
export async function sendLink(
  reply: FastifyReply,
  services: Pick<DashboardServices, 'logInLinks' | 'commandLine'>,
  token: string,
): Promise<FastifyReply> {
  const account = await services.logInLinks.find(token);
  if (!account) return sendUsedLink(reply, services);
  const { title, button, linkLead } = textsOf(reply.request.pageContext, TEXTS);
  const lead = linkLead(account.email);
  return sendLinkForm(reply, { title, lead, button, action: '/login/open', token, accountId: account.id });
}

export function sendUsedLink(
  reply: FastifyReply,
  { commandLine }: Pick<DashboardServices, 'commandLine'>,
): FastifyReply {
  const { title, linkUsed } = textsOf(reply.request.pageContext, TEXTS);
  const body = html`${notice('bad', linkUsed(commandLine))}
    <div class="actions"><a class="button" href="/login">${title}</a></div>`;
  return sendNarrow(reply, { title, status: 400, path: '/login', body });
}

export function sendLogin(
  reply: FastifyReply,
  services: DashboardServices,
  { next: wished, note, refused }: { next?: string | undefined; note?: string | undefined; refused?: Refused },
): FastifyReply {
  const { texts, csrf } = reply.request.pageContext;
  const { common, signup } = texts;
  const login = textsOf(texts, TEXTS);
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
