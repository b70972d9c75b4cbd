import { pageLinks } from '../components/page-links.ts';
import { factList } from '../components/data-table.ts';
import { OVERLAPS } from '../../accounts/api-keys.ts';
import { keyStatus } from '../../credits/calls.ts';
import { toCredits } from '../../lib/credits.ts';
import type { KeyRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { checkbox, selectField } from '../components/fields.ts';
import { keyLines, TEST_KEY_VARIABLE } from '../client-config.ts';
import type { KeyDraft, KeyForm } from '../key-limits/draft.ts';
import { codeBlock } from '../components/code-block.ts';
import { wholeKey } from './new-key-view.ts';
import { form } from '../components/form.ts';
import { EMPTY_DRAFT, limitFields, storedLimits } from '../key-limits/view.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const LONGEST_KEY_NAME = 80;

export interface KeyListing {
  /** A refused form, whose typed values are shown instead of the stored ones. */
  draft: KeyDraft | undefined;
  pageContext: PageContext;
  tools: readonly string[];
  now: number;
  page: number;
  once: string;
}

const KEYS_A_PAGE = 8;

function draftOf(form: KeyForm, { draft }: Pick<KeyListing, 'draft'>): KeyDraft | undefined {
  return draft?.form === form ? draft : undefined;
}

/** Returns the page of the list that shows the key, from 1 on. If the key is not active, this is page 1. */
export function pageOfKey(keys: readonly KeyRecord[], keyId: string, now: number): number {
  const active = keys.filter((key) => keyStatus(key, now) === 'active').reverse();
  const index = active.findIndex(({ id }) => id === keyId);
  return Math.floor(Math.max(0, index) / KEYS_A_PAGE) + 1;
}

export function keyList(keys: readonly KeyRecord[], listing: KeyListing): Content {
  const { texts } = listing.pageContext;
  const active = keys.filter((key) => keyStatus(key, listing.now) === 'active').reverse();
  const old = keys.filter((key) => keyStatus(key, listing.now) !== 'active').reverse();
  const from = (listing.page - 1) * KEYS_A_PAGE;
  const shown = active.slice(from, from + KEYS_A_PAGE);
  return html`${active.length === 0 ? html`<p>${textsOf(texts, TEXTS).empty}</p>` : shown.map((key) => keyCard(key, listing))}${
    old.length > 0 &&
    html`<details>
      <summary>${textsOf(texts, TEXTS).old} (${old.length})</summary>
      ${old.slice(0, KEYS_A_PAGE).map((key) => keyCard(key, listing))}
    </details>`
  }${pageLinks({ page: listing.page, hasMore: from + KEYS_A_PAGE < active.length, link: (page) => `/keys?page=${page}` }, texts)}`;
}

function keyCard(key: KeyRecord, listing: KeyListing): SafeHtml {
  const { texts, formats } = listing.pageContext;
  const t = textsOf(texts, TEXTS);
  const status = keyStatus(key, listing.now);
  const facts: [string, string][] = [
    [t.created, formats.date(key.createdAt)],
    [t.lastUsed, key.lastUsedAt === null ? texts.common.never : formats.time(key.lastUsedAt)],
  ];
  if (key.expiresAt !== null) facts.push([status === 'active' ? t.endsAt : t.expires, formats.time(key.expiresAt)]);
  if (key.allowedTools !== null) facts.push([t.tools, key.allowedTools.join(', ')]);
  if (key.dailyCap !== null) facts.push([t.cap, formats.number(toCredits(key.dailyCap))]);
  return html`<div class="key" id="${key.id}">
    <h2>
      ${key.name} <code>${key.prefix}…${key.lastFour}</code>
      <span class="badge ${status === 'active' ? 'good' : 'bad'}">${t.status[status]}</span>
    </h2>
    ${factList(facts)} ${status === 'active' && manage(key, listing)}
  </div>`;
}

function manage(key: KeyRecord, listing: KeyListing): SafeHtml {
  const { pageContext, tools, once } = listing;
  const { texts, csrf } = pageContext;
  const t = textsOf(texts, TEXTS);
  const action = `/keys/${key.id}`;
  const renamed = draftOf(`rename-${key.id}`, listing);
  const limited = draftOf(`limits-${key.id}`, listing);
  const overlaps = OVERLAPS.map((value) => ({ value, label: t.overlaps[value] }));
  return html`<details ${(renamed ?? limited) && html`open`}>
    <summary>${t.manage(key.name)}</summary>
    <div class="manage">
      ${form(
        {
          id: `rename-${key.id}`,
          action: `${action}/rename`,
          csrf,
          above: html`<h3>${t.rename}</h3>`,
          fields: [{ id: `name-${key.id}`, name: 'name', label: t.name, required: true, maxLength: LONGEST_KEY_NAME }],
          button: t.rename,
        },
        { name: renamed?.name ?? key.name },
        renamed?.errors,
      )}
      ${form({
        action: `${action}/rotate`,
        csrf,
        hidden: { once },
        above: html`<h3>${t.rotate}</h3>
          <p class="hint field">${t.rotateHint}</p>
          ${selectField('overlap', t.overlap, overlaps, '24h', `overlap-${key.id}`)}`,
        button: t.rotate,
      })}
      ${form({
        id: `limits-${key.id}`,
        action: `${action}/limits`,
        csrf,
        above: html`<h3>${t.limits}</h3>
          ${limitFields(limited ?? storedLimits(key, tools), tools, pageContext, key.id)}`,
        button: texts.common.save,
      })}
      ${form({
        action: `${action}/revoke`,
        csrf,
        above: html`<h3>${t.revoke}</h3>
          <p class="hint">${t.revokeHint}</p>
          <p>${checkbox('confirm', 'yes', t.revokeConfirm, false, true)}</p>`,
        button: t.revoke,
        kind: 'danger',
      })}
    </div>
  </details>`;
}

export function newKeyForm(listing: Omit<KeyListing, 'page'>): SafeHtml {
  const { pageContext, tools, now, once } = listing;
  const { texts, formats, csrf } = pageContext;
  const t = textsOf(texts, TEXTS);
  const draft = draftOf('new', listing) ?? { ...EMPTY_DRAFT, tools };
  const limited = draft.cap !== '' || draft.expiry !== '' || draft.tools.length !== tools.length;
  const hint = t.nameHint(t.usualName(formats.shortDate(now)));
  return form(
    {
      id: 'new',
      action: '/keys',
      csrf,
      hidden: { once },
      fields: [{ name: 'name', label: t.nameOptional, hint, maxLength: LONGEST_KEY_NAME }],
      below: html`<details class="field" ${limited && html`open`}>
        <summary>${t.limits}</summary>
        ${limitFields(draft, tools, pageContext, 'new')}
      </details>`,
      button: t.generate,
      kind: 'primary',
    },
    { name: draft.name },
    draft.errors,
  );
}

export function testKeyBlock(apiKey: string, pageContext: PageContext): SafeHtml {
  const { texts, csrf } = pageContext;
  const t = textsOf(texts, TEXTS);
  return html`<section>
    <h2 id="test-key-label">${t.test}</h2>
    <p>${t.testLead}</p>
    ${wholeKey('test-key', apiKey, pageContext)}
    <details class="field">
      <summary>${t.testSet}</summary>
      ${keyLines(apiKey, TEST_KEY_VARIABLE).map(({ shell, code }, index) => codeBlock(`set-test-${index}`, code, texts, shell))}
    </details>
    ${form({ action: '/keys/test/replace', csrf, button: t.testReplace })}
  </section>`;
}
