import { factList } from '../components/data-table.ts';
import type { ConsentRequest } from '../../oauth/consent.ts';
import { isLocalProgram } from '../../oauth/consent.ts';
import { redirectHost } from '../../oauth/redirect-uri.ts';
import type { AccountRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import { notice } from '../layout.ts';
import type { PageContext } from '../page-context.ts';
import type { KeyDraft } from '../key-limits/draft.ts';
import { limitFields } from '../key-limits/view.ts';
import { form } from '../components/form.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export interface ConsentPage {
  consentRequest: ConsentRequest;
  /** Ties the posted form to the waiting authorization request. */
  id: string;
  account: AccountRecord;
  draft: KeyDraft;
  tools: readonly string[];
  back: string;
  message: Content;
  /** Shown instead of the form while the account's e-mail address is not confirmed. */
  unconfirmedNotice: Content;
  pageContext: PageContext;
}

/** Values that an app states about itself are marked as unverified. */
export function consentPage(page: ConsentPage): SafeHtml {
  const { consentRequest, account, pageContext, back } = page;
  const { csrf, texts } = pageContext;
  const t = textsOf(texts, TEXTS);
  const { client, request } = consentRequest;
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
    ${page.message} ${factList(facts, 'facts rows')}
    ${form({ action: '/logout', csrf, place: 'field', hidden: { next: back }, button: t.switchAccount, kind: 'link' })}
    ${isLocal && notice('info', t.localWarning)} ${page.unconfirmedNotice || consentForm(page)}
  </section>`;
}

function consentForm({ id, back, draft, tools, pageContext }: ConsentPage): SafeHtml {
  const t = textsOf(pageContext, TEXTS);
  // The component `form` has one button, and this question has two answers.
  return html`<form id="consent" method="post" action="/authorize">
    ${pageContext.csrf}
    <input type="hidden" name="request" value="${id}" />
    <input type="hidden" name="back" value="${back}" />
    <p>${t.may}</p>
    ${limitFields(draft, tools, pageContext, 'app', { expiry: false })}
    <p class="hint">${t.ends}</p>
    <div class="actions">
      <button class="primary" name="decision" value="allow">${t.allow}</button>
      <button name="decision" value="deny" formnovalidate>${t.deny}</button>
    </div>
  </form>`;
}
