import { DAY_MS } from '../../lib/clock.ts';
import { toCredits, type Millicredits } from '../../lib/credits.ts';
import type { AccountRecord, KeyRecord } from '../../store/types.ts';
import { html, type SafeHtml } from '../html.ts';
import { dayText, oneOf, queryWith, type ShownMonth, type UsageQuery } from './query.ts';
import type { PageContext } from '../page-context.ts';
import { keyName } from '../components/calls.ts';
import { usageChart } from './chart.ts';
import { dayTable } from './day-table.ts';
import { dataTable } from '../components/data-table.ts';
import { amount } from '../components/fields.ts';
import { outlook } from '../components/outlook.ts';
import { MEASURES, seriesOf, SPLITS, type UsageRow } from './series.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const KEYS_SHOWN = 60;

interface MonthShown {
  account: AccountRecord;
  month: ShownMonth;
  rows: readonly UsageRow[];
  keys: readonly KeyRecord[];
  now: number;
}

export function monthSection(
  query: UsageQuery,
  pageContext: PageContext,
  { account, month, rows, keys, now }: MonthShown,
): SafeHtml {
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS);
  // If all calls were free, such as pings, the chart shows calls by default instead of credits.
  const isFree = rows.length > 0 && rows.every(({ cost }) => cost === 0);
  const measure = oneOf(query.chart ?? (isFree ? 'calls' : undefined), MEASURES);
  const split = oneOf(query.by, SPLITS);
  const series = seriesOf(rows, split, measure, keys, texts);
  const range = {
    fromDay: Math.floor(month.startsAt / DAY_MS),
    // `endsAt` is exclusive, so a month that ends at midnight does not include the day that begins then.
    toDay: Math.floor((month.endsAt - 1) / DAY_MS),
    today: Math.floor(now / DAY_MS),
  };
  const monthLink = (period: number): string =>
    `/usage${queryWith(query, { month: String(period), from: '', until: '', of: '' })}`;
  const dayLink = (day: number): string => {
    const text = dayText(day * DAY_MS);
    // A day can belong to two months, so `of` limits the link to this month's calls.
    return `/usage${queryWith(query, { month: String(month.period), from: text, until: text, of: 'month' })}#log`;
  };
  return html`<section id="month">
    <div class="bar">
      <h2>${formats.date(month.startsAt)} – ${formats.date(month.endsAt - 1)}</h2>
      <p class="choices">
        ${month.earlier !== undefined && html`<a rel="prev" href="${monthLink(month.earlier)}">${t.earlierMonth}</a>`}
        ${month.later !== undefined && html`<a rel="next" href="${monthLink(month.later)}">${t.laterMonth}</a>`}
      </p>
    </div>
    <p class="hint field">${texts.overview.notCounted}</p>
    ${month.isCurrent && outlook(account, rows, now, pageContext)}
    ${
      rows.length === 0
        ? html`<p>${month.isCurrent ? texts.overview.noCalls : t.noneInMonth}</p>`
        : html`<p class="hint">
              ${choices(
                `${t.chartShow}${texts.common.colon}`,
                MEASURES,
                measure,
                (value) => (value === 'calls' ? t.chartCalls : t.chartCredits),
                (value) => `/usage${queryWith(query, { chart: value })}`,
              )}
              ${choices(
                `${t.splitBy}${texts.common.colon}`,
                SPLITS,
                split,
                (value) => t[value],
                (value) => `/usage${queryWith(query, { by: value })}`,
              )}
            </p>
            ${usageChart(series, range, measure, pageContext)}
            <details>
              <summary>${t.table}</summary>
              ${dayTable(series, measure, dayLink, pageContext)}
            </details>`
    }
  </section>`;
}

export function keySection(
  rows: readonly UsageRow[],
  keys: readonly KeyRecord[],
  { texts, formats }: PageContext,
): SafeHtml | false {
  const t = textsOf(texts, TEXTS);
  const byKey = keysOf(rows);
  return (
    byKey.length > 0 &&
    html`<section>
      <h2>${t.byKey}</h2>
      ${dataTable<ShownKey>(
        t.byKey,
        [
          { title: t.key, kind: 'free', cell: ({ keyId }) => keyName(keyId, keys, texts) },
          { title: t.calls, kind: 'number', cell: ({ calls }) => formats.number(calls) },
          {
            title: t.cost,
            kind: 'number',
            cell: ({ cost }) => amount(toCredits(cost), formats.number(toCredits(cost)), 'key-total'),
          },
        ],
        byKey.slice(0, KEYS_SHOWN),
      )}
    </section>`
  );
}

interface ShownKey {
  keyId: string | null;
  calls: number;
  cost: Millicredits;
}

function keysOf(rows: readonly UsageRow[]): ShownKey[] {
  const sums = new Map<string | null, ShownKey>();
  for (const { keyId, calls, cost } of rows) {
    const sum = sums.get(keyId);
    sums.set(keyId, { keyId, calls: (sum?.calls ?? 0) + calls, cost: (sum?.cost ?? 0) + cost });
  }
  return [...sums.values()].sort((a, b) => b.cost - a.cost || b.calls - a.calls);
}

function choices<Value extends string>(
  lead: string,
  values: readonly Value[],
  shown: Value,
  label: (value: Value) => string,
  link: (value: Value) => string,
): SafeHtml {
  return html`<span class="choices"
    ><span>${lead}</span> ${values.map((value) =>
      value === shown
        ? html`<strong aria-current="true">${label(value)}</strong>`
        : html`<a href="${link(value)}">${label(value)}</a>`,
    )}</span
  >`;
}
