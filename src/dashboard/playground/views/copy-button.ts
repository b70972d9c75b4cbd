import { html, type Content, type SafeHtml } from '../../html.ts';
import type { Texts } from '../../texts/index.ts';

/** A button that copies the content of an address or of an element (`#id`); shown where JavaScript runs. */
export function copyButton(source: string, label: Content, { common }: Texts): SafeHtml {
  return html`<button type="button" class="small" hidden data-take="${source}" data-copied="${common.copied}">
    ${label}
  </button>`;
}
