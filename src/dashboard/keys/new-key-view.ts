import type { KeyRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { clientConfigurations, FORMATS_CHECKED_AT, keyLines, type ClientConfiguration } from '../client-config.ts';
import { codeBlock } from '../components/code-block.ts';
import { copyButton } from '../components/fields.ts';
import { tabbed } from './tabbed.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const SHOWN_FORM = { form: 'shown', action: '/keys/shown' } as const;

export interface OpenTabs {
  client?: string | undefined;
  shell?: string | undefined;
}

/** Returns the only page that shows a live key. */
export function newKey(
  key: Pick<KeyRecord, 'id' | 'name' | 'lastUsedAt'>,
  apiKey: string,
  open: OpenTabs,
  pageContext: PageContext,
): SafeHtml {
  const t = textsOf(pageContext, TEXTS);
  return html`<h1>${t.newTitle}</h1>
    <section>
      <p class="notice info" role="status">${t.newWarning}</p>
      <h2 id="api-key-label">${t.keyLabel} <span class="soft name">${key.name}</span></h2>
      ${wholeKey('api-key', apiKey, pageContext)}
      <h2>${t.setTitle}</h2>
      <p>${t.setLead}</p>
      ${shellTabs(apiKey, open.shell, pageContext)}
    </section>
    ${configurations(pageContext, { apiKey, client: open.client, form: SHOWN_FORM.form })}
    ${firstCall(key, apiKey, pageContext)}`;
}

export function wholeKey(id: string, apiKey: string, { texts }: PageContext): SafeHtml {
  return html`<div class="secret">
    <pre id="${id}" role="group" aria-labelledby="${id}-label">${apiKey}</pre>
    ${copyButton(id, texts.common)}
  </div>`;
}

function shellTabs(apiKey: string, shell: string | undefined, { texts }: PageContext): SafeHtml {
  return tabbed({
    name: 'shell',
    label: textsOf(texts, TEXTS).shells,
    form: SHOWN_FORM.form,
    selected: shell,
    tabs: keyLines(apiKey).map(({ shell: title, code }, index) => ({
      value: String(index),
      title,
      body: html`<div class="secret">
        <pre id="set-${index}">${code}</pre>
        ${copyButton(`set-${index}`, texts.common)}
      </div>`,
    })),
  });
}

export function configurations(
  pageContext: PageContext,
  shown: { apiKey?: string; client?: string | undefined; form?: string } = {},
): SafeHtml {
  const { texts, baseUrl } = pageContext;
  const t = textsOf(texts, TEXTS);
  return html`<section>
    <h2>${shown.apiKey === undefined ? t.configTitle : t.connectTitle}</h2>
    <p>${shown.apiKey === undefined ? t.configLead : t.connectLead}</p>
    ${tabbed({
      name: 'client',
      label: t.clientsLabel,
      form: shown.form,
      selected: shown.client,
      tabs: clientConfigurations(`${baseUrl}/mcp`, shown.apiKey).map((snippet) => ({
        value: snippet.id,
        title: snippet.title,
        body: snippetBody(snippet, pageContext),
      })),
    })}
  </section>`;
}

function snippetBody(
  { id, where, code, powershell, install, documentation }: ClientConfiguration,
  { texts, formats }: PageContext,
): Content {
  const t = textsOf(texts, TEXTS);
  return html`<p>${t.clients[id]}</p>
    ${install && html`<p><a class="button" href="${install}">${t.install[id === 'vscode' ? 'vscode' : 'cursor']}</a></p>`}
    ${codeBlock(`snippet-${id}`, code, texts, where)}
    ${powershell !== undefined && codeBlock(`snippet-${id}-powershell`, powershell, texts, 'PowerShell')}
    ${
      documentation &&
      html`<p class="hint">
        ${t.checked(formats.date(FORMATS_CHECKED_AT))}
        <a href="${documentation}" rel="noopener noreferrer">${new URL(documentation).host}</a>
      </p>`
    }`;
}

/** JavaScript polls for 15 minutes while the page is visible. Without JavaScript, a button reloads the page. */
function firstCall(
  key: Pick<KeyRecord, 'id' | 'lastUsedAt'>,
  apiKey: string,
  { texts, formats, csrf }: PageContext,
): SafeHtml {
  const t = textsOf(texts, TEXTS);
  const called = key.lastUsedAt !== null;
  // The component `form` is not used, because it always has a button, and this form has none after the first call.
  return html`<section id="first-call">
    <h2>${t.firstCallTitle}</h2>
    <div role="status" ${!called && html`data-first-call="/keys/${key.id}/first-call"`}>
      <p class="first-call" ${called && html`hidden`}><span class="mark" aria-hidden="true">…</span> ${t.waiting}</p>
      <p class="first-call good" ${!called && html`hidden`}>
        <span class="mark" aria-hidden="true">✓</span>
        <span>${t.arrived} ${called && html`<span class="soft">${formats.time(key.lastUsedAt ?? 0)}</span>`}</span>
      </p>
    </div>
    <form id="${SHOWN_FORM.form}" method="post" action="${SHOWN_FORM.action}#first-call" class="actions">
      ${csrf}<input type="hidden" name="key" value="${apiKey}" />
      ${!called && html`<button data-waiting>${t.lookAgain}</button>`}
      <a class="button primary" href="/usage" data-arrived ${!called && html`hidden`}>${t.toUsage}</a>
      <a class="button" href="/docs/quick-start" data-arrived ${!called && html`hidden`}>${texts.menu.docs}</a>
      <a class="button" href="/keys">${t.toList}</a>
    </form>
  </section>`;
}
