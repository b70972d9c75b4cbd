import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { termsOf, type Plan } from '../../accounts/plans.ts';
import { invoiceLines } from '../../credits/invoice.ts';
import { toCredits } from '../../lib/credits.ts';
import { readCredits } from '../form.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import { formRoute } from '../form-route.ts';
import { OptionalField } from '../input.ts';
import type { DashboardServices } from '../services.ts';
import { notice, seeOther, sendPage } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { dataTable } from '../components/data-table.ts';
import { calculator, PlanQuery } from './calculator.ts';
import { monthTable } from './months-view.ts';
import { priceTable } from '../components/price-table.ts';
import { accountOf } from '../page-context.ts';
import { accountLink } from '../components/account-link.ts';
import type { AccountRecord } from '../../store/types.ts';
import { form } from '../components/form.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export function registerPlanRoutes({ own, services }: DashboardScope): void {
  own.get('/plan', { schema: { querystring: PlanQuery } }, async (request, reply) =>
    sendPlan(reply, services, {
      query: request.query,
      message: request.query.done === 'saved' && notice('good', textsOf(request.pageContext, TEXTS).saved),
    }),
  );

  own.post(
    '/plan/overage',
    formRoute(
      {
        switch: Type.Optional(Type.Literal('off')),
        limit: OptionalField,
      },
      { returnTo: '/plan', limit: 'changesBySession' },
    ),
    async (request, reply) => {
      const { limit: typed = '' } = request.body;
      const t = textsOf(request.pageContext, TEXTS);
      const account = accountOf(request);
      if (request.body.switch === 'off') {
        await services.accounts.setOverage(account.id, null);
        return seeOther(reply, '/plan?done=saved');
      }
      if (services.accounts.planOf(account).overageRate === null) {
        return sendPlan(reply, services, { message: notice('bad', t.noOverage), status: 400 });
      }
      const limit = readCredits(typed);
      if (limit === undefined) return sendPlan(reply, services, { error: t.badLimit, typed, status: 400 });
      await services.accounts.setOverage(account.id, limit);
      return seeOther(reply, '/plan?done=saved');
    },
  );
}

type PlanTexts = typeof TEXTS.en;

interface PlanShown {
  message?: Content;
  status?: number;
  query?: PlanQuery;
  typed?: string;
  error?: string;
}

async function sendPlan(reply: FastifyReply, services: DashboardServices, shown: PlanShown): Promise<FastifyReply> {
  const { request } = reply;
  const { texts } = request.pageContext;
  const t = textsOf(texts, TEXTS);
  const account = accountOf(request);
  const months = await services.store.accounts.months(account.id, services.clock.now());
  const lines = invoiceLines(account, months, termsOf(services.accounts.planOf(account)));
  return sendPage(reply, {
    title: t.title,
    status: shown.status ?? 200,
    path: '/plan',
    body: html`<h1>${t.title}</h1>
      <p class="lead">${t.lead}</p>
      ${shown.message}
      <section id="plans">
        <h2>${t.compare}</h2>
        ${comparison(request, services)}
      </section>
      ${calculator(shown.query ?? {}, services, request.pageContext)}
      <div class="columns">
        <section>
          <h2>${t.overage}</h2>
          ${overage(reply, services, shown)}
        </section>
        <section>
          <h2>${t.change}</h2>
          ${account.operator ? ownChange(account, t) : askForChange(account, services, t)}
          ${account.subscriptionId && html`<p class="hint">${t.subscription(account.subscriptionId)}</p>`}
        </section>
      </div>
      <section id="months">
        <h2>${t.months}</h2>
        <p class="hint">${t.monthsLead}</p>
        ${monthTable(lines.reverse(), services.accounts.plans, request.pageContext)}
      </section>
      <section>
        <h2>${t.prices}</h2>
        ${priceTable(request.pageContext)}
        <p class="hint">${t.failed}</p>
      </section>`,
  });
}

/** An operator's own plan is changed where the plans of all accounts are. */
function ownChange(account: AccountRecord, t: PlanTexts): SafeHtml {
  return html`<p>${t.changeYourself}</p>
    <p><a class="button" href="${accountLink(account)}#change-plan">${t.toOwnAccount}</a></p>`;
}

function askForChange({ id }: AccountRecord, { contact, brand }: DashboardServices, t: PlanTexts): SafeHtml {
  const url = contact.url ?? brand.contact;
  return html`<p>${t.changeText}</p>
    ${contact.text && html`<p>${contact.text}</p>`}
    ${url ? html`<p><a class="button" href="${url}">${t.ask}</a></p>` : !contact.text && html`<p>${t.noContact}</p>`}
    <p class="hint">${t.quote(id)}</p>`;
}

function comparison(request: FastifyRequest, services: DashboardServices): SafeHtml {
  const { texts, formats, language, brand } = request.pageContext;
  const t = textsOf(texts, TEXTS);
  const account = accountOf(request);
  const own = services.accounts.planOf(account);
  const plans = [...services.accounts.plans.values()];
  const hasPrices = plans.some(({ monthlyPrice }) => monthlyPrice !== null);
  if (!plans.some(({ name }) => name === own.name)) plans.push(own);
  return dataTable<Plan>(
    t.compare,
    [
      {
        title: t.plan,
        kind: 'head',
        cell: ({ title, name }) =>
          html`${title[language]} ${name === own.name && html`<span class="badge good">${t.current}</span>`}`,
      },
      hasPrices && { title: t.price, kind: 'number', cell: (plan) => priceOf(plan, request) },
      { title: t.monthly, kind: 'number', cell: ({ allowance }) => formats.number(toCredits(allowance)) },
      {
        title: t.rate,
        kind: 'number',
        cell: ({ overageRate }) => (overageRate === null ? '–' : formats.price(overageRate, brand.currency)),
      },
      { title: t.rpm, kind: 'number', cell: ({ rpmLimit }) => formats.number(rpmLimit) },
      { title: t.platforms, kind: 'number', cell: (plan) => formats.number(services.platformsOf(plan).length) },
    ],
    plans,
    { kind: 'wrap stacked' },
  );
}

function priceOf({ monthlyPrice }: Plan, { pageContext }: FastifyRequest): string {
  if (monthlyPrice === null) return '–';
  if (monthlyPrice === 0) return textsOf(pageContext, TEXTS).noCharge;
  return pageContext.formats.price(monthlyPrice, pageContext.brand.currency);
}

function overage(reply: FastifyReply, { accounts }: DashboardServices, { typed, error }: PlanShown): SafeHtml {
  const { request } = reply;
  const { texts, formats, csrf } = request.pageContext;
  const t = textsOf(texts, TEXTS);
  const account = accountOf(request);
  if (accounts.planOf(account).overageRate === null)
    return html`<p>${t.overageLead}</p>
      <p>${t.noOverage}</p>`;
  const limit = account.overageLimit;
  const state =
    limit === null
      ? t.overageOff
      : t.overageOn(formats.number(toCredits(limit)), formats.number(toCredits(account.overageUsed)));
  const action = '/plan/overage';
  const fields = [{ name: 'limit', label: t.limit, inputmode: 'decimal', required: true }];
  return html`<p>${t.overageLead}</p>
    <p><strong>${state}</strong></p>
    ${form(
      { id: 'overage', action, csrf, fields, button: t.turnOn },
      { limit: typed ?? (limit === null ? '' : String(toCredits(limit))) },
      { limit: error },
    )}
    ${limit !== null && form({ action, csrf, place: 'next', button: t.turnOff, kind: 'danger', posts: ['switch', 'off'] })}`;
}
