import type { Job, ScrapeJobsResult } from '../../../../schemas/index.ts';
import { WORK_MODES } from '../../../../schemas/index.ts';
import { shorten } from '../../../lib/text.ts';
import { html, type Content, type SafeHtml } from '../../html.ts';
import { formatPay, payBar, payScale, type PayScale } from '../../../widgets/shared/pay-bar.ts';
import { JOB_SORTS, platformsOf, selectJobs } from '../../../widgets/shared/select-jobs.ts';
import { pieceView } from '../../components/piece.ts';
import { selectField } from '../../components/fields.ts';
import { sampleSearches } from '../mode.ts';
import { answerPath, filePath, sourceLink, type AnswerContext } from './context.ts';
import { platformOutcomes } from './platform-rows.ts';
import { copyButton } from './copy-button.ts';
import { otherPages } from './other-pages.ts';

const PAGE_JOBS = 20;
const MAXIMUM = {
  title: 160,
  company: 100,
  place: 100,
  pay: 80,
  description: 220,
  url: 600,
  others: 4,
  otherUrl: 200,
  quote: 200,
};

export function jobsView(result: ScrapeJobsResult, context: AnswerContext): SafeHtml {
  const { texts, formats } = context.pageContext;
  const t = texts.playground;
  const scale = payScale(result.jobs);
  const fitting = selectJobs(result.jobs, context.view);
  const pages = Math.max(1, Math.ceil(fitting.length / PAGE_JOBS));
  const page = context.isStored ? Math.min(context.view.page, pages) : 1;
  const first = (page - 1) * PAGE_JOBS + 1;
  const jobs = fitting.slice(first - 1, first - 1 + PAGE_JOBS);
  const isSample = context.answer.form.mode === 'sample';
  const offset = Number(context.answer.form.arguments['offset'] ?? 0);
  const isNarrowed = fitting.length < result.jobs.length;
  const number = (value: number): string => formats.number(value);
  // The platforms' figures count these jobs once for each platform.
  const merged = result.jobs.filter(({ also_on: others }) => others.length > 0).length;
  return html`<p class="total">
      <strong
        >${
          offset > 0 && result.jobs.length > 0
            ? t.jobsFrom(number(offset + 1), number(offset + result.jobs.length), number(result.total_found))
            : t.jobs(number(result.total_jobs), number(result.total_found))
        }</strong
      >
      ${merged > 0 && html`<span class="soft">· ${t.merged(number(merged))}</span>`}
    </p>
    ${platformOutcomes(result.platforms, context, result.jobs.length === 0 && result.platforms.some(({ status }) => status !== 'empty'))}
    ${
      result.jobs.length === 0
        ? offset > 0
          ? html`<p>${t.noJobsHere}</p>`
          : isSample
            ? noSampleJobs(result.country, context)
            : html`<p>${t.noJobs}</p>`
        : html`${context.isStored && viewForm(result, context)}
          ${
            jobs.length === 0
              ? html`<p>
                  ${t.noneLeft}
                  <a href="${answerPath(context, { work: undefined, on: undefined, page: 1 })}#result" data-swap
                    >${t.showAll}</a
                  >
                </p>`
              : html`<p class="hint range">
                    ${[
                      isNarrowed && t.fitting(number(fitting.length), number(result.jobs.length)),
                      pages > 1 && t.shown(number(first), number(first + jobs.length - 1), number(fitting.length)),
                      isSample && t.sampleAdverts,
                      scale &&
                        t.scale(
                          formatPay(scale.low, result.country, context.pageContext.language),
                          formatPay(scale.high, result.country, context.pageContext.language),
                        ),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  <ul class="jobs">
                    ${jobs.map((job) => jobItem(job, result.country, scale, context))}
                  </ul>`
          }
          ${context.isStored ? pager(context, page, pages) : pages > 1 && html`<p class="hint">${t.cut}</p>`}
          ${context.isStored && takeAway(context)}`
    }
    ${otherPages(result, context)}`;
}

/** The sample data has few adverts, so the answer suggests searches that find some of them. */
function noSampleJobs(country: ScrapeJobsResult['country'], { pageContext }: AnswerContext): SafeHtml {
  const t = pageContext.texts.playground;
  const searches = sampleSearches(country);
  const path = (query: string): string =>
    `/playground?${new URLSearchParams({ tool: 'scrape_jobs', mode: 'sample', 'arg-country': country, 'arg-query': query }).toString()}`;
  return html`<p>${t.noSampleJobs(t.sitesOf[country] ?? country)}</p>
    <div class="examples">
      <ul>
        ${searches.map((query) => html`<li><a href="${path(query)}">${query}</a></li>`)}
      </ul>
    </div>`;
}

/** Builds a form with a button for order and filters, so that they work without JavaScript. */
function viewForm(result: ScrapeJobsResult, context: AnswerContext): SafeHtml {
  const { view, pageContext, answer, names } = context;
  const { texts, formats } = pageContext;
  const t = texts.playground;
  const counted = (label: string, count: number): string => `${label} (${formats.number(count)})`;
  const modes = WORK_MODES.map((mode) => ({
    mode,
    count: result.jobs.filter((job) => job.work_mode === mode).length,
  })).filter(({ mode, count }) => count > 0 || mode === view.work);
  const sites = result.platforms
    .map(({ platform }) => ({
      platform,
      count: result.jobs.filter((job) => platformsOf(job).includes(platform)).length,
    }))
    .filter(({ platform, count }) => count > 0 || platform === view.on);
  return html`<form method="get" action="/playground#result" class="jobs-view" data-view>
    <input type="hidden" name="tool" value="${answer.form.tool}" />
    <input type="hidden" name="mode" value="${answer.form.mode}" />
    <input type="hidden" name="run" value="${answer.form.run}" />
    <div class="filter">
      ${selectField(
        'sort',
        t.sort,
        JOB_SORTS.map((sort) => ({ value: sort, label: t.sorts[sort] ?? sort })),
        view.sort,
        'view-sort',
      )}
      ${selectField(
        'work',
        t.work,
        [
          { value: '', label: t.anyWork },
          ...modes.map(({ mode, count }) => ({ value: mode, label: counted(t.workModes[mode] ?? mode, count) })),
        ],
        view.work ?? '',
        'view-work',
      )}
      ${selectField(
        'on',
        t.on,
        [
          { value: '', label: t.anySite },
          ...sites.map(({ platform, count }) => ({
            value: platform,
            label: counted(names.get(platform) ?? platform, count),
          })),
        ],
        view.on ?? '',
        'view-on',
      )}
      <button data-needless>${t.apply}</button>
    </div>
  </form>`;
}

function pager(context: AnswerContext, page: number, pages: number): Content {
  if (pages < 2) return null;
  const t = context.pageContext.texts.playground;
  const link = (to: number, rel: string, label: string): SafeHtml =>
    html`<a class="button" rel="${rel}" href="${answerPath(context, { page: to })}#result" data-swap>${label}</a>`;
  return html`<nav class="actions pager" aria-label="${t.pages}">
    ${page > 1 && link(page - 1, 'prev', t.previous)}
    <span class="soft">${page} / ${pages}</span>
    ${page < pages && link(page + 1, 'next', t.next)}
  </nav>`;
}

function takeAway(context: AnswerContext): SafeHtml {
  const { texts } = context.pageContext;
  const t = texts.playground;
  const csv = filePath(context, 'jobs.csv');
  const json = filePath(context, 'jobs.json');
  return html`<p class="actions take">
    <span class="soft">${t.take}${texts.common.colon}</span>
    ${copyButton(csv, t.copyCsv, texts)} ${copyButton(json, t.copyJson, texts)}
    <a href="${csv}" download>${t.csvFile}</a> <a href="${json}" download>${t.jsonFile}</a>
  </p>`;
}

function jobItem(
  job: Job,
  country: ScrapeJobsResult['country'],
  scale: PayScale | undefined,
  context: AnswerContext,
): SafeHtml {
  const { pageContext, names } = context;
  const { texts, formats } = pageContext;
  const t = texts.playground;
  const name = (code: string): string => names.get(code) ?? code;
  const link = (url: string, words: Content, longest: number): Content => sourceLink(context, url, words, longest);
  const where = [shorten(job.company, MAXIMUM.company), shorten(job.location, MAXIMUM.place)]
    .filter(Boolean)
    .join(' · ');
  const others = job.also_on.slice(0, MAXIMUM.others);
  const posted = Date.parse(job.posted_date);
  const description = shorten(job.description, MAXIMUM.description);
  return html`<li>
    <div class="what">
      <h3>${link(job.url, shorten(job.title, MAXIMUM.title) || '–', MAXIMUM.url)}</h3>
      ${where && html`<p>${where}</p>`} ${description && html`<p class="hint">${description}</p>`}
    </div>
    ${payOf(job, country, scale, context)}
    <p class="soft facts-line">
      ${job.work_mode !== 'unknown' && html`<span class="badge">${t.workModes[job.work_mode]}</span> `}
      ${job.contract !== 'unknown' && html`<span class="badge">${t.values[`scrape_jobs.contract.${job.contract}`]}</span> `}
      ${job.hours !== 'unknown' && html`<span class="badge">${t.values[`scrape_jobs.hours.${job.hours}`]}</span> `}
      <span class="nowrap"
        ><span class="nowrap">${name(job.platform)}</span>${
          !Number.isNaN(posted) && html` · <span class="nowrap">${t.posted(formats.date(posted))}</span>`
        }${
          others.length > 0 &&
          html` ·
            <span class="nowrap"
              >${t.alsoOn}
              ${others.map(({ platform, url }, index) => html`${index > 0 && ', '}${link(url, name(platform), MAXIMUM.otherUrl)}`)}</span
            >`
        }</span
      >
    </p>
    ${evidenceOf(job, context)}
  </li>`;
}

function evidenceOf({ evidence = {} }: Job, { pageContext }: AnswerContext): Content {
  const t = pageContext.texts.playground;
  const quotes = Object.entries(evidence);
  return (
    quotes.length > 0 &&
    html`<details class="soft">
      <summary>${t.readFrom}</summary>
      <dl>
        ${quotes.map(
          ([name, quote]) =>
            html`<dt>${t.evidence[name] ?? name}</dt>
              <dd><q>${shorten(quote, MAXIMUM.quote)}</q></dd>`,
        )}
      </dl>
    </details>`
  );
}

function payOf(
  { salary_min: min, salary_max: max, salary_text: text, salary_period: period }: Job,
  country: ScrapeJobsResult['country'],
  scale: PayScale | undefined,
  { pageContext }: AnswerContext,
): SafeHtml {
  const t = pageContext.texts.playground;
  const money = (pay: number): string => formatPay(pay, country, pageContext.language);
  const written =
    text !== '' &&
    (period !== 'year' || min === null) &&
    html`<p class="hint">${t.asWritten(shorten(text, MAXIMUM.pay))}</p>`;
  if (!scale || (min === null && max === null)) {
    return html`<div class="pay-cell">
      <p class="soft">${t.noSalary}</p>
      ${written}
    </div>`;
  }
  const figure =
    min === null
      ? t.upTo(money(max as number))
      : max === null
        ? t.from(money(min))
        : min === max
          ? money(min)
          : `${money(min)} – ${money(max)}`;
  return html`<div class="pay-cell">
    <p><strong>${figure}</strong> <span class="soft">${t.perYear}</span></p>
    ${pieceView(payBar({ salary_min: min, salary_max: max }, scale))}${written}
  </div>`;
}
