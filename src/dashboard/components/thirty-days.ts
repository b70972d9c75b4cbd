import { DAY_MS } from '../../lib/clock.ts';
import { toCredits, type Millicredits } from '../../lib/credits.ts';
import type { UsageStore } from '../../store/types.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { dataTable } from './data-table.ts';
import { amount } from './fields.ts';

export const CHART_DAYS = 30;

/** Sizes are in units of the SVG's view box, which is stretched to its container. */
const STEP = 10;
const BAR = 8;
const HEIGHT = 100;
/** Minimum height of a bar, so that a small value is visible. */
const LOWEST = 2;

type DayRow = Awaited<ReturnType<UsageStore['days']>>[number];

interface Day {
  day: number;
  answered: number;
  failed: number;
  cost: Millicredits;
}

function isFailed(outcome: DayRow['outcome']): boolean {
  return outcome !== 'ok' && outcome !== 'replayed' && outcome !== 'pending';
}

function daysOf(rows: readonly DayRow[], today: number): Day[] {
  const days = Array.from({ length: CHART_DAYS }, (_, index) => ({
    day: today - CHART_DAYS + 1 + index,
    answered: 0,
    failed: 0,
    cost: 0,
  }));
  for (const { day, outcome, calls, cost } of rows) {
    // Days in the future, which exist if the clock was set back, are ignored.
    const found = days[day - (today - CHART_DAYS + 1)];
    if (!found) continue;
    found[isFailed(outcome) ? 'failed' : 'answered'] += calls;
    found.cost += cost;
  }
  return days;
}

export function thirtyDays(rows: readonly DayRow[], today: number, pageContext: PageContext): SafeHtml {
  const { texts, formats } = pageContext;
  const t = texts.overview;
  const days = daysOf(rows, today);
  const sum = (pick: (day: Day) => number): number => days.reduce((all, day) => all + pick(day), 0);
  const answered = sum((day) => day.answered);
  const failed = sum((day) => day.failed);
  const credits = toCredits(sum(({ cost }) => cost));
  return html`<div class="columns days-at-a-glance">
      <figure>
        <figcaption>
          <strong>${t.callsADay}</strong>
          <span class="key-to-bars"
            ><svg viewBox="0 0 1 1" aria-hidden="true"><rect class="tool0" width="1" height="1" /></svg>
            ${t.answered(formats.number(answered))}</span
          >
          ${
            failed > 0 &&
            html`<span class="key-to-bars"
              ><svg viewBox="0 0 1 1" aria-hidden="true"><rect class="day-bad" width="1" height="1" /></svg>
              ${t.failedFree(formats.number(failed))}</span
            >`
          }
        </figcaption>
        ${bars(days, ['answered', 'failed'], t.callsLabel(formats.number(answered), formats.number(failed)), pageContext)}
      </figure>
      <figure>
        <figcaption>
          <strong>${t.creditsADay}</strong>
          <span>${t.creditsUsed(formats.number(credits))}</span>
        </figcaption>
        ${bars(days, ['cost'], t.creditsLabel(formats.number(credits)), pageContext)}
      </figure>
    </div>
    <details>
      <summary>${t.figures}</summary>
      ${dayTable(days, pageContext)}
    </details>`;
}

type Part = 'answered' | 'failed' | 'cost';
const COLOURS: Readonly<Record<Part, string>> = { answered: 'tool0', failed: 'day-bad', cost: 'tool1' };

/** Draws the bars of each part as one SVG path, which keeps the page small. */
function bars(days: readonly Day[], parts: readonly Part[], label: string, { texts, formats }: PageContext): SafeHtml {
  const t = texts.overview;
  const total = (day: Day): number => parts.reduce((all, part) => all + day[part], 0);
  const highest = Math.max(...days.map(total));
  const shapes = new Map<Part, string>();
  for (const [index, day] of days.entries()) {
    let bottom = HEIGHT;
    for (const part of parts) {
      if (day[part] === 0) continue;
      const height = Math.max(LOWEST, Math.round((day[part] / highest) * HEIGHT * 10) / 10);
      shapes.set(part, `${shapes.get(part) ?? ''}M${index * STEP + 1} ${bottom}h${BAR}v-${height}h-${BAR}z`);
      bottom = Math.round((bottom - height) * 10) / 10;
    }
  }
  const shown = parts.includes('cost') ? toCredits(highest) : highest;
  return html`<svg
      class="bars"
      viewBox="0 0 ${CHART_DAYS * STEP} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${label}"
    >
      ${[...shapes].map(([part, shape]) => html`<path class="${COLOURS[part]}" d="${shape}" />`)}
    </svg>
    <p class="ends" aria-hidden="true">
      <span>${formats.shortDate((days[0] as Day).day * DAY_MS)}</span>
      <span>${highest > 0 && t.most(formats.number(shown))}</span>
      <span>${formats.shortDate((days.at(-1) as Day).day * DAY_MS)}</span>
    </p>`;
}

function dayTable(days: readonly Day[], { texts, formats }: PageContext): SafeHtml {
  const t = texts.overview;
  return dataTable<Day>(
    t.figures,
    [
      { title: t.day, kind: 'head', cell: ({ day }) => formats.shortDate(day * DAY_MS) },
      { title: t.answeredColumn, kind: 'number', cell: ({ answered }) => formats.number(answered) },
      { title: t.failedColumn, kind: 'number', cell: ({ failed }) => formats.number(failed) },
      {
        title: t.creditsColumn,
        kind: 'number',
        cell: ({ cost }) => amount(toCredits(cost), formats.number(toCredits(cost))),
      },
    ],
    days.filter(({ answered, failed }) => answered + failed > 0).toReversed(),
    { kind: 'days', caption: t.figuresNote },
  );
}
