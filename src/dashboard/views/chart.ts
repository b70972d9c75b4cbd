import { toCredits, type Millicredits } from '../../lib/credits.ts';
import { html, type SafeHtml } from '../html.ts';
import type { Visit } from '../visit.ts';
import { amount } from './fields.ts';

/** What one tool used on one UTC day (counted since the epoch). */
export interface DayRow {
  day: number;
  tool: string;
  calls: number;
  cost: Millicredits;
}

const DAY_MS = 86_400_000;
const COLOURS = 4;
/** Units of the drawing: a day is one column. */
const COLUMN = 20;
const BAR = 15;
const HEIGHT = 100;

/**
 * Days from `fromDay` to `toDay` as stacked bars by tool, with the same figures
 * as a table. The drawing stretches to its box, so its words stand outside it.
 */
export function usageChart(
  rows: readonly DayRow[],
  range: { fromDay: number; toDay: number },
  by: 'credits' | 'calls',
  visit: Visit,
): SafeHtml {
  const { texts, formats } = visit;
  const t = texts.usage;
  const tools = [...new Set(rows.map(({ tool }) => tool))].sort();
  const valueOf = (row: DayRow): number => (by === 'calls' ? row.calls : toCredits(row.cost));
  const days = groupByDay(rows);
  const totals = [...days.values()].map((ofDay) => ofDay.reduce((sum, row) => sum + valueOf(row), 0));
  const highest = Math.max(0, ...totals);
  const all = rows.reduce((sum, row) => sum + (by === 'calls' ? row.calls : row.cost), 0);
  const columns = Math.max(1, range.toDay - range.fromDay + 1);
  const summary = t.chartSummary(
    by === 'calls' ? t.chartCalls : t.chartCredits,
    formats.number(by === 'calls' ? all : toCredits(all)),
    formats.shortDate(range.fromDay * DAY_MS),
    formats.shortDate(range.toDay * DAY_MS),
  );
  return html`<ul class="legend">
      ${tools.map(
        (tool, index) =>
          html`<li>
            <svg viewBox="0 0 1 1" aria-hidden="true"><rect class="tool${index % COLOURS}" width="1" height="1" /></svg
            ><code>${tool}</code>
          </li>`,
      )}
    </ul>
    <p class="hint">${t.max(formats.number(highest))}</p>
    <svg
      class="chart"
      viewBox="0 0 ${columns * COLUMN} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${summary}"
    >
      ${[...days].map(([day, ofDay]) => bar(day, ofDay, { tools, valueOf, highest, fromDay: range.fromDay, visit }))}
    </svg>
    <div class="axis">
      <span>${formats.shortDate(range.fromDay * DAY_MS)}</span><span>${formats.shortDate(range.toDay * DAY_MS)}</span>
    </div>
    <details>
      <summary>${t.table}</summary>
      ${dayTable(rows, tools, visit)}
    </details>`;
}

function bar(
  day: number,
  rows: readonly DayRow[],
  drawing: {
    tools: readonly string[];
    valueOf(row: DayRow): number;
    highest: number;
    fromDay: number;
    visit: Visit;
  },
): SafeHtml {
  const { tools, valueOf, highest, fromDay, visit } = drawing;
  let top = HEIGHT;
  const parts = rows.map((row) => {
    const height = highest === 0 ? 0 : (valueOf(row) / highest) * (HEIGHT - 5);
    top -= height;
    return html`<rect
      class="tool${tools.indexOf(row.tool) % COLOURS}"
      x="${(day - fromDay) * COLUMN + (COLUMN - BAR) / 2}"
      y="${top.toFixed(2)}"
      width="${BAR}"
      height="${height.toFixed(2)}"
    />`;
  });
  const words = rows.map((row) => `${row.tool} ${visit.formats.number(valueOf(row))}`).join(', ');
  return html`<g
    ><title>${visit.formats.shortDate(day * DAY_MS)}${visit.texts.common.colon}${words}</title>${parts}</g
  >`;
}

function dayTable(rows: readonly DayRow[], tools: readonly string[], { texts, formats }: Visit): SafeHtml {
  const t = texts.usage;
  const days = [...groupByDay(rows)].sort(([a], [b]) => b - a);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${t.byDay}">
    <table class="days">
      <caption>
        ${t.byDay}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t.day}</th>
          <th scope="col" class="number">${t.cost}</th>
          <th scope="col" class="number">${t.calls}</th>
          ${tools.map((tool) => html`<th scope="col" class="number">${tool}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${days.map(([day, ofDay]) => {
          const cost = toCredits(ofDay.reduce((sum, row) => sum + row.cost, 0));
          return html`<tr>
            <th scope="row">${formats.shortDate(day * DAY_MS)}</th>
            <td class="number">${amount(cost, formats.number(cost), 'day-total')}</td>
            <td class="number">${ofDay.reduce((sum, row) => sum + row.calls, 0)}</td>
            ${tools.map((tool) => {
              const row = ofDay.find((candidate) => candidate.tool === tool);
              const value = toCredits(row?.cost ?? 0);
              return html`<td class="number">${row ? amount(value, formats.number(value)) : '–'}</td>`;
            })}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

function groupByDay(rows: readonly DayRow[]): Map<number, DayRow[]> {
  const days = new Map<number, DayRow[]>();
  for (const row of rows) {
    const ofDay = days.get(row.day);
    if (ofDay) ofDay.push(row);
    else days.set(row.day, [row]);
  }
  return days;
}
