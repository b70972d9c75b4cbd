import { DAY_MS } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { dataTable, type Column } from '../components/data-table.ts';
import { amount } from '../components/fields.ts';
import { measured, totalsByDay, type Measure, type Series } from './series.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export function dayTable(
  series: readonly Series[],
  measure: Measure,
  linkOf: (day: number) => string,
  { texts, formats }: PageContext,
): SafeHtml {
  const t = textsOf(texts, TEXTS);
  const days = [...totalsByDay(series)].sort(([a], [b]) => b - a);
  return dataTable<readonly [day: number, sum: { calls: number; cost: number }]>(
    t.table,
    [
      {
        title: t.day,
        kind: 'head',
        cell: ([day]) => html`<a href="${linkOf(day)}">${formats.shortDate(day * DAY_MS)}</a>`,
      },
      {
        title: t.cost,
        kind: 'number',
        cell: ([, { cost }]) => amount(toCredits(cost), formats.number(toCredits(cost)), 'day-total'),
      },
      { title: t.calls, kind: 'number', cell: ([, { calls }]) => formats.number(calls) },
      ...series.map(({ name, days: sums }): Column<readonly [number, unknown]> => ({
        title: name,
        kind: 'number',
        cell: ([day]) => {
          const sum = sums.get(day);
          if (sum === undefined) return '–';
          const value = measured(sum, measure);
          return amount(value, formats.number(value));
        },
      })),
    ],
    days,
    { kind: 'days' },
  );
}
