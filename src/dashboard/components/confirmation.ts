import { html, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';

/** A notice that the e-mail address is not confirmed, with a button to send the link again. */
export function confirmationNotice(email: string, { confirm }: Texts, csrf: SafeHtml): SafeHtml {
  return html`<div class="notice info">
    <p>${confirm.pending(email)}</p>
    <form method="post" action="/confirm/resend">${csrf}<button>${confirm.resend}</button></form>
  </div>`;
}
