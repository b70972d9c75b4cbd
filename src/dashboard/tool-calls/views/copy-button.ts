import { html, type Content, type SafeHtml } from '../../html.ts';
import type { Texts } from '../../texts/index.ts';

/** `source` is a URL or an element (`#id`). The button is hidden until the page's script shows it. */
export function copyButton(source: string, label: Content, { common }: Texts): SafeHtml {
  return html`<button type="button" class="small" hidden data-take="${source}" data-copied="${common.copied}">
    ${label}
  </button>`;
}
