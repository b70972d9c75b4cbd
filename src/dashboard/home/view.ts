import type { Job, PlatformRow } from '../../../schemas/index.ts';
import { TRIAL_DAYS, TRIAL_PLAN } from '../../accounts/plans.ts';
import { toCredits } from '../../lib/credits.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { DashboardServices, SampleSearch } from '../services.ts';
import type { PageContext } from '../page-context.ts';
import { priceTable } from '../components/prices.ts';

/** The home page; without a `sample` it describes what it cannot show. */
export function homePage(
  sample: SampleSearch | undefined,
  services: DashboardServices,
  pageContext: PageContext,
): SafeHtml {
  const { texts, session, baseUrl, formats } = pageContext;
  const { home, menu } = texts;
  const closed = services.registration.rule === 'closed';
  const trial = services.accounts.planOf({ plan: TRIAL_PLAN, allowance: 0 });
  const start = !closed && html`<a class="button primary" href="/signup">${home.start}</a>`;
  return html`<section class="hero">
      <h1>${home.title}</h1>
      <p class="lead">${home.lead}</p>
      <div class="actions">
        ${
          session
            ? html`<a class="button primary" href="/dashboard">${menu.dashboard}</a>`
            : [start, html` <a class="button" href="/login">${menu.login}</a>`]
        }
      </div>
      ${closed && !session && html`<p class="hint">${home.closed}</p>`}
    </section>
    ${sample && homePageSample(sample, pageContext)}
    <section>
      <h2>${home.tools}</h2>
      ${priceTable(pageContext, home.toolTexts)}
      <p class="hint">${texts.plan.failed}</p>
    </section>
    <section>
      <h2>${home.how}</h2>
      <ol class="plain">
        ${home.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      <p>${home.trial(TRIAL_DAYS, formats.number(toCredits(trial.allowance)))}</p>
      <h3>${home.endpoint}</h3>
      <pre>POST ${baseUrl}/mcp</pre>
    </section>`;
}

/** The call, its answer, and each platform's outcome. */
function homePageSample({ arguments: args, result, names }: SampleSearch, pageContext: PageContext): SafeHtml {
  const { texts, formats } = pageContext;
  const { home: t, common } = texts;
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'scrape_jobs', arguments: args } };
  const nameOf = (code: string): string => names.get(code) ?? code;
  return html`<section>
      <h2>${t.showTitle}</h2>
      <p>${t.showLead}</p>
      <div class="showcase">
        <div>
          <h3>${t.call}</h3>
          <pre>${JSON.stringify(call, null, 2)}</pre>
        </div>
        <div>
          <h3>
            ${t.answer}${common.colon}${t.found(formats.number(result.total_jobs), formats.number(result.total_found))}
          </h3>
          <ol class="jobs">
            ${result.jobs.map((job) => jobItem(job, nameOf, pageContext))}
          </ol>
        </div>
      </div>
      <details>
        <summary>${t.asJson}</summary>
        <pre class="tall" tabindex="0">${JSON.stringify(result, null, 2)}</pre>
      </details>
    </section>
    <section>
      <h2>${t.outcomesTitle}</h2>
      <p>${t.outcomesLead}</p>
      <div class="scroll" tabindex="0" role="region" aria-label="${t.outcomesTitle}">
        <table class="outcomes">
          <thead>
            <tr>
              <th scope="col">${t.platform}</th>
              <th scope="col">${t.outcome}</th>
              <th scope="col" class="number">${t.jobs}</th>
            </tr>
          </thead>
          <tbody>
            ${result.platforms.map((row) => outcomeRow(row, nameOf, pageContext))}
          </tbody>
        </table>
      </div>
    </section>`;
}

function jobItem(job: Job, nameOf: (code: string) => string, { texts, formats }: PageContext): SafeHtml {
  const { home: t } = texts;
  const low = job.salary_min ?? job.salary_max;
  const high = job.salary_max ?? job.salary_min;
  const pay =
    low === null || high === null || job.salary_currency === null
      ? t.noPay
      : `${formats.pay(low, high, job.salary_currency)} ${t.year}`;
  return html`<li>
    <h4>${job.title}</h4>
    <p>${job.company} · ${job.location}</p>
    <p><strong>${pay}</strong> · ${t.mode[job.work_mode] ?? job.work_mode}</p>
    <p class="hint">
      ${t.on}
      ${nameOf(job.platform)}${
        job.also_on.length > 0 && `, ${t.alsoOn} ${job.also_on.map(({ platform }) => nameOf(platform)).join(', ')}`
      }
    </p>
  </li>`;
}

function outcomeRow(row: PlatformRow, nameOf: (code: string) => string, { texts, formats }: PageContext): Content {
  const { home: t } = texts;
  const delivered = row.status === 'ok' || row.status === 'empty';
  return html`<tr>
    <th scope="row">${nameOf(row.platform)}</th>
    <td>
      <span class="badge ${delivered ? 'good' : 'bad'}">${row.status}</span>
      ${t.outcomes[row.status] ?? t.otherOutcome}
    </td>
    <td class="number">${delivered ? formats.number(row.jobs) : '–'}</td>
  </tr>`;
}
