import { html } from '../html.ts';
import { csrfField, notice, sendPage } from '../layout.ts';
import { PageQuery } from '../input.ts';
import type { DashboardScope } from '../scope.ts';
import { callTable } from '../views/calls.ts';
import { confirmationNotice } from '../views/confirmation.ts';
import { alerts, standingCards } from '../views/standing.ts';
import { accountOf } from '../visit.ts';

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
        ${
          keys.length === 0 &&
          html`<section>
            <h2>${texts.overview.firstSteps}</h2>
            <div class="actions">
              <a class="button primary" href="/keys">${texts.overview.makeKey}</a
              ><a class="button" href="/playground">${texts.overview.tryIt}</a>
            </div>
          </section>`
        }
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
