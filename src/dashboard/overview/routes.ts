import { DAY_MS } from '../../lib/clock.ts';
import { html } from '../html.ts';
import { notice, seeOther, sendPage } from '../layout.ts';
import { formRoute } from '../form-route.ts';
import { PageQuery } from '../input.ts';
import type { DashboardScope } from '../scope.ts';
import { callTable } from '../components/calls.ts';
import { confirmationNotice } from '../components/confirmation.ts';
import { alerts, balanceCards } from '../components/balance.ts';
import { CHART_DAYS } from '../components/thirty-days.ts';
import { accountOf, dismissNotice, isDismissed } from '../page-context.ts';
import { outlook } from '../components/outlook.ts';
import { firstSteps } from './steps.ts';
import { activitySection, sourcesSection, stepsSection } from './view.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const LATEST_CALLS = 8;
const FIRST_STEPS = 'steps';

export function registerOverviewRoutes({ own, services }: DashboardScope): void {
  own.get('/dashboard', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { pageContext } = request;
    const { texts } = pageContext;
    const { usage } = services.store;
    const account = accountOf(request);
    const now = services.clock.now();
    const today = Math.floor(now / DAY_MS);
    const isOver = account.trialEndsAt !== null && account.trialEndsAt <= now;
    const showsSources = services.statusPage || account.operator;
    const [keys, calls, rows, ever, pending, sources] = await Promise.all([
      services.apiKeys.list(account.id),
      usage.calls({ accountId: account.id, period: account.period }, LATEST_CALLS),
      usage.days(account.id, today - CHART_DAYS + 1),
      usage.count({ accountId: account.id }),
      services.registration.confirmation(account.id),
      showsSources ? services.statusReport.public() : undefined,
    ]);
    const steps = isOver || isDismissed(request, FIRST_STEPS) ? undefined : await firstSteps(account, keys, services);
    const hasCalled = ever.calls > 0 || keys.some(({ lastUsedAt }) => lastUsedAt !== null);
    return sendPage(reply, {
      title: textsOf(texts, TEXTS).title,
      body: html`<h1>${textsOf(texts, TEXTS).title}</h1>
        ${request.query.done === 'resent' && notice('good', texts.confirm.resent)}
        ${request.query.done === 'waiting' && notice('info', texts.confirm.waiting)}
        ${request.query.done === 'confirmed' && notice('good', texts.confirm.done)}
        ${pending === 'pending' && confirmationNotice(pageContext)} ${alerts(account, now, pageContext)}
        ${balanceCards(account, services.accounts.planOf(account), now, pageContext)}
        ${outlook(account, rows, now, pageContext)} ${steps && stepsSection(steps, pageContext)}
        ${activitySection({ rows, today, hasCalled, retentionDays: services.retentionDays }, pageContext)}
        ${sources && sourcesSection(sources, account, pageContext)}
        <section>
          <h2>${textsOf(texts, TEXTS).latest}</h2>
          <p class="hint field">${textsOf(texts, TEXTS).notCounted}</p>
          ${
            calls.length === 0
              ? html`<p>${textsOf(texts, TEXTS).noCalls}</p>`
              : html`${callTable(calls, [...keys, ...(await services.savedSearches.callers(account))], pageContext)}
                  <p><a href="/usage">${textsOf(texts, TEXTS).allCalls}</a></p>`
          }
        </section>`,
    });
  });

  own.post('/dashboard/first-steps', formRoute({}), async (_request, reply) => {
    dismissNotice(reply, FIRST_STEPS);
    return seeOther(reply, '/dashboard');
  });
}
