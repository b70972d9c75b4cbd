import type { SourceOverview } from '../../health/status-report.ts';
import { fieldName } from '../../health/alert-text.ts';
import { HEALTH_TEXTS } from '../../health/texts/index.ts';
import type { SourceDay } from '../../store/types.ts';
import { dataTable } from '../components/data-table.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

/** Sizes are in units of the SVG's view box, which is stretched to its container. */
const STEP = 10;
const BAR = 8;
const HEIGHT = 30;
const NO_CHECK_HEIGHT = 3;

export interface DaySpan {
  fromDay: number;
  toDay: number;
}

type Weight = 'well' | 'unsure' | 'bad';

/** Blocks and changed pages are `bad`, whereas outcomes that may pass on their own are `unsure`. */
export function weightOf(outcome: string): Weight {
  if (outcome === 'ok') return 'well';
  return outcome === 'blocked' || outcome === 'changed' ? 'bad' : 'unsure';
}

function weights({ outcomes }: SourceDay): Record<Weight, number> {
  const sums = { well: 0, unsure: 0, bad: 0 };
  for (const [outcome, count] of Object.entries(outcomes)) sums[weightOf(outcome)] += count;
  return sums;
}

export function timeline(
  { name, days }: Pick<SourceOverview, 'name' | 'days'>,
  { fromDay, toDay }: DaySpan,
  { texts }: PageContext,
  isTall = false,
): SafeHtml {
  const byDay = new Map(days.map((day) => [day.day, weights(day)]));
  const all = Array.from({ length: toDay - fromDay + 1 }, (_, index) => byDay.get(fromDay + index));
  const bad = all.filter((day) => day && day.bad > 0).length;
  const none = all.filter((day) => !day).length;
  return html`<svg
    class="timeline ${isTall && 'tall-line'}"
    viewBox="0 0 ${all.length * STEP} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${textsOf(texts, TEXTS).sources.timelineLabel(name, all.length - bad - none, bad, none)}"
  >
    ${(['well', 'unsure', 'bad', 'none'] as const).map((weight) => {
      const drawn = all.map((day, index) => bar(weight, day, index * STEP)).join('');
      return drawn !== '' && html`<path class="day-${weight}" d="${drawn}" />`;
    })}
  </svg>`;
}

function bar(weight: Weight | 'none', day: Record<Weight, number> | undefined, x: number): string {
  const box = (bottom: number, height: number): string =>
    height > 0 ? `M${x} ${short(bottom)}h${BAR}v-${short(height)}h-${BAR}z` : '';
  if (!day) return weight === 'none' ? box(HEIGHT, NO_CHECK_HEIGHT) : '';
  if (weight === 'none') return '';
  const unit = HEIGHT / (day.well + day.unsure + day.bad);
  const below = { well: 0, unsure: day.well, bad: day.well + day.unsure }[weight];
  return box(HEIGHT - below * unit, day[weight] * unit);
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function timelineLegend({ texts }: PageContext): SafeHtml {
  const { legend } = textsOf(texts, TEXTS).sources;
  return html`<ul class="legend">
    ${(['well', 'unsure', 'bad', 'none'] as const).map(
      (weight) =>
        html`<li>
          <svg viewBox="0 0 1 1" aria-hidden="true"><rect class="day-${weight}" width="1" height="1" /></svg
          ><span>${legend[weight]}</span>
        </li>`,
    )}
  </ul>`;
}

export function sourceState(
  { status, state, isCircuitOpen }: SourceOverview,
  { texts, formats, language }: PageContext,
): SafeHtml {
  const t = textsOf(texts, TEXTS).sources;
  const isIll = state !== undefined && state.condition.held !== 'well';
  const names = HEALTH_TEXTS[language];
  return html`<p>
      <span
        class="badge ${isIll || status === 'down' ? 'bad' : status === 'operational' ? 'good' : status === 'degraded' ? 'warn' : ''}"
        >${isIll ? t.conditions[state.condition.held] : t.statuses[status]}</span
      >
      ${isCircuitOpen && html`<span class="badge warn">${t.resting}</span>`}
      ${isIll && html`<span class="soft">${t.since(formats.moment(state.condition.since))}</span>`}
    </p>
    ${Object.entries(state?.fields ?? {})
      .filter(([, { held }]) => held)
      .map(
        ([field, { before }]) =>
          html`<p><span class="badge warn">${t.fieldLow(fieldName(field, names), names.percent(before))}</span></p>`,
      )}`;
}

export function sourcesTable(rows: readonly SourceOverview[], span: DaySpan, pageContext: PageContext): SafeHtml {
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS).sources;
  return html`${timelineLegend(pageContext)}
  ${dataTable<SourceOverview>(
    t.title,
    [
      {
        title: t.source,
        kind: 'head',
        cell: ({ code, name }) => html`<a href="/operator/sources/${code}">${name}</a>`,
      },
      { title: t.now, cell: (row) => sourceState(row, pageContext) },
      { title: t.timeline, cell: (row) => timeline(row, span, pageContext) },
      {
        title: t.lastCheck,
        kind: 'nowrap',
        cell: ({ summary }) => (summary ? formats.moment(summary.lastAt) : t.never),
      },
    ],
    rows,
    { kind: 'sources' },
  )}`;
}
