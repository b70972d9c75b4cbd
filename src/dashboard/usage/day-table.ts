import { DAY_MS } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { amount } from '../components/fields.ts';
import { measured, totalsByDay, type Measure, type Series } from './series.ts';

/** The figures of the chart, newest day first; `linkOf` gives the link to a day's calls. */
export function dayTable(
  series: readonly Series[],
  measure: Measure,
  linkOf: (day: number) => string,
  { texts, formats }: PageContext,
): SafeHtml {
  const t = texts.usage;
  const days = [...totalsByDay(series)].sort(([a], [b]) => b - a);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${t.table}">
    <table class="days">
      <thead>
        <tr>
          <th scope="col">${t.day}</th>
          <th scope="col" class="number">${t.cost}</th>
          <th scope="col" class="number">${t.calls}</th>
          ${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${days.map(([day, { calls, cost }]) => {
          const credits = toCredits(cost);
          return html`<tr>
            <th scope="row"><a href="${linkOf(day)}">${formats.shortDate(day * DAY_MS)}</a></th>
            <td class="number">${amount(credits, formats.number(credits), 'day-total')}</td>
            <td class="number">${formats.number(calls)}</td>
            ${series.map(({ days: sums }) => {
              const sum = sums.get(day);
              if (sum === undefined) return html`<td class="number">–</td>`;
              const value = measured(sum, measure);
              return html`<td class="number">${amount(value, formats.number(value))}</td>`;
            })}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
