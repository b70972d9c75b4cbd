import { html, type SafeHtml } from '../html.ts';
import { csrfField, notice, sendPage } from '../layout.ts';
import { PageQuery } from '../input.ts';
import type { DashboardScope } from '../scope.ts';
import { callTable } from '../components/calls.ts';
import { confirmationNotice } from '../components/confirmation.ts';
import { alerts, balanceCards } from '../components/balance.ts';
import { accountOf, type PageContext } from '../page-context.ts';

const LATEST_CALLS = 8;

/** `/dashboard`: the account at a glance. */
export function registerOverviewRoutes({ own, services }: DashboardScope): void {
  own.get<{ Querystring: PageQuery }>('/dashboard', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { pageContext } = request;
    const { texts } = pageContext;
    const account = accountOf(request);
    const now = services.clock.now();
    const keys = await services.apiKeys.list(account.id);
    const calls = await services.store.usage.calls({ accountId: account.id, period: account.period }, LATEST_CALLS);
    const pending = (await services.registration.confirmation(account.id)) === 'pending';
    return sendPage(request, reply, {
      title: texts.overview.title,
      body: html`<h1>${texts.overview.title}</h1>
        ${request.query.done === 'resent' && notice('good', texts.confirm.resent)}
        ${request.query.done === 'waiting' && notice('info', texts.confirm.waiting)}
        ${request.query.done === 'confirmed' && notice('good', texts.confirm.done)}
        ${pending && confirmationNotice(account.email, texts, csrfField(request, reply))}
        ${alerts(account, now, pageContext)}
        ${balanceCards(account, services.accounts.planOf(account), now, pageContext)}
        ${keys.every(({ lastUsedAt }) => lastUsedAt === null) && firstSteps(keys.length > 0, pageContext)}
        <section>
          <h2>${texts.overview.latest}</h2>
          ${
            calls.length === 0
              ? html`<p>${texts.overview.noCalls}</p>`
              : html`${callTable(calls, keys, pageContext)}
                  <p><a href="/usage">${texts.overview.allCalls}</a></p>`
          }
        </section>`,
    });
  });
}

/** First steps, until the account's first call. */
function firstSteps(hasKey: boolean, { texts }: PageContext): SafeHtml {
  const t = texts.overview;
  return html`<section>
    <h2>${t.firstSteps}</h2>
    <ol class="plain">
      <li>${t.stepKey} ${hasKey && html`<span class="badge good">✓ ${texts.common.done}</span>`}</li>
      <li>${t.stepCall}</li>
      <li>${t.stepSee}</li>
    </ol>
    <div class="actions">
      <a class="button ${!hasKey && 'primary'}" href="/keys">${hasKey ? texts.menu.keys : t.makeKey}</a>
      <a class="button" href="/playground">${t.tryIt}</a>
      <a class="button" href="/docs/quick-start">${texts.menu.docs}</a>
    </div>
  </section>`;
}
