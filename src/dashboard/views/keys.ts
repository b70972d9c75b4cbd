import { keyStatus } from '../../credits/calls.ts';
import { toCredits } from '../../lib/credits.ts';
import type { KeyRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { Visit } from '../visit.ts';
import { clientSnippets } from './client-config.ts';
import { checkbox, copyButton, inputField, selectField } from './fields.ts';

export const OVERLAPS_MS = { '0': 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000 } as const;

const DAY_MS = 86_400_000;

/** The last whole day of use, as the form shows it. */
export function lastDay(expiresAt: number | null): string {
  return expiresAt === null ? '' : new Date(expiresAt - 1).toISOString().slice(0, 10);
}

/** What the list needs beside the keys. */
export interface KeyListing {
  visit: Visit;
  csrf: SafeHtml;
  tools: readonly string[];
  now: number;
  /** From 1 on. */
  page: number;
}

/** Cards of one page, so that it stays small. */
const KEYS_A_PAGE = 8;

/** The keys that work, each with its forms; those that don't, folded away. */
export function keyList(keys: readonly KeyRecord[], listing: KeyListing): Content {
  const { texts } = listing.visit;
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
  }${
    active.length > KEYS_A_PAGE &&
    html`<div class="actions">
      ${listing.page > 1 && html`<a class="button" rel="prev" href="/keys?page=${listing.page - 1}">${texts.usage.newer}</a>`}
      ${from + KEYS_A_PAGE < active.length && html`<a class="button" rel="next" href="/keys?page=${listing.page + 1}">${texts.usage.older}</a>`}
    </div>`
  }`;
}

function keyCard(key: KeyRecord, listing: KeyListing): SafeHtml {
  const { texts, formats } = listing.visit;
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
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${status === 'active' && manage(key, listing)}
  </div>`;
}

function manage(key: KeyRecord, { visit, csrf, tools }: KeyListing): SafeHtml {
  const { texts } = visit;
  const t = texts.keys;
  const action = `/keys/${key.id}`;
  return html`<details>
    <summary>${t.manage(key.name)}</summary>
    <div class="manage">
      <form method="post" action="${action}/rename">
        ${csrf}
        <h3>${t.rename}</h3>
        ${inputField({ id: `name-${key.id}`, name: 'name', label: t.name, value: key.name, required: true, maxLength: 80 })}
        <button>${t.rename}</button>
      </form>
      <form method="post" action="${action}/rotate">
        ${csrf}
        <h3>${t.rotate}</h3>
        <p class="hint field">${t.rotateHint}</p>
        ${selectField(
          'overlap',
          t.overlap,
          (Object.keys(OVERLAPS_MS) as (keyof typeof OVERLAPS_MS)[]).map((value) => ({
            value,
            label: t.overlaps[value],
          })),
          '24h',
          `overlap-${key.id}`,
        )}
        <button>${t.rotate}</button>
      </form>
      <form method="post" action="${action}/limits">
        ${csrf}
        <h3>${t.limits}</h3>
        ${limitFields(key, tools, visit, key.id)} <button>${texts.common.save}</button>
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

function limitFields(
  key: Pick<KeyRecord, 'allowedTools' | 'dailyCap' | 'expiresAt'> | undefined,
  tools: readonly string[],
  { texts }: Visit,
  suffix: string,
): SafeHtml {
  const t = texts.keys;
  return html`<fieldset>
      <legend>${t.tools}</legend>
      <div class="checks">
        ${tools.map((tool) =>
          checkbox('tools', tool, html`<code>${tool}</code>`, key?.allowedTools?.includes(tool) ?? true),
        )}
      </div>
    </fieldset>
    ${inputField({ id: `cap-${suffix}`, name: 'cap', label: t.cap, hint: t.capHint, inputmode: 'decimal', value: key?.dailyCap === null || key === undefined ? '' : String(toCredits(key.dailyCap)) })}
    ${inputField({ id: `expiry-${suffix}`, name: 'expiry', type: 'date', label: t.expiry, hint: t.expiryHint, value: lastDay(key?.expiresAt ?? null) })}`;
}

/** The form that makes a key. */
export function newKeyForm({ visit, csrf, tools }: Omit<KeyListing, 'now' | 'page'>): SafeHtml {
  const { texts } = visit;
  return html`<form method="post" action="/keys">
    ${csrf}
    ${inputField({ name: 'name', label: texts.keys.name, hint: texts.keys.nameHint, required: true, maxLength: 80 })}
    <details class="field">
      <summary>${texts.keys.limits}</summary>
      ${limitFields(undefined, tools, visit, 'new')}
    </details>
    <button class="primary">${texts.keys.generate}</button>
  </form>`;
}

/** The account's test key, which opens nothing but the sample data. */
export function testKeyBlock(apiKey: string, csrf: SafeHtml, { texts }: Visit): SafeHtml {
  const t = texts.keys;
  return html`<section>
    <h2>${t.test}</h2>
    <p>${t.testLead}</p>
    <label for="test-key">${t.test}</label>
    <div class="secret">
      <input
        id="test-key"
        value="${apiKey}"
        readonly
        autocomplete="off"
        spellcheck="false"
      />${copyButton('test-key', texts.common)}
    </div>
    <form method="post" action="/keys/test/replace">
      ${csrf}
      <button>${t.testReplace}</button>
    </form>
  </section>`;
}

/** The only page that ever shows a live key. */
export function newKey(apiKey: string, { texts, baseUrl }: Visit): SafeHtml {
  const t = texts.keys;
  return html`<section>
      <h1>${t.newTitle}</h1>
      <p class="notice info" role="status">${t.newWarning}</p>
      <label for="api-key">${t.keyLabel}</label>
      <div class="secret">
        <input
          id="api-key"
          value="${apiKey}"
          readonly
          autocomplete="off"
          spellcheck="false"
        />${copyButton('api-key', texts.common)}
      </div>
      <a class="button" href="/keys">${t.toList}</a>
    </section>
    ${configurations(baseUrl, texts)}`;
}

/** Ready configurations for the service's address. */
export function configurations(baseUrl: string, texts: Visit['texts']): SafeHtml {
  const t = texts.keys;
  return html`<section>
    <h2>${t.configTitle}</h2>
    <p>${t.configLead}</p>
    ${clientSnippets(`${baseUrl}/mcp`).map(
      ({ id, title, where, code }) =>
        html`<div class="snippet">
          <div class="bar">
            <h3>${title} <span class="hint mono">${where}</span></h3>
            ${copyButton(`snippet-${id}`, texts.common)}
          </div>
          ${id === 'n8n' && html`<p class="hint">${t.clickpath}</p>`}
          <pre id="snippet-${id}">${code}</pre>
        </div>`,
    )}
  </section>`;
}

/** The end of a chosen last day, in milliseconds. */
export function endOfDay(dayMs: number): number {
  return dayMs + DAY_MS;
}
