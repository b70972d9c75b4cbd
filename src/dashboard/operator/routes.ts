import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../../errors.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { AccountRecord } from '../../store/types.ts';
import { html } from '../html.ts';
import { formRoute } from '../form-route.ts';
import { pageOf, PageQuery, TextField, TokenField } from '../input.ts';
import { notice, seeOther, sendPage } from '../layout.ts';
import { sendNotFound } from '../not-found.ts';
import type { DashboardScope } from '../scope.ts';
import { planTitle } from '../components/plan-title.ts';
import { CHART_DAYS } from '../components/thirty-days.ts';
import { accountOf } from '../page-context.ts';
import { accountLink } from '../components/account-link.ts';
import { operatorAccountPage, type OperatorAccountView } from './account-view.ts';
import { findAccounts } from './accounts.ts';
import { accountsSection, healthTable, partsSection } from './view.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const PAGE = 50;
const LATEST_CALLS = 20;

const SearchQuery = Type.Object({ ...PageQuery.properties, q: Type.Optional(TextField) });
const AccountQuery = Type.Object({ ...PageQuery.properties, email: Type.Optional(TextField) });

/** Subscription IDs of payment services are printable ASCII without spaces. */
const SUBSCRIPTION_ID = /^[!-~]{1,100}$/;

/** Users who are not operators get 404, and their forms do not count towards the route's limit. */
async function operatorsOnly(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  return accountOf(request).operator ? undefined : sendNotFound(reply);
}

const ACCOUNTS = { schema: { querystring: SearchQuery }, preValidation: operatorsOnly };
const ACCOUNT = { schema: { querystring: AccountQuery }, preValidation: operatorsOnly };
const CHANGE_PLAN = {
  ...formRoute(
    {
      account: TokenField,
      /** The plan that the page showed. The form is refused if the account's plan has changed since then. */
      from: TokenField,
      plan: TokenField,
      subscription_id: TextField,
    },
    { returnTo: '/operator', limit: 'changesBySession' },
  ),
  preValidation: operatorsOnly,
};

export function registerOperatorRoutes({ own, services }: DashboardScope): void {
  const { accounts, store, clock } = services;

  own.get('/operator', ACCOUNTS, async (request, reply) => {
    const { pageContext } = request;
    const { texts } = pageContext;
    const t = textsOf(texts, TEXTS);
    const today = Math.floor(clock.now() / DAY_MS);
    const search = request.query.q?.trim() ?? '';
    const found = await findAccounts(search, services);
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    const page = pageOf(request.query.page, pages);
    const [day, month] = await Promise.all([store.usage.byAccount(today), store.usage.byAccount(today - 29)]);
    const view = {
      search,
      count: found.length,
      shown: found.slice((page - 1) * PAGE, page * PAGE),
      page,
      pages,
      plans: accounts.plans,
      day: new Map(day.map((row) => [row.accountId, row])),
      month: new Map(month.map((row) => [row.accountId, row])),
    };
    return sendPage(reply, {
      title: t.title,
      body: html`<h1>${t.title}</h1>
        ${accountsSection(view, pageContext)}
        <section>
          <h2>${t.health}</h2>
          <p class="hint field">${t.healthLead}</p>
          ${healthTable(t.platform, await services.health.platforms(), pageContext)}
          ${healthTable(t.sources, await services.health.reputation(), pageContext)}
          <p><a href="/operator/sources">${texts.sources.toSources}</a></p>
        </section>
        ${partsSection(await services.health.parts(), pageContext)}`,
    });
  });

  own.get('/operator/account', ACCOUNT, async (request, reply) => {
    const account = await find(request.query.email);
    if (!account) return sendNotFound(reply);
    const t = textsOf(request.pageContext, TEXTS);
    const message =
      request.query.done === 'plan' &&
      notice('good', t.planChanged(planTitle(account.plan, accounts.plans, request.pageContext)));
    return sendAccount(reply, account, { message });
  });

  own.post('/operator/plan', CHANGE_PLAN, async (request, reply) => {
    const { from, plan, subscription_id: typed } = request.body;
    const account = await find(request.body.account);
    if (!account) return sendNotFound(reply);
    const t = textsOf(request.pageContext, TEXTS);
    const subscriptionId = typed.trim();
    const refuse = (error: string): Promise<FastifyReply> =>
      sendAccount(reply, account, { message: false, refused: { error, plan, subscriptionId }, status: 400 });
    // Each change of plan starts a new month, so a form that is sent twice must not change the plan twice.
    if (account.plan !== from || account.plan === plan) return refuse(t.planChangedMeanwhile);
    if (!accounts.plans.has(plan)) return refuse(t.noSuchPlan);
    if (subscriptionId !== '' && !SUBSCRIPTION_ID.test(subscriptionId)) return refuse(t.badSubscription);
    await accounts.changePlan(account.id, plan, subscriptionId || undefined);
    await store.audit.add({
      accountId: accountOf(request).id,
      action: 'operator.plan',
      detail: `${account.id}: ${account.plan} → ${plan}`,
      at: clock.now(),
    });
    return seeOther(reply, `${accountLink(account)}&done=plan`);
  });

  async function find(named = ''): Promise<AccountRecord | undefined> {
    try {
      return await accounts.require(named);
    } catch (error) {
      if (error instanceof ServiceError && error.reason === 'validation') return undefined;
      throw error;
    }
  }

  async function sendAccount(
    reply: FastifyReply,
    account: AccountRecord,
    { status = 200, ...shown }: Pick<OperatorAccountView, 'message' | 'refused'> & { status?: number },
  ): Promise<FastifyReply> {
    const { request } = reply;
    const now = clock.now();
    const [keys, rows, calls] = await Promise.all([
      services.apiKeys.list(account.id),
      store.usage.days(account.id, Math.floor(now / DAY_MS) - CHART_DAYS + 1),
      store.usage.calls({ accountId: account.id }, LATEST_CALLS),
    ]);
    const view = { account, plans: accounts.plans, keys, rows, calls, now, ...shown };
    return sendPage(reply, {
      title: `${account.email} · ${textsOf(request.pageContext, TEXTS).title}`,
      status,
      path: accountLink(account),
      body: operatorAccountPage(view, request.pageContext),
    });
  }
}
