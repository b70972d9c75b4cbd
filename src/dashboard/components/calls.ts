import { isoTime } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { KeyRecord, LedgerEntry } from '../../store/types.ts';
import { PLAYGROUND_KEY_ID } from '../playground/caller.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { amount } from './fields.ts';

/** Display name of a key, also of deleted keys and the playground. */
export function keyName(keyId: string | null, keys: readonly KeyRecord[], texts: PageContext['texts']): string {
  if (keyId === PLAYGROUND_KEY_ID) return texts.usage.playground;
  const key = keys.find(({ id }) => id === keyId);
  return key ? keyLabel(key) : texts.usage.gone;
}

/** A key's name with its last characters; an app has no such characters. */
export function keyLabel({ name, lastFour }: Pick<KeyRecord, 'name' | 'lastFour'>): string {
  return lastFour === '' ? name : `${name} …${lastFour}`;
}

/** An outcome in words; one without words keeps its code. */
export function outcomeName(outcome: string, texts: PageContext['texts']): string {
  return texts.usage.outcomes[outcome] ?? outcome;
}

/** Calls as a table, newest first. */
export function callTable(
  entries: readonly LedgerEntry[],
  keys: readonly KeyRecord[],
  pageContext: PageContext,
): SafeHtml {
  const { texts, formats } = pageContext;
  const t = texts.usage;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${t.log}">
    <table class="calls">
      <thead>
        <tr>
          <th scope="col">${t.at}</th>
          <th scope="col">${t.tool}</th>
          <th scope="col" class="number">${t.cost}</th>
          <th scope="col">${t.outcome}</th>
          <th scope="col" class="number">${t.duration}</th>
          <th scope="col">${t.key}</th>
          <th scope="col">${t.receipt}</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map((entry) => {
          const cost = toCredits(entry.amount);
          return html`<tr>
            <td><time datetime="${isoTime(entry.createdAt)}">${formats.moment(entry.createdAt)}</time></td>
            <td><code>${entry.tool}</code></td>
            <td class="number">${amount(cost, formats.number(cost))}</td>
            <td>
              <span
                class="badge ${
                  entry.outcome === 'ok' || entry.outcome === 'replayed'
                    ? 'good'
                    : entry.outcome === 'pending'
                      ? ''
                      : 'bad'
                }"
                title="${entry.outcome}"
                >${outcomeName(entry.outcome, texts)}</span
              >
            </td>
            <td class="number">${entry.durationMs === null ? '–' : `${formats.number(entry.durationMs)} ms`}</td>
            <td class="free">${keyName(entry.keyId, keys, texts)}</td>
            <td><code class="id">${entry.receiptId}</code></td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
