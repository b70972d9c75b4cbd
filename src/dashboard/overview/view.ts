import type { PublicSource } from '../../health/public-status.ts';
import type { PublicStatusReport } from '../../health/status-report.ts';
import type { AccountRecord, UsageStore } from '../../store/types.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { factList } from '../components/data-table.ts';
import { thirtyDays } from '../components/thirty-days.ts';
import { STEPS, type FirstStep } from './steps.ts';
import { form } from '../components/form.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const LINKS: Readonly<Record<FirstStep, string>> = {
  key: '/keys',
  client: '/docs/mcp-clients',
  call: '/playground?tool=ping&mode=live',
  search: '/playground?tool=scrape_jobs',
  rating: '/playground?tool=get_reputation',
};

export function stepsSection(done: ReadonlySet<FirstStep>, { texts, csrf }: PageContext): SafeHtml {
  const t = textsOf(texts, TEXTS);
  const next = STEPS.find((step) => !done.has(step));
  return html`<section id="first-steps">
    <h2>${t.firstSteps}</h2>
    <p class="hint field">${t.stepsLead}</p>
    <ol class="steps">
      ${STEPS.map((step, index) => {
        const isDone = done.has(step);
        return html`<li class="${isDone && 'done'}">
          <span class="mark" aria-hidden="true">${isDone ? '✓' : index + 1}</span>
          <span
            >${t.steps[step].text}
            <span class="away">(${isDone ? t.stepDone : t.stepOpen})</span>
            ${!isDone && step !== next && html`<a href="${LINKS[step]}">${t.steps[step].link}</a>`}</span
          >
        </li>`;
      })}
    </ol>
    <div class="actions">
      ${next && html`<a class="button primary" href="${LINKS[next]}">${t.steps[next].link}</a>`}
      ${form({ action: '/dashboard/first-steps', csrf, button: t.dismiss, kind: 'link' })}
    </div>
  </section>`;
}

export interface ActivityView {
  rows: Awaited<ReturnType<UsageStore['days']>>;
  /** Number of UTC days since the epoch. */
  today: number;
  hasCalled: boolean;
  retentionDays: number;
}

export function activitySection(
  { rows, today, hasCalled, retentionDays }: ActivityView,
  pageContext: PageContext,
): SafeHtml {
  const t = textsOf(pageContext, TEXTS);
  return html`<section id="thirty-days">
    <h2>${t.thirtyDays}</h2>
    ${
      rows.length === 0
        ? html`<p>${hasCalled ? t.noCallsLately : t.noCallsEver}</p>`
        : thirtyDays(rows, today, pageContext)
    }
    ${retentionDays < 30 && html`<p class="hint">${t.storedDays(retentionDays)}</p>`}
    ${hasCalled && html`<p><a href="/usage">${t.toUsage}</a></p>`}
  </section>`;
}

const STATES = ['down', 'degraded', 'operational', 'unknown'] as const;
const BADGES = { operational: 'good', degraded: 'warn', down: 'bad', unknown: '' } as const;

/** Sources with problems come first. Sources outside the account's plan are included. */
export function sourcesSection(
  { sources, checks }: PublicStatusReport,
  account: Pick<AccountRecord, 'operator'>,
  { texts, statusPage }: PageContext,
): SafeHtml {
  const t = textsOf(texts, TEXTS);
  const nameOf = ({ kind, name }: PublicSource): string => (kind === 'web_search' ? texts.status.webSearch : name);
  return html`<section id="sources-now">
    <h2>${t.sourcesNow}</h2>
    <p class="hint field">${checks ? t.sourcesLead : t.sourcesByCalls}</p>
    ${factList(
      STATES.map((state) => {
        const named = sources.filter(({ status }) => status === state).map(nameOf);
        const badge = html`<span class="badge ${BADGES[state]}">${t.sourceStates[state]}</span>`;
        return [badge, named.length > 0 && named.join(', ')];
      }),
      'pairs field',
    )}
    <p class="actions">
      ${statusPage && html`<a href="/status">${t.toStatus}</a>`}
      ${account.operator && html`<a href="/operator/sources">${texts.sources.toSources}</a>`}
    </p>
  </section>`;
}
