import { DAY_MS } from '../../lib/clock.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { measured, totalsByDay, type Measure, type Series } from './series.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

/** Sizes are in units of a column's SVG view box, which is stretched to its container. The labels are outside. */
const WIDTH = 10;
const HEIGHT = 100;
const NAMED_EVERY = 5;
const LAST_NAMED = 25;
/** A date is a wide label, so another label must be at least this many columns away from it. */
const ROOM = 5;

/** Numbers of UTC days since the epoch. `today` may be later than `toDay`. */
export interface DayRange {
  fromDay: number;
  toDay: number;
  today: number;
}

/** The figures of each column can be read with the pointer, the keyboard and a screen reader. */
export function usageChart(
  series: readonly Series[],
  range: DayRange,
  measure: Measure,
  pageContext: PageContext,
): SafeHtml {
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS);
  const totals = totalsByDay(series);
  const highest = Math.max(0, ...[...totals.values()].map((sum) => measured(sum, measure)));
  const all = series.reduce((sum, one) => ({ calls: sum.calls + one.all.calls, cost: sum.cost + one.all.cost }), {
    calls: 0,
    cost: 0,
  });
  const what = measure === 'calls' ? t.chartCalls : t.chartCredits;
  const from = formats.shortDate(range.fromDay * DAY_MS);
  const to = formats.shortDate(range.toDay * DAY_MS);
  const shown = Math.min(range.today, range.toDay);
  const days = Array.from({ length: range.toDay - range.fromDay + 1 }, (_, index) => range.fromDay + index);
  return html`<ul class="legend">
      ${series.map(
        ({ name, all: sum }, index) =>
          html`<li>
            <svg viewBox="0 0 1 1" aria-hidden="true"><rect class="tool${index}" width="1" height="1" /></svg
            ><span>${name}</span> <span class="soft">${formats.number(measured(sum, measure))}</span>
          </li>`,
      )}
    </ul>
    <div class="plot">
      <p class="scale" aria-hidden="true"><span>${formats.number(highest)}</span><span>0</span></p>
      <ol
        class="columns-by-day"
        data-arrows
        aria-label="${t.chartSummary(what, formats.number(measured(all, measure)), from, to)}"
      >
        ${days.map((day) => {
          const parts = series.flatMap(({ name, days: sums }, index) => {
            const sum = sums.get(day);
            return sum === undefined ? [] : [{ name, index, value: measured(sum, measure) }];
          });
          const total = totals.get(day);
          const value = total === undefined ? 0 : measured(total, measure);
          return html`<li tabindex="${day === shown ? '0' : '-1'}" ${day > range.today ? html`class="ahead"` : ''}>
            ${column(parts, highest)} ${tick(day, range, pageContext)}
            <span class="tip">
              <strong>${formats.shortDate(day * DAY_MS)}</strong
              >${texts.common.colon}${t.chartFigure[measure](formats.number(value))}${parts.length > 0 && ` · ${parts.map((part) => `${part.name} ${formats.number(part.value)}`).join(' · ')}`}
            </span>
          </li>`;
        })}
      </ol>
    </div>
    <p class="hint">${t.chartHelp}</p>`;
}

function column(parts: readonly { index: number; value: number }[], highest: number): SafeHtml {
  let top = HEIGHT;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    ${parts
      .filter(({ value }) => value > 0)
      .map(({ index, value }) => {
        const height = (value / highest) * HEIGHT;
        top -= height;
        return html`<rect
          class="tool${index}"
          x="0"
          y="${top.toFixed(2)}"
          width="${WIDTH}"
          height="${height.toFixed(2)}"
        />`;
      })}
  </svg>`;
}

function tick(day: number, { fromDay }: DayRange, { formats }: PageContext): SafeHtml | false {
  const number = new Date(day * DAY_MS).getUTCDate();
  // The second month's name stands at its first day or, without room there, at its fifth.
  const second = new Date(fromDay * DAY_MS);
  second.setUTCMonth(second.getUTCMonth() + 1, 1);
  const begins = second.getTime() / DAY_MS;
  const named = begins - fromDay < ROOM ? begins + NAMED_EVERY - 1 : begins;
  const isDate = day === fromDay || day === named;
  const isNumber =
    number % NAMED_EVERY === 0 && number <= LAST_NAMED && Math.min(day - fromDay, Math.abs(day - named)) >= ROOM;
  if (!isDate && !isNumber) return false;
  const name = isDate ? formats.shortDate(day * DAY_MS) : String(number);
  return html`<span class="tick" aria-hidden="true">${name}</span>`;
}
