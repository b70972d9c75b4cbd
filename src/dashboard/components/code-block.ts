import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { copyButton } from './fields.ts';

export function codeBlock(id: string, code: string, texts: PageContext['texts'], where: string): SafeHtml {
  return html`<div class="snippet">
    <div class="bar"><span class="hint mono">${where}</span>${copyButton(id, texts.common)}</div>
    <pre id="${id}">${code}</pre>
  </div>`;
}
