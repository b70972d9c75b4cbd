import { isoTime } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { KeyRecord, LedgerEntry } from '../../store/types.ts';
import { PLAYGROUND_KEY_ID } from '../../accounts/callers-without-key.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { dataTable } from './data-table.ts';
import { amount, copyableId } from './fields.ts';

/** Outcomes that are not listed are failures. */
const KINDS: Readonly<Record<string, string>> = { ok: 'good', replayed: 'good', pending: '' };

export function keyName(keyId: string | null, keys: readonly KeyRecord[], texts: PageContext['texts']): string {
  if (keyId === PLAYGROUND_KEY_ID) return texts.usage.playground;
  const key = keys.find(({ id }) => id === keyId);
  return key ? keyLabel(key) : texts.usage.gone;
}

export function keyLabel({ name, lastFour }: Pick<KeyRecord, 'name' | 'lastFour'>): string {
  return lastFour === '' ? name : `${name} …${lastFour}`;
}

export function outcomeName(outcome: string, texts: PageContext['texts']): string {
  return texts.usage.outcomes[outcome] ?? outcome;
}

export function callTable(
  entries: readonly LedgerEntry[],
  keys: readonly KeyRecord[],
  pageContext: PageContext,
): SafeHtml {
  const { texts, formats } = pageContext;
  const t = texts.usage;
  return dataTable<LedgerEntry>(
    t.log,
    [
      {
        title: t.at,
        cell: ({ createdAt }) => html`<time datetime="${isoTime(createdAt)}">${formats.moment(createdAt)}</time>`,
      },
      { title: t.tool, cell: ({ tool }) => html`<code>${tool}</code>` },
      {
        title: t.cost,
        kind: 'number',
        cell: (entry) => amount(toCredits(entry.amount), formats.number(toCredits(entry.amount))),
      },
      {
        title: t.outcome,
        cell: ({ outcome }) =>
          html`<span class="badge ${KINDS[outcome] ?? 'bad'}" title="${outcome}">${outcomeName(outcome, texts)}</span>`,
      },
      {
        title: t.duration,
        kind: 'number',
        cell: ({ durationMs }) => (durationMs === null ? '–' : formats.duration(durationMs)),
      },
      { title: t.key, kind: 'free', cell: ({ keyId }) => keyName(keyId, keys, texts) },
      { title: t.receipt, cell: ({ receiptId }) => copyableId(receiptId, texts.common) },
    ],
    entries,
    { kind: 'calls stacked' },
  );
}
