import { toCredits } from '../../lib/credits.ts';
import type { Plans } from '../../accounts/plans.ts';
import type { AccountRecord, UsageStore } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { FetchCounts, ServicePart } from '../services.ts';
import type { PageContext } from '../page-context.ts';
import { inputField } from '../components/fields.ts';
import { accountLink } from './account-view.ts';
import { planTitle } from '../components/plan-title.ts';

type UsageRow = Awaited<ReturnType<UsageStore['byAccount']>>[number];

/** One page of the accounts that a search found. */
export interface AccountsView {
  search: string;
  /** All that were found. */
  count: number;
  shown: readonly AccountRecord[];
  page: number;
  pages: number;
  plans: Plans;
  day: ReadonlyMap<string, UsageRow>;
  month: ReadonlyMap<string, UsageRow>;
}

export function accountsSection(view: AccountsView, pageContext: PageContext): SafeHtml {
  const { texts, formats } = pageContext;
  const { search, count, shown, page, pages, plans, day, month } = view;
  const t = texts.operator;
  const usage = (row: UsageRow | undefined): string =>
    row ? t.calls(formats.number(row.calls), formats.number(toCredits(row.cost))) : '–';
  const pageLink = (number: number): string =>
    `/operator?${new URLSearchParams({ ...(search === '' ? {} : { q: search }), page: String(number) })}#accounts`;
  const rows = shown.map((account) => {
    const last = month.get(account.id)?.lastAt;
    return html`<tr>
      <th scope="row" class="free"><a href="${accountLink(account)}">${account.email}</a></th>
      <td>${planTitle(account.plan, plans, pageContext)}</td>
      <td class="number">
        ${formats.number(toCredits(account.balance))} / ${formats.number(toCredits(account.allowance))}
      </td>
      <td class="nowrap">${usage(day.get(account.id))}</td>
      <td class="nowrap">${usage(month.get(account.id))}</td>
      <td class="nowrap">${last === undefined ? '–' : formats.time(last)}</td>
    </tr>`;
  });
  return html`<section id="accounts">
    <h2>${t.accounts}</h2>
    <form method="get" action="/operator#accounts" role="search">
      <div class="filter search">
        ${inputField({ name: 'q', type: 'search', label: t.search, hint: t.searchHint, value: search, maxLength: 254, autocomplete: 'off' })}
        <div class="actions">
          <button>${t.find}</button>
          ${search !== '' && html`<a href="/operator#accounts">${t.showAll}</a>`}
        </div>
      </div>
    </form>
    <p class="hint field">${search === '' ? t.count(count) : t.found(count)}</p>
    ${
      rows.length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-label="${t.accounts}">
        <table>
          <thead>
            <tr>
              <th scope="col">${t.email}</th>
              <th scope="col">${t.plan}</th>
              <th scope="col" class="number">${t.left}</th>
              <th scope="col">${t.today}</th>
              <th scope="col">${t.month}</th>
              <th scope="col">${t.lastCall}</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>`
    }
    ${
      pages > 1 &&
      html`<p>${t.page(page, pages)}</p>
        <div class="actions">
          ${page > 1 && html`<a class="button" rel="prev" href="${pageLink(page - 1)}">${texts.usage.newer}</a>`}${page < pages && html`<a class="button" rel="next" href="${pageLink(page + 1)}">${texts.usage.older}</a>`}
        </div>`
    }
  </section>`;
}

/** Optional parts of the service, with whether they are there. */
export function partsSection(parts: readonly ServicePart[], { texts }: PageContext): SafeHtml {
  const t = texts.operator;
  return html`<section>
    <h2>${t.parts}</h2>
    <dl class="pairs">
      ${parts.map(
        ({ part, state, detail }) =>
          html`<div>
            <dt>${t.partNames[part]}</dt>
            <dd>
              <span class="badge ${state === 'on' ? 'good' : state !== 'off' ? 'bad' : ''}">${t.states[state]}</span>
              ${detail && html`<span class="soft">${detail}</span>`}
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** How fetches from sources ended in the last hour and day. */
export function healthTable(name: string, sources: readonly FetchCounts[], { texts, formats }: PageContext): SafeHtml {
  const t = texts.operator;
  if (sources.length === 0) return html`<p>${t.noFetches}</p>`;
  const shown = (counts: Readonly<Record<string, number>>): Content => {
    const entries = Object.entries(counts);
    if (entries.length === 0) return '–';
    return entries.map(
      ([status, count]) =>
        html`<span class="badge ${status === 'ok' || status === 'empty' ? 'good' : 'bad'}" title="${status}"
          >${texts.playground.statuses[status] ?? status} · ${formats.number(count)}</span
        > `,
    );
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">
    <table>
      <thead>
        <tr>
          <th scope="col">${name}</th>
          <th scope="col">${t.hour}</th>
          <th scope="col">${t.day}</th>
        </tr>
      </thead>
      <tbody>
        ${sources.map(
          (row) =>
            html`<tr>
              <th scope="row">
                <code>${row.source}</code> ${row.resting && html`<span class="badge bad">${t.resting}</span>`}
              </th>
              <td>${shown(row.lastHour)}</td>
              <td>${shown(row.lastDay)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
