import { html, type Content, type SafeHtml } from '../../html.ts';
import type { Texts } from '../../texts/index.ts';

/**
 * A button that copies the content at an address or of an element (`#id`). Hidden until the script of the page shows
 * it.
 */
export function copyButton(source: string, label: Content, { common }: Texts): SafeHtml {
  return html`<button type="button" class="small" hidden data-take="${source}" data-copied="${common.copied}">
    ${label}
  </button>`;
}
