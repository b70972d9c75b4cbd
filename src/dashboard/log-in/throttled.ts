import { html, type Content } from '../html.ts';
import type { DashboardServices } from '../services.ts';
import type { Texts } from '../texts/index.ts';

/** There were too many attempts: says what the account's owner can do while strangers' attempts delay log-ins. */
export function throttled({ registration }: DashboardServices, { login }: Texts, minutes: number): Content {
  return [
    login.tooMany(minutes),
    ' ',
    registration.sendsMail ? html`<a href="/unlock">${login.unlock}</a>` : login.unlockNoMail,
  ];
}
