import { html, type SafeHtml } from '../html.ts';
import { csrfField, notice, sendPage } from '../layout.ts';
import { PageQuery } from '../input.ts';
import type { DashboardScope } from '../scope.ts';
import { callTable } from '../views/calls.ts';
import { confirmationNotice } from '../views/confirmation.ts';
import { alerts, standingCards } from '../views/standing.ts';
import { accountOf, type Visit } from '../visit.ts';

const LATEST_CALLS = 8;

/** `/dashboard`: where the account stands. */
export function registerOverviewRoutes({ own, services }: DashboardScope): void {
  own.get<{ Querystring: PageQuery }>('/dashboard', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { visit } = request;
    const { texts } = visit;
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
        ${pending && confirmationNotice(account.email, texts, csrfField(request, reply))} ${alerts(account, now, visit)}
        ${standingCards(account, services.accounts.planOf(account), now, visit)}
        ${keys.every(({ lastUsedAt }) => lastUsedAt === null) && firstSteps(keys.length > 0, visit)}
        <section>
          <h2>${texts.overview.latest}</h2>
          ${
            calls.length === 0
              ? html`<p>${texts.overview.noCalls}</p>`
              : html`${callTable(calls, keys, visit)}
                  <p><a href="/usage">${texts.overview.allCalls}</a></p>`
          }
        </section>`,
    });
  });
}

/** From an account that is new to its first call. */
function firstSteps(hasKey: boolean, { texts }: Visit): SafeHtml {
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
