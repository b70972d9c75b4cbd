import { pageLinks } from '../components/page-links.ts';
import { factList } from '../components/data-table.ts';
import { OVERLAPS } from '../../accounts/api-keys.ts';
import { keyStatus } from '../../credits/calls.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { KeyRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { checkbox, inputField, selectField } from '../components/fields.ts';
import { keyLines, TEST_KEY_VARIABLE } from './client-config.ts';
import { codeBlock, wholeKey } from './new-key-view.ts';

/** The last day on which the key works, as `YYYY-MM-DD` in UTC; "" without an expiry time. */
export function lastDay(expiresAt: number | null): string {
  return expiresAt === null ? '' : new Date(expiresAt - 1).toISOString().slice(0, 10);
}

const LONGEST_KEY_NAME = 80;

/** The forms of the keys page: one that creates a key, and two for each key, with its ID. */
export type KeyForm = 'new' | `rename-${string}` | `limits-${string}`;

/** The typed values of a form, with an error message for each wrong field. */
export interface KeyDraft {
  form: KeyForm;
  name: string;
  tools: readonly string[];
  cap: string;
  expiry: string;
  errors: Readonly<Partial<Record<'name' | 'tools' | 'cap' | 'expiry', string>>>;
}

const EMPTY_DRAFT: Omit<KeyDraft, 'tools'> = { form: 'new', name: '', cap: '', expiry: '', errors: {} };

export interface KeyListing {
  /** Typed values, shown in their form instead of the stored ones. */
  draft: KeyDraft | undefined;
  pageContext: PageContext;
  csrf: SafeHtml;
  tools: readonly string[];
  now: number;
  /** Starts at 1. */
  page: number;
  /** The hidden field that identifies this page in forms that create a key. */
  once: SafeHtml;
}

/** Limits the size of the page: each key has several forms. */
const KEYS_A_PAGE = 8;

function draftOf(form: KeyForm, { draft }: Pick<KeyListing, 'draft'>): KeyDraft | undefined {
  return draft?.form === form ? draft : undefined;
}

/** The page of the list that shows the key, starting at 1; 1 if the key is not active. */
export function pageOfKey(keys: readonly KeyRecord[], keyId: string, now: number): number {
  const active = keys.filter((key) => keyStatus(key, now) === 'active').reverse();
  return (
    Math.floor(
      Math.max(
        0,
        active.findIndex(({ id }) => id === keyId),
      ) / KEYS_A_PAGE,
    ) + 1
  );
}

/** Active keys with their forms; inactive ones are folded away. */
export function keyList(keys: readonly KeyRecord[], listing: KeyListing): Content {
  const { texts } = listing.pageContext;
  const active = keys.filter((key) => keyStatus(key, listing.now) === 'active').reverse();
  const old = keys.filter((key) => keyStatus(key, listing.now) !== 'active').reverse();
  const from = (listing.page - 1) * KEYS_A_PAGE;
  const shown = active.slice(from, from + KEYS_A_PAGE);
  return html`${active.length === 0 ? html`<p>${texts.keys.empty}</p>` : shown.map((key) => keyCard(key, listing))}${
    old.length > 0 &&
    html`<details>
      <summary>${texts.keys.old} (${old.length})</summary>
      ${old.slice(0, KEYS_A_PAGE).map((key) => keyCard(key, listing))}
    </details>`
  }${pageLinks(
    {
      page: listing.page,
      hasMore: from + KEYS_A_PAGE < active.length,
      link: (page) => `/keys?page=${page}`,
    },
    texts,
  )}`;
}

function keyCard(key: KeyRecord, listing: KeyListing): SafeHtml {
  const { texts, formats } = listing.pageContext;
  const t = texts.keys;
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
  const { pageContext, csrf, tools, once } = listing;
  const { texts } = pageContext;
  const t = texts.keys;
  const action = `/keys/${key.id}`;
  const renamed = draftOf(`rename-${key.id}`, listing);
  const limited = draftOf(`limits-${key.id}`, listing);
  const stored: KeyDraft = {
    ...EMPTY_DRAFT,
    tools: key.allowedTools ?? tools,
    cap: key.dailyCap === null ? '' : String(toCredits(key.dailyCap)),
    expiry: lastDay(key.expiresAt),
  };
  return html`<details ${(renamed ?? limited) && html`open`}>
    <summary>${t.manage(key.name)}</summary>
    <div class="manage">
      <form id="rename-${key.id}" method="post" action="${action}/rename">
        ${csrf}
        <h3>${t.rename}</h3>
        ${inputField({ id: `name-${key.id}`, name: 'name', label: t.name, value: renamed?.name ?? key.name, error: renamed?.errors.name, required: true, maxLength: LONGEST_KEY_NAME })}
        <button>${t.rename}</button>
      </form>
      <form method="post" action="${action}/rotate">
        ${csrf} ${once}
        <h3>${t.rotate}</h3>
        <p class="hint field">${t.rotateHint}</p>
        ${selectField(
          'overlap',
          t.overlap,
          OVERLAPS.map((value) => ({
            value,
            label: t.overlaps[value],
          })),
          '24h',
          `overlap-${key.id}`,
        )}
        <button>${t.rotate}</button>
      </form>
      <form id="limits-${key.id}" method="post" action="${action}/limits">
        ${csrf}
        <h3>${t.limits}</h3>
        ${limitFields(limited ?? stored, tools, pageContext, key.id)} <button>${texts.common.save}</button>
      </form>
      <form method="post" action="${action}/revoke">
        ${csrf}
        <h3>${t.revoke}</h3>
        <p class="hint">${t.revokeHint}</p>
        <p>${checkbox('confirm', 'yes', t.revokeConfirm, false, true)}</p>
        <button class="danger">${t.revoke}</button>
      </form>
    </div>
  </details>`;
}

/**
 * The fields for tools, daily limit and last day of a key or app. `suffix` makes the element IDs unique on the page.
 */
export function limitFields(
  draft: KeyDraft,
  tools: readonly string[],
  { texts }: PageContext,
  suffix: string,
  { expiry = true } = {},
): SafeHtml {
  const t = texts.keys;
  const { errors } = draft;
  return html`<fieldset>
      <legend>${t.tools}</legend>
      <div class="checks">
        ${tools.map((tool) => checkbox('tools', tool, html`<code>${tool}</code>`, draft.tools.includes(tool)))}
      </div>
      ${errors.tools && html`<p class="error" role="alert">${errors.tools}</p>`}
    </fieldset>
    ${inputField({ id: `cap-${suffix}`, name: 'cap', label: t.cap, hint: t.capHint, error: errors.cap, inputmode: 'decimal', value: draft.cap })}
    ${expiry && inputField({ id: `expiry-${suffix}`, name: 'expiry', type: 'date', label: t.expiry, hint: t.expiryHint, error: errors.expiry, value: draft.expiry })}`;
}

export function newKeyForm(listing: Omit<KeyListing, 'page'>): SafeHtml {
  const { pageContext, csrf, tools, now, once } = listing;
  const { texts, formats } = pageContext;
  const draft = draftOf('new', listing) ?? { ...EMPTY_DRAFT, tools };
  const { errors } = draft;
  const limited = draft.cap !== '' || draft.expiry !== '' || draft.tools.length !== tools.length;
  return html`<form id="new" method="post" action="/keys">
    ${csrf} ${once}
    ${inputField({ name: 'name', label: texts.keys.nameOptional, hint: texts.keys.nameHint(texts.keys.usualName(formats.shortDate(now))), error: errors.name, value: draft.name, maxLength: LONGEST_KEY_NAME })}
    <details class="field" ${limited && html`open`}>
      <summary>${texts.keys.limits}</summary>
      ${limitFields(draft, tools, pageContext, 'new')}
    </details>
    <button class="primary">${texts.keys.generate}</button>
  </form>`;
}

/** The account's test key, which gives access to sample data only. */
export function testKeyBlock(apiKey: string, csrf: SafeHtml, pageContext: PageContext): SafeHtml {
  const t = pageContext.texts.keys;
  return html`<section>
    <h2 id="test-key-label">${t.test}</h2>
    <p>${t.testLead}</p>
    ${wholeKey('test-key', apiKey, pageContext)}
    <details class="field">
      <summary>${t.testSet}</summary>
      ${keyLines(apiKey, TEST_KEY_VARIABLE).map(({ shell, code }, index) => codeBlock(`set-test-${index}`, code, pageContext.texts, shell))}
    </details>
    <form method="post" action="/keys/test/replace">
      ${csrf}
      <button>${t.testReplace}</button>
    </form>
  </section>`;
}

/** Midnight UTC after the day that starts at `dayMs`. */
export function endOfDay(dayMs: number): number {
  return dayMs + DAY_MS;
}
