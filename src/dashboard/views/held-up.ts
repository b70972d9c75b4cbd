import { html, type Content } from '../html.ts';
import type { DashboardServices } from '../services.ts';
import type { Texts } from '../texts/index.ts';

/** That there were too many tries, and what the owner of the account can do while strangers' ones hold a log-in up. */
export function heldUp({ registration }: DashboardServices, { login }: Texts, minutes: number): Content {
  return [
    login.tooMany(minutes),
    ' ',
    registration.sendsMail ? html`<a href="/unlock">${login.unlock}</a>` : login.unlockNoMail,
  ];
}
