import type { FastifyReply } from 'fastify';
import type { IssuedKey } from '../../accounts/api-keys.ts';
import { keyStatus } from '../../credits/calls.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import { listApps } from '../../oauth/connected-apps.ts';
import { resourceOf } from '../../oauth/server-metadata.ts';
import type { AccountRecord, KeyRecord } from '../../store/types.ts';
import { randomHex } from '../../lib/random-id.ts';
import { html, type Content } from '../html.ts';
import { pageOf } from '../input.ts';
import { seeOther, sendPage } from '../layout.ts';
import type { DashboardServices } from '../services.ts';
import { appSection } from './apps-view.ts';
import { confirmationNotice } from '../components/confirmation.ts';
import type { KeyDraft, KeyForm } from '../key-limits/draft.ts';
import { keyList, newKeyForm, pageOfKey, testKeyBlock } from './view.ts';
import { configurations, newKey } from './new-key-view.ts';
import { accountOf } from '../page-context.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

interface KeysPageState {
  text?: Content;
  status?: number;
  draft?: KeyDraft;
  page?: string | undefined;
}

/** `state.draft` is a refused form, which is shown again with the typed values. */
export async function sendKeys(
  reply: FastifyReply,
  { apiKeys, clock, registration, ...services }: DashboardServices,
  state: KeysPageState,
): Promise<FastifyReply> {
  const { request } = reply;
  const tools = [...services.tools.names];
  const { pageContext } = request;
  const { texts } = pageContext;
  const { draft } = state;
  const account = accountOf(request);
  const now = clock.now();
  const keys = (await apiKeys.list(account.id)).filter(({ kind }) => kind === 'key');
  const apps = await listApps(services.store, account.id);
  const spent = apps.length === 0 ? new Map<string, number>() : await spentByKey(account, services);
  const { apiKey: testKey } = await apiKeys.test(account.id);
  const pending = (await registration.confirmation(account.id)) === 'pending';
  const page = draft && draft.form !== 'new' ? pageOfKey(keys, keyOf(draft.form), now) : pageOf(state.page, 100);
  const listing = { pageContext, tools, now, draft, page, once: randomHex(32) };
  const address = services.oauth && resourceOf(services.oauth.consent.issuer);
  return sendPage(reply, {
    title: textsOf(texts, TEXTS).title,
    status: state.status ?? 200,
    body: html`<h1>${textsOf(texts, TEXTS).title}</h1>
      <p class="lead">${textsOf(texts, TEXTS).lead}</p>
      ${state.text}
      <section>${keyList(keys, listing)}</section>
      <section>
        <h2>${textsOf(texts, TEXTS).generate}</h2>
        ${pending ? confirmationNotice(pageContext) : newKeyForm(listing)}
      </section>
      ${appSection({ apps, spent, draft, pageContext, tools, now, address })} ${testKeyBlock(testKey, pageContext)}
      ${configurations(pageContext)}`,
  });
}

/** Returns the millicredits that each key has spent or reserved this month, by key ID. */
async function spentByKey(
  { id, period }: AccountRecord,
  { store }: Pick<DashboardServices, 'store'>,
): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { keyId, cost } of await store.usage.summary(id, period)) {
    if (keyId !== null) sums.set(keyId, (sums.get(keyId) ?? 0) + cost);
  }
  return sums;
}

const SHOWN_AGAIN_MS = 15 * MINUTE_MS;

/**
 * Shows the created key, also if the form is submitted again within 15 minutes while the key is active. After that,
 * redirects to the list of keys.
 */
export function sendIssued(reply: FastifyReply, { record, apiKey, before }: IssuedKey, now: number): FastifyReply {
  if (!before) return sendNewKey(reply, { ...record, lastUsedAt: null }, apiKey);
  const isOver = keyStatus(before, now) !== 'active' || now - before.createdAt >= SHOWN_AGAIN_MS;
  return isOver ? seeOther(reply, '/keys') : sendNewKey(reply, before, apiKey);
}

export function sendNewKey(
  reply: FastifyReply,
  key: Pick<KeyRecord, 'id' | 'name' | 'lastUsedAt'>,
  apiKey: string,
  open: { client?: string; shell?: string } = {},
): FastifyReply {
  const { pageContext } = reply.request;
  return sendPage(reply, {
    title: textsOf(pageContext, TEXTS).newTitle,
    // The switches of language and colours reload the page by its URL, which must not contain the key.
    hasSwitches: false,
    body: newKey(key, apiKey, open, pageContext),
  });
}

const keyOf = (form: KeyForm): string => form.slice(form.indexOf('-') + 1);
