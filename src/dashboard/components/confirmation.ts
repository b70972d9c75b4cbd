import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { form } from './form.ts';

export function confirmationNotice({ texts, session, csrf }: PageContext): SafeHtml {
  const { confirm } = texts;
  return html`<div class="notice info">
    <p>${confirm.pending(session?.account.email ?? '')}</p>
    ${form({ action: '/confirm/resend', csrf, button: confirm.resend })}
  </div>`;
}
