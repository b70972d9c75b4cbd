import { alertSentence, fieldName } from '../../health/alert-text.ts';
import type { ShownAlert, SourceOverview } from '../../health/status-report.ts';
import { rateOf } from '../../health/field-rates.ts';
import { HEALTH_TEXTS } from '../../health/texts/index.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { FieldCounts, SourceCheck, SourceDay } from '../../store/types.ts';
import { dataTable, type Column } from '../components/data-table.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { weightOf } from './view.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

function fieldsOf(rows: readonly { fields: FieldCounts }[]): string[] {
  return [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))];
}

/** A tooltip shows the outcome's code. `checks` is the number of checks with this outcome. */
function outcomeBadge(outcome: string, { texts, formats }: PageContext, checks?: number): SafeHtml {
  const weight = weightOf(outcome);
  return html`<span class="badge ${weight === 'well' ? 'good' : weight === 'bad' ? 'bad' : 'warn'}" title="${outcome}"
    >${texts.playground.statuses[outcome] ?? outcome}${checks !== undefined && ` · ${formats.number(checks)}`}</span
  > `;
}

function fieldColumns<Row extends { fields: FieldCounts }>(
  rows: readonly Row[],
  { language }: PageContext,
): Column<Row>[] {
  return fieldsOf(rows).map((field) => ({
    title: fieldName(field, HEALTH_TEXTS[language]),
    kind: 'number',
    cell: ({ fields }) => {
      const rate = fields[field] && rateOf(fields[field]);
      return rate === undefined ? '–' : HEALTH_TEXTS[language].percent(rate);
    },
  }));
}

export function sourceDays({ code, days }: Pick<SourceOverview, 'code' | 'days'>, pageContext: PageContext): SafeHtml {
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS).sources;
  return dataTable<SourceDay>(
    t.days,
    [
      {
        title: t.day,
        kind: 'head',
        cell: ({ day }) =>
          html`<a href="/operator/sources/${code}?day=${isoDay(day)}#checks">${formats.shortDate(day * DAY_MS)}</a>`,
      },
      {
        title: t.outcomes,
        kind: 'nowrap',
        cell: ({ outcomes }) =>
          Object.entries(outcomes).map(([outcome, count]) => outcomeBadge(outcome, pageContext, count)),
      },
      ...fieldColumns(days, pageContext),
    ],
    [...days].reverse(),
    { kind: 'days' },
  );
}

export function sourceChecks(checks: readonly SourceCheck[], pageContext: PageContext): SafeHtml {
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS).sources;
  if (checks.length === 0) return html`<p>${t.noChecks}</p>`;
  return dataTable<SourceCheck>(
    t.checks,
    [
      { title: t.time, kind: 'head', cell: ({ at }) => formats.moment(at) },
      { title: t.outcome, cell: ({ outcome }) => outcomeBadge(outcome, pageContext) },
      { title: t.took, kind: 'number', cell: ({ ms }) => formats.duration(ms) },
      ...fieldColumns(checks, pageContext),
      { title: t.reason, kind: 'free', cell: ({ reason }) => reason },
    ],
    checks,
    { kind: 'days' },
  );
}

export function alertList(
  alerts: readonly ShownAlert[],
  nameOf: (code: string) => string,
  { texts, formats, language }: PageContext,
): SafeHtml {
  const t = textsOf(texts, TEXTS).sources;
  if (alerts.length === 0) return html`<p>${t.noAlerts}</p>`;
  return html`<ul class="sessions">
    ${alerts.map(
      ({ at, source, what, deliveries }) =>
        html`<li>
          <div>
            <p>${alertSentence(nameOf(source), what, HEALTH_TEXTS[language])}</p>
            <p class="hint">
              ${formats.time(at)} ·
              ${
                deliveries.length === 0
                  ? t.onlyPage
                  : deliveries.map(({ channel, state }) => `${t.channels[channel]} ${t.deliveries[state]}`).join(', ')
              }
            </p>
          </div>
        </li>`,
    )}
  </ul>`;
}

/** `day` is a number of UTC days since the epoch. */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns `toDay` if the text is not a `YYYY-MM-DD` date or is outside the range. */
export function readDay(text: string | undefined, { fromDay, toDay }: { fromDay: number; toDay: number }): number {
  const ms = text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const day = Number.isNaN(ms) ? toDay : Math.floor(ms / DAY_MS);
  return day >= fromDay && day <= toDay ? day : toDay;
}
