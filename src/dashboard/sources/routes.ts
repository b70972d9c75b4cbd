import { Type } from 'typebox';
import { DAY_MS, MINUTE_MS } from '../../lib/clock.ts';
import { pageLinks } from '../components/page-links.ts';
import { factList } from '../components/data-table.ts';
import { html } from '../html.ts';
import { pageOf, TokenField } from '../input.ts';
import { sendPage } from '../layout.ts';
import { sendNotFound } from '../not-found.ts';
import type { DashboardScope } from '../scope.ts';
import { alertList, isoDay, readDay, sourceChecks, sourceDays } from './source-view.ts';
import { sourcesTable, sourceState, timeline, timelineLegend } from './view.ts';
import { accountOf } from '../page-context.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const SHOWN_ALERTS = 20;
const PAGE = 48;

const DayQuery = Type.Object({ day: Type.Optional(TokenField), page: Type.Optional(TokenField) });

/** Users who are not operators get 404. */
export function registerSourceRoutes({ own, services }: DashboardScope): void {
  const { statusReport } = services;

  own.get('/operator/sources', async (request, reply) => {
    if (!accountOf(request).operator) return sendNotFound(reply);
    const { pageContext } = request;
    const t = textsOf(pageContext, TEXTS).sources;
    const [rows, alerts] = await Promise.all([statusReport.overview(), statusReport.alerts(SHOWN_ALERTS)]);
    const names = new Map(rows.map(({ code, name }) => [code, name]));
    const isOff = rows.every(({ everyMs, summary }) => everyMs === undefined && summary === undefined);
    return sendPage(reply, {
      title: t.title,
      body: html`<h1>${t.title}</h1>
        <section>
          <p class="hint field">${isOff ? t.off : t.lead}</p>
          ${sourcesTable(rows, statusReport.range, pageContext)}
        </section>
        <section>
          <h2>${t.alerts}</h2>
          ${alertList(alerts, (code) => names.get(code) ?? code, pageContext)}
        </section>
        <p><a href="/operator">${pageContext.texts.operator.title}</a></p>`,
    });
  });

  own.get(
    '/operator/sources/:code',
    { schema: { params: Type.Object({ code: Type.String() }), querystring: DayQuery } },
    async (request, reply) => {
      if (!accountOf(request).operator) return sendNotFound(reply);
      const { pageContext } = request;
      const { texts, formats } = pageContext;
      const t = textsOf(texts, TEXTS).sources;
      const row = (await statusReport.overview()).find(({ code }) => code === request.params.code);
      if (!row) return sendNotFound(reply);
      const day = readDay(request.query.day, statusReport.range);
      const [checks, alerts] = await Promise.all([
        statusReport.checks(row.code, day),
        statusReport.alerts(SHOWN_ALERTS, row.code),
      ]);
      const pages = Math.max(1, Math.ceil(checks.length / PAGE));
      const page = pageOf(request.query.page, pages);
      const link = (number: number): string => `/operator/sources/${row.code}?day=${isoDay(day)}&page=${number}#checks`;
      return sendPage(reply, {
        title: `${row.name} · ${t.title}`,
        body: html`<h1>${row.name}</h1>
          <section>
            ${sourceState(row, pageContext)}
            ${factList([
              [t.source, html`${t.kinds[row.kind]} <code>${row.code}</code>`],
              [
                t.lastCheck,
                [
                  row.summary ? formats.time(row.summary.lastAt) : t.never,
                  row.everyMs !== undefined && `, ${t.every(Math.round(row.everyMs / MINUTE_MS))}`,
                ],
              ],
            ])}
            ${timeline(row, statusReport.range, pageContext, true)} ${timelineLegend(pageContext)}
          </section>
          <section>
            <h2>${t.days}</h2>
            ${row.days.length > 0 ? sourceDays(row, pageContext) : html`<p>${row.everyMs === undefined ? t.notChecked : t.never}</p>`}
          </section>
          <section id="checks">
            <h2>${t.checksOf(formats.date(day * DAY_MS))}</h2>
            ${sourceChecks(checks.slice((page - 1) * PAGE, page * PAGE), pageContext)}
            ${pages > 1 && html`<p>${texts.operator.page(page, pages)}</p>`}
            ${pageLinks({ page, hasMore: page < pages, link }, texts)}
          </section>
          <section>
            <h2>${t.alerts}</h2>
            ${alertList(alerts, () => row.name, pageContext)}
          </section>
          <p><a href="/operator/sources">${t.back}</a></p>`,
      });
    },
  );
}
