import type { Plans } from '../../accounts/plans.ts';
import type { InvoiceLine } from '../../credits/invoice.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { dataTable } from '../components/data-table.ts';
import { planTitle } from '../components/plan-title.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export function monthTable(lines: readonly InvoiceLine[], plans: Plans, pageContext: PageContext): SafeHtml {
  const { texts, formats, brand } = pageContext;
  const t = textsOf(texts, TEXTS);
  return dataTable<InvoiceLine>(
    t.months,
    [
      {
        title: t.month,
        kind: 'head',
        cell: ({ from, until, state, ended_by: endedBy }) =>
          html`<span class="nowrap">${formats.date(Date.parse(from))} –</span>
            <span class="nowrap">${formats.date(Date.parse(until))}</span>
            ${state === 'open' && html`<span class="badge">${t.open}</span>`}
            ${endedBy === 'plan_change' && html`<span class="badge">${t.planChange}</span>`}`,
      },
      { title: t.plan, cell: ({ plan }) => planTitle(plan, plans, pageContext) },
      { title: t.monthly, kind: 'number', cell: (line) => formats.number(line.monthly_credits) },
      { title: t.used, kind: 'number', cell: (line) => formats.number(line.credits_used) },
      { title: t.overage, kind: 'number', cell: (line) => formats.number(line.overage_used) },
      {
        title: t.rate,
        kind: 'number',
        cell: ({ overage_rate: rate }) => (rate === null ? '–' : formats.price(rate, brand.currency)),
      },
      { title: t.sum, kind: 'number', cell: (line) => formats.price(line.overage_sum, brand.currency) },
    ],
    lines,
    { kind: 'wrap stacked' },
  );
}
