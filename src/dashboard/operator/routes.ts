import { DAY_MS } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import { pageOf, PageQuery } from '../input.ts';
import type { FetchCounts } from '../services.ts';
import { sendPage } from '../layout.ts';
import { sendNotFound } from '../not-found.ts';
import type { DashboardScope } from '../scope.ts';
import { planTitle } from '../components/plan-title.ts';
import { accountOf, type PageContext } from '../page-context.ts';

const PAGE = 50;

/** `/operator`: accounts, usage, health. Not found for everybody else. */
export function registerOperatorRoutes({ own, services }: DashboardScope): void {
  own.get<{ Querystring: PageQuery }>('/operator', { schema: { querystring: PageQuery } }, async (request, reply) => {
    if (!accountOf(request).operator) return sendNotFound(request, reply);
    const { pageContext } = request;
    const { texts, formats } = pageContext;
    const t = texts.operator;
    const today = Math.floor(services.clock.now() / DAY_MS);
    const accounts = await services.accounts.list();
    const pages = Math.max(1, Math.ceil(accounts.length / PAGE));
    const page = pageOf(request.query.page, pages);
    const day = new Map((await services.store.usage.byAccount(today)).map((row) => [row.accountId, row]));
    const month = new Map((await services.store.usage.byAccount(today - 29)).map((row) => [row.accountId, row]));
    const usage = (row: { calls: number; cost: number } | undefined): string =>
      row ? t.calls(formats.number(row.calls), formats.number(toCredits(row.cost))) : '–';
    const rows = accounts.slice((page - 1) * PAGE, page * PAGE).map((account) => {
      const last = month.get(account.id)?.lastAt;
      return html`<tr>
        <th scope="row" class="free">${account.email}</th>
        <td>${planTitle(account.plan, services.accounts.plans, pageContext)}</td>
        <td class="number">
          ${formats.number(toCredits(account.balance))} / ${formats.number(toCredits(account.allowance))}
        </td>
        <td class="nowrap">${usage(day.get(account.id))}</td>
        <td class="nowrap">${usage(month.get(account.id))}</td>
        <td class="nowrap">${last === undefined ? '–' : formats.time(last)}</td>
      </tr>`;
    });
    const parts = await services.health.parts();
    return sendPage(request, reply, {
      title: t.title,
      body: html`<h1>${t.title}</h1>
        <section>
          <h2>${t.health}</h2>
          <p class="hint field">${t.healthLead}</p>
          ${healthTable(t.platform, await services.health.platforms(), pageContext)}
          ${healthTable(t.sources, await services.health.reputation(), pageContext)}
          <p><a href="/operator/sources">${texts.sources.toSources}</a></p>
        </section>
        <section>
          <h2>${t.parts}</h2>
          <dl class="pairs">
            ${parts.map(
              ({ part, state, detail }) =>
                html`<div>
                  <dt>${t.partNames[part]}</dt>
                  <dd>
                    <span class="badge ${state === 'on' ? 'good' : state === 'missing' ? 'bad' : ''}"
                      >${t.states[state]}</span
                    >
                    ${detail && html`<span class="soft">${detail}</span>`}
                  </dd>
                </div>`,
            )}
          </dl>
        </section>
        <section>
          <h2>${t.accounts}</h2>
          <p class="hint field">${t.count(accounts.length)}. ${t.plansHint}</p>
          <div class="scroll" tabindex="0" role="region" aria-label="${t.accounts}">
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
          </div>
          ${
            pages > 1 &&
            html`<p>${t.page(page, pages)}</p>
              <div class="actions">
                ${page > 1 && html`<a class="button" href="/operator?page=${page - 1}">${texts.usage.newer}</a>`}${page < pages && html`<a class="button" href="/operator?page=${page + 1}">${texts.usage.older}</a>`}
              </div>`
          }
        </section>`,
    });
  });
}

function healthTable(name: string, sources: readonly FetchCounts[], { texts, formats }: PageContext): SafeHtml {
  const t = texts.operator;
  if (sources.length === 0) return html`<p>${t.noFetches}</p>`;
  const shown = (counts: Readonly<Record<string, number>>): Content => {
    const entries = Object.entries(counts);
    if (entries.length === 0) return '–';
    return entries.map(
      ([status, count]) =>
        html`<span class="badge ${status === 'ok' || status === 'empty' ? 'good' : 'bad'}"
          >${status} ${formats.number(count)}</span
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
