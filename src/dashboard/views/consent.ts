import type { ConsentRequest } from '../../oauth/consent.ts';
import { isLocalProgram } from '../../oauth/consent.ts';
import { redirectHost } from '../../oauth/redirect-uri.ts';
import type { AccountRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import { notice } from '../layout.ts';
import type { Visit } from '../visit.ts';
import { limitFields, type KeyDraft } from './keys.ts';

export interface ConsentPage {
  asked: ConsentRequest;
  /** Names the question to the form's answer. */
  id: string;
  account: AccountRecord;
  /** Limits as they are offered, or as they were typed. */
  draft: KeyDraft;
  tools: readonly string[];
  /** Where the question can be had again. */
  back: string;
  csrf: SafeHtml;
  /** What is wrong, above the form. */
  said: Content;
  /** The account may not allow anything yet: what stands in the form's place. */
  instead: Content;
  visit: Visit;
}

/** Id of the form that answers. */
export const CONSENT_FORM = 'consent';

/** Who asks for what, and the form that answers. What an app says of itself stands apart from what is known. */
export function consentPage(page: ConsentPage): SafeHtml {
  const { asked, account, visit, csrf, back } = page;
  const t = visit.texts.consent;
  const { client, request } = asked;
  const host = redirectHost(request.redirectUri);
  const isLocal = isLocalProgram(request.redirectUri);
  const facts: [string, Content][] = [
    [t.app, html`<strong><bdi>${client.name || t.noName}</bdi></strong> <span class="hint">${t.claimed}</span>`],
    [t.proof, client.host === null ? t.unproven : t.proven(client.host)],
    [t.goesTo, isLocal ? t.thisComputer(host) : html`<strong>${host}</strong>`],
    [t.account, html`<strong>${account.email}</strong>`],
  ];
  return html`<section class="narrow consent">
    <h1>${t.question}</h1>
    ${page.said}
    <dl class="facts rows">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <form class="field" method="post" action="/logout">
      ${csrf}<input type="hidden" name="next" value="${back}" />
      <button class="link">${t.switchAccount}</button>
    </form>
    ${isLocal && notice('info', t.localWarning)} ${page.instead || consentForm(page)}
  </section>`;
}

function consentForm({ id, back, csrf, draft, tools, visit }: ConsentPage): SafeHtml {
  const t = visit.texts.consent;
  return html`<form id="${CONSENT_FORM}" method="post" action="/authorize">
    ${csrf}
    <input type="hidden" name="request" value="${id}" />
    <input type="hidden" name="back" value="${back}" />
    <p>${t.may}</p>
    ${limitFields(draft, tools, visit, 'app', { expiry: false })}
    <p class="hint">${t.ends}</p>
    <div class="actions">
      <button class="primary" name="decision" value="allow">${t.allow}</button>
      <button name="decision" value="deny" formnovalidate>${t.deny}</button>
    </div>
  </form>`;
}
