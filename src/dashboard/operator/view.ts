import { toCredits } from '../../lib/credits.ts';
import type { Plans } from '../../accounts/plans.ts';
import type { AccountRecord, UsageStore } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { FetchCounts, ServicePart } from '../services.ts';
import type { PageContext } from '../page-context.ts';
import { dataTable, factList } from '../components/data-table.ts';
import { inputField } from '../components/fields.ts';
import { accountLink } from '../components/account-link.ts';
import { pageLinks } from '../components/page-links.ts';
import { planTitle } from '../components/plan-title.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

type UsageRow = Awaited<ReturnType<UsageStore['byAccount']>>[number];

export interface AccountsView {
  search: string;
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
  const t = textsOf(texts, TEXTS);
  const usage = (row: UsageRow | undefined): string =>
    row ? t.calls(formats.number(row.calls), formats.number(toCredits(row.cost))) : '–';
  const pageLink = (number: number): string =>
    `/operator?${new URLSearchParams({ ...(search === '' ? {} : { q: search }), page: String(number) })}#accounts`;
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
      shown.length > 0 &&
      dataTable<AccountRecord>(
        t.accounts,
        [
          {
            title: t.email,
            kind: 'head free',
            cell: (account) => html`<a href="${accountLink(account)}">${account.email}</a>`,
          },
          { title: t.plan, kind: 'nowrap', cell: ({ plan }) => planTitle(plan, plans, pageContext) },
          {
            title: t.left,
            kind: 'number',
            cell: ({ balance, allowance }) =>
              `${formats.number(toCredits(balance))} / ${formats.number(toCredits(allowance))}`,
          },
          { title: t.today, cell: ({ id }) => usage(day.get(id)) },
          { title: t.month, cell: ({ id }) => usage(month.get(id)) },
          {
            title: t.lastCall,
            kind: 'nowrap',
            cell: ({ id }) => {
              const last = month.get(id)?.lastAt;
              return last === undefined ? '–' : formats.moment(last);
            },
          },
        ],
        shown,
        { kind: 'wrap stacked' },
      )
    }
    ${pages > 1 && html`<p>${t.page(page, pages)}</p>`}
    ${pageLinks({ page, hasMore: page < pages, link: pageLink }, texts)}
  </section>`;
}

export function partsSection(parts: readonly ServicePart[], { texts }: PageContext): SafeHtml {
  const t = textsOf(texts, TEXTS);
  return html`<section>
    <h2>${t.parts}</h2>
    ${factList(
      parts.map(({ part, state, detail, active }) => [
        t.partNames[part],
        html`<span class="badge ${state === 'on' ? 'good' : state === 'off' ? '' : 'bad'}">${t.states[state]}</span>
          ${active !== undefined && html`<span class="soft">${t.activeSearches(active)}</span>`}
          ${detail && html`<span class="soft">${detail}</span>`}`,
      ]),
      'pairs',
    )}
  </section>`;
}

export function healthTable(name: string, sources: readonly FetchCounts[], { texts, formats }: PageContext): SafeHtml {
  const t = textsOf(texts, TEXTS);
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
  return dataTable<FetchCounts>(
    name,
    [
      {
        title: name,
        kind: 'head',
        cell: ({ source, isCircuitOpen }) =>
          html`<code>${source}</code> ${isCircuitOpen && html`<span class="badge bad">${t.resting}</span>`}`,
      },
      { title: t.hour, cell: ({ lastHour }) => shown(lastHour) },
      { title: t.day, cell: ({ lastDay }) => shown(lastDay) },
    ],
    sources,
    { kind: 'stacked' },
  );
}
