import type { ScrapeJobsResult } from '../../../schemas/index.ts';
import type { GetReputationResult } from '../../../schemas/index.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { Visit } from '../visit.ts';
import { isCut, outsideLink, renderMarkdown } from './markdown.ts';

/** Shown of the answer as JSON: pages stay small, the whole answer comes by the call itself. */
const MAXIMUM_JSON = 8_000;
const MAXIMUM_JOBS = 25;
const MAXIMUM_DESCRIPTION = 240;

/** A tool's result for people; what has no view of its own is shown as JSON. */
export function resultView(tool: string, result: unknown, visit: Visit): SafeHtml {
  const view = VIEWS[tool];
  const json = JSON.stringify(result, null, 2);
  const { texts } = visit;
  return html`${view?.(result, visit)}
    <details>
      <summary>${texts.playground.raw}</summary>
      <pre>${json.slice(0, MAXIMUM_JSON)}</pre>
      ${json.length > MAXIMUM_JSON && html`<p class="hint">${texts.playground.cut}</p>`}
    </details>`;
}

type View = (result: unknown, visit: Visit) => SafeHtml;

const VIEWS: Readonly<Record<string, View | undefined>> = {
  scrape_jobs: (result, visit) => jobsView(result as ScrapeJobsResult, visit),
  get_reputation: (result, visit) => reputationView(result as GetReputationResult, visit),
  scrape_url: (result, visit) => pagesView(result as Record<string, string>, visit),
  ping: (result) => pingView(result as Record<string, unknown>),
};

function jobsView(result: ScrapeJobsResult, { texts, formats }: Visit): SafeHtml {
  const t = texts.playground;
  const sum = (value: number): string =>
    result.country === 'FR' ? `${formats.number(value)} €` : `£${formats.number(value)}`;
  const pay = (job: ScrapeJobsResult['jobs'][number]): string => {
    const range = [...new Set([job.salary_min, job.salary_max])].filter((value) => value !== null);
    return range.length === 0 ? t.noSalary : t.aYear(range.map(sum).join(' – '));
  };
  return html`<p><strong>${t.jobs(result.total_jobs, result.total_found)}</strong></p>
    <table class="rows">
      <caption>
        ${t.platforms}
      </caption>
      <tbody>
        ${result.platforms.map(
          (row) =>
            html`<tr>
              <th scope="row"><code>${row.platform}</code></th>
              <td>
                <span class="badge ${row.status === 'ok' || row.status === 'empty' ? 'good' : 'bad'}"
                  >${row.status}</span
                >
              </td>
              <td class="number">${row.jobs}</td>
              <td class="soft">${row.reason}${row.attribution && html` ${row.attribution}`}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${result.jobs.length === 0 ? html`<p>${t.noJobs}</p>` : null}
    <ul class="jobs">
      ${result.jobs.slice(0, MAXIMUM_JOBS).map(
        (job) =>
          html`<li>
            <h3>${outsideLink(job.url, job.title)}</h3>
            <p>${[job.company, job.location].filter(Boolean).join(' · ')}</p>
            <p class="soft">
              ${pay(job)} · ${job.work_mode !== 'unknown' && html`${t.workModes[job.work_mode]} · `}
              <code>${job.platform}</code>${
                job.posted_date && html` · ${t.posted} ${formats.date(Date.parse(job.posted_date))}`
              }
            </p>
            <p class="hint">${shortened(job.description)}</p>
          </li>`,
      )}
    </ul>
    ${result.jobs.length > MAXIMUM_JOBS && html`<p class="hint">${t.cut}</p>`}`;
}

function shortened(text: string): string {
  return text.length > MAXIMUM_DESCRIPTION ? `${text.slice(0, MAXIMUM_DESCRIPTION).trimEnd()}…` : text;
}

function reputationView(result: GetReputationResult, { texts, formats }: Visit): SafeHtml {
  const t = texts.playground;
  return html`${Object.entries(result).map(([name, { rating, review_count: reviews, insights }]) => {
    const full = Math.round(rating ?? 0);
    return html`<div class="key">
      <h3>${name}</h3>
      ${
        rating === null
          ? html`<p>${t.noRating}</p>`
          : html`<p>
              <span class="stars" aria-hidden="true">${'★'.repeat(full)}${'☆'.repeat(Math.max(0, 5 - full))}</span>
              ${t.stars(formats.number(rating))} · ${t.reviews(formats.number(reviews))}
            </p>`
      }${
        insights.length > 0 &&
        html`<ul class="plain">
          ${insights.map((insight) => html`<li>${insight}</li>`)}
        </ul>`
      }
    </div>`;
  })}`;
}

function pagesView(result: Record<string, string>, { texts }: Visit): SafeHtml {
  return html`${Object.entries(result).map(
    ([url, content]) =>
      html`<div class="key">
        <h3>${outsideLink(url, url)}</h3>
        ${
          content.startsWith('Error: ') ? html`<p class="notice bad">${content}</p>` : documentView(content)
        }${isCut(content) && html`<p class="hint">${texts.playground.cut}</p>`}
      </div>`,
  )}`;
}

/** Raw HTML and exchanges are shown as the text that they are. */
function documentView(content: string): Content {
  return /^\s*[<[{]/.test(content) ? html`<pre>${content.slice(0, MAXIMUM_JSON)}</pre>` : renderMarkdown(content);
}

function pingView(result: Record<string, unknown>): SafeHtml {
  return html`<dl class="facts">
    ${Object.entries(result).map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${Array.isArray(value) ? value.join(', ') || '–' : String(value)}</dd>
        </div>`,
    )}
  </dl>`;
}
