import { html, type Content, type SafeHtml } from '../html.ts';
import { attributes } from '../components/fields.ts';

export interface Tab {
  value: string;
  title: Content;
  body: Content;
}

/**
 * Builds tabs from radio buttons, which work without JavaScript and whose choice a form can submit. The style sheet
 * supports at most ten tabs.
 */
export function tabbed(options: {
  name: string;
  label: string;
  tabs: readonly Tab[];
  selected?: string | undefined;
  form?: string | undefined;
}): SafeHtml {
  const { name, label, tabs, form } = options;
  const selected = tabs.find(({ value }) => value === options.selected) ?? tabs[0];
  return html`<fieldset class="tabbed">
    <legend class="away">${label}</legend>
    ${tabs.map(
      (tab) =>
        html`<input
            type="radio"
            id="${name}-${tab.value}"
            name="${name}"
            value="${tab.value}"
            autocomplete="off"
            ${attributes([
              ['form', form],
              ['checked', tab === selected ? '' : undefined],
            ])}
          /><label for="${name}-${tab.value}">${tab.title}</label>`,
    )}
    ${tabs.map(({ body }) => html`<div>${body}</div>`)}
  </fieldset>`;
}
