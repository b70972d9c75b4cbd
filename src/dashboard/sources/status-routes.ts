import type { PublicStatusReport } from '../../health/status-report.ts';
import type { PublicSource } from '../../health/public-status.ts';
import { isoTime } from '../../lib/clock.ts';
import { dataTable } from '../components/data-table.ts';
import { html, type SafeHtml } from '../html.ts';
import { notice, sendPage } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import type { PageContext } from '../page-context.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const GROUPS = ['platform', 'review_site', 'web_search'] as const;
const NOTICES = { operational: 'good', degraded: 'info', down: 'bad', unknown: 'info' } as const;
const BADGES = { operational: 'good', degraded: 'warn', down: 'bad', unknown: '' } as const;

/** Browsers get a page, and programs get JSON. */
export function registerStatusRoutes({ open, services }: DashboardScope): void {
  if (!services.statusPage) return;
  open.get('/status', async (request, reply) => {
    const statusReport = await services.statusReport.public();
    reply.header('vary', 'accept');
    if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) {
      return reply.header('cache-control', 'public, max-age=30').send(toJson(statusReport));
    }
    const { pageContext } = request;
    const t = textsOf(pageContext, TEXTS).status;
    return sendPage(reply, {
      title: t.title,
      body: html`<h1>${t.title}</h1>
        ${notice(NOTICES[statusReport.status], t.overall[statusReport.status])}
        ${!statusReport.checks && html`<p class="hint">${t.checksOff}</p>`}
        ${GROUPS.map((kind) => {
          const sources = statusReport.sources.filter((source) => source.kind === kind);
          return (
            sources.length > 0 &&
            html`<section>
              <h2>${t.groups[kind]}</h2>
              ${statusTable(t.groups[kind], sources, pageContext)}
            </section>`
          );
        })}
        <p class="hint">${t.at(pageContext.formats.time(statusReport.at))}. ${t.program}</p>`,
    });
  });
}

function statusTable(label: string, sources: readonly PublicSource[], { texts, formats }: PageContext): SafeHtml {
  const t = textsOf(texts, TEXTS).status;
  const hasCountries = sources.some(({ country }) => country !== null);
  return dataTable<PublicSource>(
    label,
    [
      {
        title: t.source,
        kind: 'head free',
        cell: ({ kind, name }) => (kind === 'web_search' ? t.webSearch : name),
      },
      hasCountries && { title: t.country, cell: ({ country }) => t.countries[country ?? ''] ?? '–' },
      { title: t.state, cell: ({ status }) => html`<span class="badge ${BADGES[status]}">${t.states[status]}</span>` },
      { title: t.checked, cell: ({ checkedAt }) => (checkedAt === null ? '–' : formats.moment(checkedAt)) },
    ],
    sources,
    { kind: 'rows stacked' },
  );
}

function toJson({ status, at, sources }: PublicStatusReport): object {
  return {
    status,
    at: isoTime(at),
    sources: sources.map(({ checkedAt, ...source }) => ({
      ...source,
      checked_at: checkedAt === null ? null : isoTime(checkedAt),
    })),
  };
}
