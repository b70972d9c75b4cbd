import { html, type Content, type SafeHtml } from '../html.ts';
import { attributes } from './fields.ts';

export interface Tab {
  value: string;
  title: Content;
  body: Content;
}

/**
 * One of several things at a time, picked by radio buttons: works without
 * JavaScript and by arrow keys, and a form of the page may send the choice
 * along. Up to ten, as the style sheet counts them.
 */
export function tabbed(options: {
  name: string;
  label: string;
  tabs: readonly Tab[];
  /** The first when it is none of them. */
  selected?: string | undefined;
  /** Id of the form that sends the choice. */
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
