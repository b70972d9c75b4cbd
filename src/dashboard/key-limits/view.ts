import { toCredits } from '../../lib/credits.ts';
import type { KeyRecord } from '../../store/types.ts';
import { checkbox, inputField } from '../components/fields.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { lastDay, type KeyDraft } from './draft.ts';

export const EMPTY_DRAFT: Omit<KeyDraft, 'tools'> = { form: 'new', name: '', cap: '', expiry: '', errors: {} };

export function storedLimits(key: KeyRecord, tools: readonly string[]): KeyDraft {
  return {
    ...EMPTY_DRAFT,
    tools: key.allowedTools ?? tools,
    cap: key.dailyCap === null ? '' : String(toCredits(key.dailyCap)),
    expiry: lastDay(key.expiresAt),
  };
}

export function limitFields(
  draft: KeyDraft,
  tools: readonly string[],
  { texts }: PageContext,
  suffix: string,
  { expiry = true } = {},
): SafeHtml {
  const t = texts.keys;
  const { errors } = draft;
  return html`<fieldset>
      <legend>${t.tools}</legend>
      <div class="checks">
        ${tools.map((tool) => checkbox('tools', tool, html`<code>${tool}</code>`, draft.tools.includes(tool)))}
      </div>
      ${errors.tools && html`<p class="error" role="alert">${errors.tools}</p>`}
    </fieldset>
    ${inputField({ id: `cap-${suffix}`, name: 'cap', label: t.cap, hint: t.capHint, error: errors.cap, inputmode: 'decimal', value: draft.cap })}
    ${expiry && inputField({ id: `expiry-${suffix}`, name: 'expiry', type: 'date', label: t.expiry, hint: t.expiryHint, error: errors.expiry, value: draft.expiry })}`;
}
