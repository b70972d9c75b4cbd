import { html, type Content } from './html.ts';
import type { DashboardServices } from './services.ts';
import type { Texts } from './texts/index.ts';

/** The message offers the owner a way to log in without waiting. */
export function throttled({ registration }: DashboardServices, { login }: Texts, minutes: number): Content {
  return [
    login.tooMany(minutes),
    ' ',
    registration.sendsMail ? html`<a href="/unlock">${login.unlock}</a>` : login.unlockNoMail,
  ];
}
