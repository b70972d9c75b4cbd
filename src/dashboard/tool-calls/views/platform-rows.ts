import type { PlatformRow } from '../../../../schemas/index.ts';
import { hasDelivered, outcomeBadges, outcomeText } from '../../../widgets/shared/platform-outcomes.ts';
import { dataTable } from '../../components/data-table.ts';
import { pieceView } from '../../components/piece.ts';
import { html, type SafeHtml } from '../../html.ts';
import type { AnswerContext } from './context.ts';

const MAXIMUM_REASON = 300;

type Context = Pick<AnswerContext, 'pageContext' | 'names'>;

export function platformOutcomes(rows: readonly PlatformRow[], context: Context, unfolded: boolean): SafeHtml {
  const { texts } = context.pageContext;
  const t = texts.playground;
  const named = rows.map((row) => ({ ...row, name: context.names.get(row.platform) ?? row.platform }));
  return html`${pieceView(outcomeBadges(named, { ...t, colon: texts.common.colon }, context.pageContext.formats.number))}
    <details ${unfolded && html`open`}>
      <summary>${t.platforms}</summary>
      ${platformTable(rows, context)}
    </details>`;
}

function outcome(row: PlatformRow, { pageContext }: Context): string {
  const { texts, formats } = pageContext;
  return outcomeText(row, { ...texts.playground, colon: texts.common.colon }, formats.number);
}

/** "work mode 1, place 5" */
function filterCounts(leftOut: Readonly<Record<string, number>>, { pageContext }: Context): string {
  const { filterNames } = pageContext.texts.playground;
  return Object.entries(leftOut)
    .map(([filter, count]) => `${filterNames[filter] ?? filter} ${pageContext.formats.number(count)}`)
    .join(', ');
}

function platformTable(rows: readonly PlatformRow[], context: Context): SafeHtml {
  const t = context.pageContext.texts.playground;
  return dataTable<PlatformRow>(
    t.platforms,
    [
      {
        title: t.platform,
        kind: 'head',
        cell: ({ platform }) => html`${context.names.get(platform) ?? platform} <code class="name">${platform}</code>`,
      },
      {
        title: t.outcome,
        cell: (row) =>
          html`<span title="${row.status}">${outcome(row, context)}</span>${
              hasDelivered(row) && row.cached && html` <span class="hint">${t.fromCache}</span>`
            }`,
      },
      {
        title: t.why,
        kind: 'soft',
        cell: ({ status, reason, attribution, left_out }) =>
          html`${t.statusHints[status]} ${left_out && t.leftOut(filterCounts(left_out, context))}
          ${reason && html`<span class="hint" lang="${t.descriptionLanguage}">${reason.slice(0, MAXIMUM_REASON)}</span>`}
          ${attribution && html`<span class="hint">${attribution.slice(0, MAXIMUM_REASON)}</span>`}`,
      },
    ],
    rows,
    { kind: 'rows platform-rows' },
  );
}
