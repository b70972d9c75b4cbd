import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IssuedKey } from '../../accounts/api-keys.ts';
import { keyStatus } from '../../credits/calls.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import { listApps } from '../../oauth/connected-apps.ts';
import { resourceOf } from '../../oauth/server-metadata.ts';
import type { AccountRecord, KeyRecord } from '../../store/types.ts';
import { randomHex } from '../../lib/random-id.ts';
import { html, type Content } from '../html.ts';
import { pageOf } from '../input.ts';
import { csrfField, notice, seeOther, sendPage } from '../layout.ts';
import type { DashboardServices } from '../services.ts';
import { appSection } from '../apps/view.ts';
import { confirmationNotice } from '../components/confirmation.ts';
import { keyList, newKeyForm, pageOfKey, testKeyBlock, type KeyDraft, type KeyForm } from './view.ts';
import { configurations, newKey } from './new-key-view.ts';
import { accountOf } from '../page-context.ts';

interface KeysPageState {
  text?: Content;
  status?: number;
  draft?: KeyDraft;
  /** Page number as in the query. */
  page?: string | undefined;
}

export interface KeyPages {
  sendKeys(request: FastifyRequest, reply: FastifyReply, state: KeysPageState): Promise<FastifyReply>;
  /** Sends the keys page with the error `text` and the typed values. */
  refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    text: string,
    draft?: KeyDraft,
    status?: number,
  ): Promise<FastifyReply>;
}

export function createKeyPages({ apiKeys, clock, registration, ...services }: DashboardServices): KeyPages {
  const tools = [...services.tools.names];
  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    text: string,
    draft?: KeyDraft,
    status = 400,
  ): Promise<FastifyReply> {
    return sendKeys(request, reply, { text: notice('bad', text), status, ...(draft ? { draft } : {}) });
  }

  async function sendKeys(request: FastifyRequest, reply: FastifyReply, state: KeysPageState): Promise<FastifyReply> {
    const { pageContext } = request;
    const { texts } = pageContext;
    const { draft } = state;
    const account = accountOf(request);
    const now = clock.now();
    const keys = (await apiKeys.list(account.id)).filter(({ kind }) => kind === 'key');
    const apps = await listApps(services.store, account.id);
    const spent = apps.length === 0 ? new Map<string, number>() : await spentByKey(account);
    const { apiKey: testKey } = await apiKeys.test(account.id);
    const csrf = csrfField(request, reply);
    const pending = (await registration.confirmation(account.id)) === 'pending';
    const page = draft && draft.form !== 'new' ? pageOfKey(keys, keyOf(draft.form), now) : pageOf(state.page, 100);
    const once = html`<input type="hidden" name="once" value="${randomHex(32)}" />`;
    const listing = { pageContext, csrf, tools, now, draft, page, once };
    const address = services.oauth && resourceOf(services.oauth.consent.issuer);
    return sendPage(request, reply, {
      title: texts.keys.title,
      status: state.status ?? 200,
      body: html`<h1>${texts.keys.title}</h1>
        <p class="lead">${texts.keys.lead}</p>
        ${state.text}
        <section>${keyList(keys, listing)}</section>
        <section>
          <h2>${texts.keys.generate}</h2>
          ${pending ? confirmationNotice(account.email, texts, csrf) : newKeyForm(listing)}
        </section>
        ${appSection({ apps, spent, draft, pageContext, csrf, tools, now, address })}
        ${testKeyBlock(testKey, csrf, pageContext)} ${configurations(pageContext)}`,
    });
  }

  /** Millicredits that each key has spent or reserved this month, by key ID. */
  async function spentByKey({ id, period }: AccountRecord): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    for (const { keyId, cost } of await services.store.usage.summary(id, period)) {
      if (keyId !== null) sums.set(keyId, (sums.get(keyId) ?? 0) + cost);
    }
    return sums;
  }

  return { sendKeys, refuse };
}

/** How long a resubmitted form shows its key again. */
const SHOWN_AGAIN_MS = 15 * MINUTE_MS;

/**
 * Shows the created key, also if the form is submitted again within 15 minutes. After that, redirects to the list of
 * keys.
 */
export function sendIssued(
  request: FastifyRequest,
  reply: FastifyReply,
  { record, apiKey, before }: IssuedKey,
  now: number,
): FastifyReply {
  if (!before) return sendNewKey(request, reply, { ...record, lastUsedAt: null }, apiKey);
  const isOver = keyStatus(before, now) !== 'active' || now - before.createdAt >= SHOWN_AGAIN_MS;
  return isOver ? seeOther(reply, '/keys') : sendNewKey(request, reply, before, apiKey);
}

/** Sends the page of a new key, with configurations for clients. */
export function sendNewKey(
  request: FastifyRequest,
  reply: FastifyReply,
  key: Pick<KeyRecord, 'id' | 'name' | 'lastUsedAt'>,
  apiKey: string,
  open: { client?: string; shell?: string } = {},
): FastifyReply {
  const { pageContext } = request;
  return sendPage(request, reply, {
    title: pageContext.texts.keys.newTitle,
    // Switching the language reloads the page by its address, which must not contain the key.
    hasSwitches: false,
    body: newKey(
      key,
      apiKey,
      { client: open.client ?? '', shell: open.shell ?? '' },
      csrfField(request, reply),
      pageContext,
    ),
  });
}

/** `"limits-key_1a2b"` → `"key_1a2b"` */
const keyOf = (form: KeyForm): string => form.slice(form.indexOf('-') + 1);
