import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { periodAt } from '../../credits/billing-period.ts';
import { isoTime } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { AccountRecord, CallFilter, KeyRecord, LedgerEntry } from '../../store/types.ts';
import { allCalls } from '../all-calls.ts';
import { queried, readDay } from '../form.ts';
import { html, type SafeHtml } from '../html.ts';
import { sendPage } from '../layout.ts';
import { PLAYGROUND_KEY_ID } from '../playground-caller.ts';
import type { DashboardScope } from '../scope.ts';
import { callTable, keyName } from '../views/calls.ts';
import { usageChart } from '../views/chart.ts';
import { amount, inputField, selectField } from '../views/fields.ts';
import { alerts, standingCards } from '../views/standing.ts';
import { accountOf, type Visit } from '../visit.ts';

const DAY_MS = 86_400_000;
const PAGE = 30;
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
const FILTERS = ['tool', 'outcome', 'key', 'from', 'until'] as const;

/** The visitor's own calls that the query asks for: the current month, unless it names days. */
function readFilter(request: FastifyRequest, account: AccountRecord): CallFilter {
  const from = readDay(queried(request, 'from') ?? '');
  const until = readDay(queried(request, 'until') ?? '');
  const filter: CallFilter = { accountId: account.id };
  if (from === undefined && until === undefined) filter.period = account.period;
  if (from !== undefined) filter.fromDay = from / DAY_MS;
  if (until !== undefined) filter.toDay = until / DAY_MS;
  const tool = queried(request, 'tool');
  const outcome = queried(request, 'outcome');
  const keyId = queried(request, 'key');
  if (tool) filter.tool = tool;
  if (outcome) filter.outcome = outcome;
  if (keyId) filter.keyId = keyId;
  return filter;
}

/** The filter of the query as a query again, for links. */
function filterQuery(request: FastifyRequest, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const name of FILTERS) {
    const value = queried(request, name);
    if (value) query.set(name, value.slice(0, 100));
  }
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const text = query.toString();
  return text && `?${text}`;
}

/** `/usage`: figures, chart, call log; `/usage.csv`: the log as a file. */
export function registerUsageRoutes({ own, house }: DashboardScope): void {
  const { usage } = house.store;

  own.get('/usage', async (request, reply) => {
    const { visit } = request;
    const { texts, formats } = visit;
    const t = texts.usage;
    const account = accountOf(request);
    const now = house.clock.now();
    const filter = readFilter(request, account);
    const page = Math.min(10_000, Math.max(1, Number.parseInt(queried(request, 'page') ?? '1', 10) || 1));
    const by = queried(request, 'chart') === 'calls' ? 'calls' : 'credits';
    const keys = await house.accounts.keys(account.id);
    const summary = await usage.summary(account.id, account.period);
    const days = sumBy(summary, ({ day, tool }) => `${day} ${tool}`);
    const byKey = sumBy(summary, ({ keyId }) => keyId ?? '').sort((a, b) => b.cost - a.cost || b.calls - a.calls);
    const found = await usage.count(filter);
    const calls = await usage.calls(filter, PAGE, { offset: (page - 1) * PAGE });
    const range = {
      fromDay: Math.floor(periodAt(account.anchorAt, now).startsAt / DAY_MS),
      toDay: Math.floor(now / DAY_MS),
    };
    return sendPage(request, reply, {
      title: t.title,
      body: html`<h1>${t.title}</h1>
        ${alerts(account, now, visit)} ${standingCards(account, house.accounts.planOf(account), now, visit)}
        <section>
          <h2>${t.byDay}</h2>
          <p class="hint">
            ${t.chartShow}${texts.common.colon}
            ${
              by === 'credits'
                ? html`<strong>${t.chartCredits}</strong> ·
                    <a href="/usage${filterQuery(request, { chart: 'calls' })}">${t.chartCalls}</a>`
                : html`<a href="/usage${filterQuery(request)}">${t.chartCredits}</a> · <strong>${t.chartCalls}</strong>`
            }
          </p>
          ${days.length === 0 ? html`<p>${texts.overview.noCalls}</p>` : usageChart(days, range, by, visit)}
        </section>
        <section>
          <h2>${t.byKey}</h2>
          ${
            byKey.length === 0
              ? html`<p>${texts.overview.noCalls}</p>`
              : html`<table>
                  <thead>
                    <tr>
                      <th scope="col">${t.key}</th>
                      <th scope="col" class="number">${t.calls}</th>
                      <th scope="col" class="number">${t.cost}</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${byKey.slice(0, 60).map(
                      (row) =>
                        html`<tr>
                          <td>${keyName(row.keyId, keys, texts)}</td>
                          <td class="number">${formats.number(row.calls)}</td>
                          <td class="number">
                            ${amount(toCredits(row.cost), formats.number(toCredits(row.cost)), 'key-total')}
                          </td>
                        </tr>`,
                    )}
                  </tbody>
                </table>`
          }
        </section>
        <section id="log">
          <h2>${t.log}</h2>
          <p class="hint field">${t.logLead(house.retentionDays)}</p>
          ${filterForm(request, [...house.tools.names], keys, visit)}
          <p>
            <span class="found">${t.found(formats.number(found.calls), formats.number(toCredits(found.cost)))}</span> ·
            <a href="/usage.csv${filterQuery(request)}">${t.csv}</a>
          </p>
          ${found.inSums > 0 && html`<p class="hint">${t.inSums(formats.number(found.inSums))}</p>`}
          ${calls.length === 0 ? html`<p>${t.none}</p>` : callTable(calls, keys, visit)}
          <div class="actions">
            ${page > 1 && html`<a class="button" rel="prev" href="/usage${filterQuery(request, { page: String(page - 1) })}#log">${t.newer}</a>`}${
              found.calls - found.inSums > page * PAGE &&
              html`<a class="button" rel="next" href="/usage${filterQuery(request, { page: String(page + 1) })}#log"
                >${t.older}</a
              >`
            }
          </div>
        </section>`,
    });
  });

  own.get('/usage.csv', async (request, reply) => {
    const account = accountOf(request);
    const filter = readFilter(request, account);
    const keys = new Map((await house.accounts.keys(account.id)).map((key) => [key.id, key.name]));
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="job-data-calls.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvLines(allCalls(usage, filter), keys)));
  });
}

interface Sum {
  calls: number;
  cost: number;
}

/** Rows that share a name as one, in the order in which the names first come. */
function sumBy<Row extends Sum>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const name = nameOf(row);
    const sum = sums.get(name);
    sums.set(name, sum ? { ...sum, calls: sum.calls + row.calls, cost: sum.cost + row.cost } : row);
  }
  return [...sums.values()];
}

async function* csvLines(
  pages: AsyncIterable<LedgerEntry[]>,
  keys: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield 'time,tool,outcome,credits,cached,duration_ms,key_id,key_name,receipt_id\r\n';
  for await (const calls of pages) {
    yield calls
      .map((call) => {
        const cells = [
          isoTime(call.createdAt),
          call.tool,
          call.outcome,
          toCredits(call.amount),
          call.cached,
          call.durationMs ?? '',
          call.keyId ?? '',
          keys.get(call.keyId ?? '') ?? '',
          call.receiptId,
        ];
        return `${cells.map(csvCell).join(',')}\r\n`;
      })
      .join('');
  }
}

/** Quoted where it must be; a name that a spreadsheet would take for a formula is marked as text. */
function csvCell(value: string | number | boolean): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function filterForm(
  request: FastifyRequest,
  tools: readonly string[],
  keys: readonly KeyRecord[],
  { texts }: Visit,
): SafeHtml {
  const t = texts.usage;
  const choice = (value: string): { value: string; label: string } => ({ value, label: value });
  return html`<form method="get" action="/usage#log">
    <div class="filter">
      ${selectField('tool', t.tool, [{ value: '', label: t.anyTool }, ...tools.map(choice)], queried(request, 'tool'))}
      ${selectField('outcome', t.outcome, [{ value: '', label: t.anyOutcome }, ...OUTCOMES.map(choice)], queried(request, 'outcome'))}
      ${selectField(
        'key',
        t.key,
        [
          { value: '', label: t.anyKey },
          { value: PLAYGROUND_KEY_ID, label: t.playground },
          ...keys.map((key) => ({ value: key.id, label: `${key.name} …${key.lastFour}` })),
        ],
        queried(request, 'key'),
      )}
      ${inputField({ name: 'from', type: 'date', label: t.from, value: queried(request, 'from') ?? '' })}
      ${inputField({ name: 'until', type: 'date', label: t.until, value: queried(request, 'until') ?? '' })}
    </div>
    <div class="actions field"><button>${t.apply}</button><a href="/usage">${t.clear}</a></div>
  </form>`;
}
