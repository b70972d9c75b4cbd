import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { toCredits } from '../../lib/credits.ts';
import type { AccountRecord, KeyRecord } from '../../store/types.ts';
import { allCalls } from '../all-calls.ts';
import { html, type SafeHtml } from '../html.ts';
import { pageOf } from '../input.ts';
import { sendPage } from '../layout.ts';
import { PLAYGROUND_KEY_ID } from '../../accounts/callers-without-key.ts';
import type { DashboardScope } from '../scope.ts';
import { csvOf } from './csv.ts';
import { queryWith, readFilter, readMonth, UsageQuery, VIEW, type ShownMonth } from './query.ts';
import { pageLinks } from '../components/page-links.ts';
import { callTable, keyLabel, outcomeName } from '../components/calls.ts';
import { inputField, selectField } from '../components/fields.ts';
import { keySection, monthSection } from './month-view.ts';
import { alerts, balanceCards } from '../components/balance.ts';
import { accountOf, type PageContext } from '../page-context.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const PAGE = 30;
const LAST_PAGE = 10_000;

type UsageRequest = FastifyRequest<{ Querystring: UsageQuery }>;
const OUTCOMES = [
  'ok',
  'replayed',
  'abandoned',
  'quota_exceeded',
  'validation',
  'invalid_params',
  'trial_expired',
  'upstream_failed',
  'tool_not_allowed',
  'key_cap_reached',
  'internal',
];

export function registerUsageRoutes({ own, services }: DashboardScope): void {
  const { usage, accounts } = services.store;

  own.get('/usage', { schema: { querystring: UsageQuery } }, async (request, reply) => {
    const { pageContext } = request;
    const { texts } = pageContext;
    const t = textsOf(texts, TEXTS);
    const account = accountOf(request);
    const now = services.clock.now();
    const month = readMonth(request.query, account, await accounts.months(account.id, now), now);
    const keys = await callersOf(account);
    const rows = await usage.summary(account.id, month.period);
    return sendPage(reply, {
      title: t.title,
      body: html`<h1>${t.title}</h1>
        ${alerts(account, now, pageContext)}
        ${balanceCards(account, services.accounts.planOf(account), now, pageContext)}
        ${monthSection(request.query, pageContext, { account, month, rows, keys, now })}
        ${keySection(rows, keys, pageContext)} ${await logSection(request, account, month, keys)}`,
    });
  });

  /** Keys, apps and saved searches all make calls. */
  async function callersOf(account: AccountRecord): Promise<KeyRecord[]> {
    return [...(await services.apiKeys.list(account.id)), ...(await services.savedSearches.callers(account))];
  }

  const csvSchema = { querystring: UsageQuery };
  own.get('/usage.csv', { schema: csvSchema }, async (request, reply) => {
    const account = accountOf(request);
    const month = readMonth(
      request.query,
      account,
      await accounts.months(account.id, services.clock.now()),
      services.clock.now(),
    );
    const filter = readFilter(request.query, account, month.period);
    const keys = new Map((await callersOf(account)).map((key) => [key.id, key.name]));
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="job-data-calls.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvOf(allCalls(usage, filter), keys)));
  });

  async function logSection(
    { pageContext, query }: UsageRequest,
    account: AccountRecord,
    month: ShownMonth,
    keys: readonly KeyRecord[],
  ): Promise<SafeHtml> {
    const { texts, formats } = pageContext;
    const t = textsOf(texts, TEXTS);
    const filter = readFilter(query, account, month.period);
    const page = pageOf(query.page, LAST_PAGE);
    const found = await usage.count(filter);
    const calls = await usage.calls(filter, PAGE, { offset: (page - 1) * PAGE });
    const pageLink = (number: number): string => `/usage${queryWith(query, { page: String(number) })}#log`;
    return html`<section id="log">
      <h2>${t.log}</h2>
      <p class="hint field">${t.logLead(services.retentionDays)}</p>
      ${filterForm(query, [...services.tools.names], keys, pageContext)}
      <p>
        <span class="found">${t.found(formats.number(found.calls), formats.number(toCredits(found.cost)))}</span> ·
        <a href="/usage.csv${queryWith(query)}">${t.csv}</a>
      </p>
      ${found.inSums > 0 && html`<p class="hint">${t.inSums(formats.number(found.inSums))}</p>`}
      ${calls.length === 0 ? html`<p>${t.none}</p>` : callTable(calls, keys, pageContext)}
      ${pageLinks({ page, hasMore: found.calls - found.inSums > page * PAGE, link: pageLink }, texts)}
    </section>`;
  }
}

function filterForm(
  query: UsageQuery,
  tools: readonly string[],
  keys: readonly KeyRecord[],
  { texts }: PageContext,
): SafeHtml {
  const t = textsOf(texts, TEXTS);
  const choice = (value: string): { value: string; label: string } => ({ value, label: value });
  return html`<form method="get" action="/usage#log">
    ${VIEW.map((name) => {
      const value = query[name];
      return value !== undefined && html`<input type="hidden" name="${name}" value="${value.slice(0, 100)}" />`;
    })}
    <div class="filter">
      ${selectField('tool', t.tool, [{ value: '', label: t.anyTool }, ...tools.map(choice)], query.tool)}
      ${selectField('outcome', t.outcome, [{ value: '', label: t.anyOutcome }, ...OUTCOMES.map((value) => ({ value, label: outcomeName(value, texts), title: value }))], query.outcome)}
      ${selectField(
        'key',
        t.key,
        [
          { value: '', label: t.anyKey },
          { value: PLAYGROUND_KEY_ID, label: t.playground },
          ...keys.map((key) => ({ value: key.id, label: keyLabel(key) })),
        ],
        query.key,
      )}
      ${inputField({ name: 'from', type: 'date', label: t.from, value: query.from ?? '' })}
      ${inputField({ name: 'until', type: 'date', label: t.until, value: query.until ?? '' })}
    </div>
    <div class="actions field"><button>${t.apply}</button><a href="/usage">${t.clear}</a></div>
  </form>`;
}
