import { shorten } from '../../../lib/text.ts';
import { html, type SafeHtml } from '../../html.ts';
import { sourceLink, type AnswerContext } from './context.ts';
import { documentView, sourceView } from './documents.ts';
import { canParseUrl } from '../../../lib/can-parse-url.ts';

/** Maximum total size of all documents on the page, including their sources. */
const DOCUMENT_BYTES = 26_000;
const MAXIMUM_SHOWN_URL = 160;
const MAXIMUM_URL = 1_000;
const MAXIMUM_FAULT = 1_500;

/** The entry of one page in `_meta["io.jobdata/urls"]` (SPEC §2). */
export interface PageRow {
  http_status: number | null;
  final_url: string;
  content_type: string;
  rendered: boolean;
  truncated: boolean;
  total_characters: number;
  error?: { reason: string; message: string };
}

export function pagesView(
  result: Readonly<Record<string, string>>,
  rows: Readonly<Record<string, PageRow>>,
  output: unknown,
  context: AnswerContext,
): SafeHtml {
  const { texts } = context.pageContext;
  const pages = Object.entries(result);
  const delivered = pages.filter(([url, content]) => !isFault(content, rows[url])).length;
  const bytes = Math.floor(DOCUMENT_BYTES / Math.max(1, delivered));
  return html`${pages.map(([url, content]) => {
    const row = rows[url];
    const failed = isFault(content, row);
    return html`<article class="key">
      <h3>${pageLink(url, context)}</h3>
      ${row && factsOf(url, row, context)}
      ${
        failed
          ? faultView(content, row, context)
          : isMarkdown(content, output)
            ? documentView(content, bytes, context.pageContext)
            : sourceView(content, bytes, texts.playground.sourceText, texts)
      }
    </article>`;
  })}`;
}

const isFault = (content: string, row: PageRow | undefined): boolean =>
  row ? row.error !== undefined : content.startsWith('Error: ');

function isMarkdown(content: string, output: unknown): boolean {
  return (output === undefined || output === 'markdown') && !/^\s*[<[{]/.test(content);
}

function pageLink(url: string, context: AnswerContext): SafeHtml {
  const shown = shorten(url, MAXIMUM_SHOWN_URL);
  return html`${sourceLink(context, url, shown, MAXIMUM_URL)}`;
}

function factsOf(url: string, row: PageRow, context: AnswerContext): SafeHtml {
  const { pageContext } = context;
  const { pageFacts } = pageContext.texts.playground;
  const facts = [
    row.http_status !== null && html`HTTP ${row.http_status}`,
    row.content_type && html`${shorten(row.content_type, 60)}`,
    !row.error && html`${row.rendered ? pageFacts.inBrowser : pageFacts.plain}`,
    !row.error && html`${pageFacts.characters(pageContext.formats.number(row.total_characters))}`,
    row.truncated && html`${pageFacts.truncated}`,
    canParseUrl(url) &&
      new URL(url).href !== row.final_url &&
      html`${pageFacts.redirected} ${pageLink(row.final_url, context)}`,
  ].filter((fact) => fact !== false && fact !== '');
  return html`<p class="hint facts-line">${facts.map((fact, index) => html`${index > 0 && ' · '}${fact}`)}</p>`;
}

function faultView(content: string, row: PageRow | undefined, { pageContext }: AnswerContext): SafeHtml {
  const t = pageContext.texts.playground;
  return html`<p class="notice bad">
    <strong>${t.pageFailed}</strong>${pageContext.texts.common.colon}<span lang="${t.descriptionLanguage}"
      >${shorten(content.replace(/^Error: /, ''), MAXIMUM_FAULT)}</span
    >
    ${row?.error && html`<code>${row.error.reason}</code>`}
  </p>`;
}
