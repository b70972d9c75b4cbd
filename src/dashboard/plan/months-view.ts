import type { Plans } from '../../accounts/plans.ts';
import type { InvoiceLine } from '../../credits/invoice.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { planTitle } from '../components/plan-title.ts';

/** The billed months of an account, in the given order. */
export function monthTable(lines: readonly InvoiceLine[], plans: Plans, pageContext: PageContext): SafeHtml {
  const { texts, formats, brand } = pageContext;
  const t = texts.plan;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${t.months}">
    <table>
      <thead>
        <tr>
          <th scope="col">${t.month}</th>
          <th scope="col">${t.plan}</th>
          <th scope="col" class="number">${t.monthly}</th>
          <th scope="col" class="number">${t.used}</th>
          <th scope="col" class="number">${t.overage}</th>
          <th scope="col" class="number">${t.rate}</th>
          <th scope="col" class="number">${t.sum}</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <td>
                <span class="nowrap">${formats.date(Date.parse(line.from))} –</span>
                <span class="nowrap">${formats.date(Date.parse(line.until))}</span>
                ${line.state === 'open' && html`<span class="badge">${t.open}</span>`}
                ${line.ended_by === 'plan_change' && html`<span class="badge">${t.planChange}</span>`}
              </td>
              <td>${planTitle(line.plan, plans, pageContext)}</td>
              <td class="number">${formats.number(line.monthly_credits)}</td>
              <td class="number">${formats.number(line.credits_used)}</td>
              <td class="number">${formats.number(line.overage_used)}</td>
              <td class="number">
                ${line.overage_rate === null ? '–' : formats.price(line.overage_rate, brand.currency)}
              </td>
              <td class="number">${formats.price(line.overage_sum, brand.currency)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
