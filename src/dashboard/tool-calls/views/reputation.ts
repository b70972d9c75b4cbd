import type { GetReputationResult, Reputation } from '../../../../schemas/index.ts';
import { shorten } from '../../../lib/text.ts';
import { html, type Content, type SafeHtml } from '../../html.ts';
import { sourceLink, type AnswerContext } from './context.ts';
import { documentView } from './documents.ts';

const DOCUMENT_BYTES = 12_000;
const MAXIMUM = { name: 120, insight: 200, reason: 400, url: 500, insights: 10 };
const BEST_RATING = 5;

const BADGES: Readonly<Record<string, string>> = {
  fresh: 'good',
  stored: 'good',
  stale: 'warn',
  could_not_look: 'bad',
};

/** The entry of one employer in `_meta["io.jobdata/provenance"]` (SPEC §2). */
export interface ProvenanceRow {
  status: string;
  age_days: number | null;
  sources: readonly {
    site: string;
    url: string;
    matched_name: string;
    match: string;
    rating: number | null;
    review_count: number;
    method: string;
    fetched_at: string;
  }[];
  reason?: string;
}

export function reputationView(
  result: GetReputationResult,
  provenance: Readonly<Record<string, ProvenanceRow>>,
  document: string | undefined,
  context: AnswerContext,
): SafeHtml {
  const { texts } = context.pageContext;
  const employers = Object.entries(result);
  return html`${
    document !== undefined &&
    html`<h3>${texts.playground.asDocument}</h3>
      ${documentView(document, DOCUMENT_BYTES, context.pageContext)}`
  }${employers.map(([name, reputation]) => employer(name, reputation, provenance[name], context))}`;
}

function employer(
  name: string,
  { rating, review_count: reviews, insights }: Reputation,
  row: ProvenanceRow | undefined,
  context: AnswerContext,
): SafeHtml {
  const { pageContext } = context;
  const { texts, formats } = pageContext;
  const t = texts.playground;
  const full = Math.round(rating ?? 0);
  return html`<article class="key employer">
    <h3>
      ${shorten(name, MAXIMUM.name)}
      ${row && html`<span class="badge ${BADGES[row.status] ?? ''}">${t.looks[row.status] ?? row.status}</span>`}
    </h3>
    ${
      rating === null
        ? row?.status !== 'could_not_look' && html`<p>${t.noRating}</p>`
        : html`<p>
            <span class="stars" aria-hidden="true"
              >${'★'.repeat(full)}${'☆'.repeat(Math.max(0, BEST_RATING - full))}</span
            >
            <strong>${t.stars(formats.number(rating))}</strong> · ${t.reviews(formats.number(reviews))}
          </p>`
    }
    ${row && html`<p class="hint">${saidOf(row, pageContext)}</p>`}
    ${
      insights.length > 0 &&
      html`<h4 class="part">${t.themes}</h4>
        <ul class="plain">
          ${insights.slice(0, MAXIMUM.insights).map((insight) => html`<li>${shorten(insight, MAXIMUM.insight)}</li>`)}
        </ul>`
    }
    ${row && row.sources.length > 0 && sources(row, context)}
  </article>`;
}

function saidOf(row: ProvenanceRow, { texts }: AnswerContext['pageContext']): Content {
  const t = texts.playground;
  return html`${t.lookHints[row.status]}${(row.status === 'stored' || row.status === 'stale') && row.age_days !== null && html` ${t.oldest(row.age_days)}`}${
    row.reason && html` <span lang="${t.descriptionLanguage}">${shorten(row.reason, MAXIMUM.reason)}</span>`
  }`;
}

function sources(row: ProvenanceRow, context: AnswerContext): SafeHtml {
  const { texts, formats } = context.pageContext;
  const t = texts.playground;
  return html`<h4 class="part">${t.sources}</h4>
    <ul class="plain sources">
      ${row.sources.map((source) => {
        const site = source.site.charAt(0).toUpperCase() + source.site.slice(1);
        const read = Date.parse(source.fetched_at);
        return html`<li>
          ${sourceLink(context, source.url, site, MAXIMUM.url)}${texts.common.colon}${t.stars(
            source.rating === null ? '–' : formats.number(source.rating),
          )},
          ${t.reviews(formats.number(source.review_count))}
          <span class="hint facts-line"
            >${t.matched(shorten(source.matched_name, MAXIMUM.name))} (${t.matches[source.match] ?? source.match}) ·
            ${t.methods[source.method] ?? source.method}${
              !Number.isNaN(read) && html` · ${t.readAt(formats.date(read))}`
            }</span
          >
        </li>`;
      })}
    </ul>`;
}
