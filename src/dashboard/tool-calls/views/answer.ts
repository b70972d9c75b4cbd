import type { GetReputationResult, ScrapeJobsResult } from '../../../../schemas/index.ts';
import { OF_ONE_ANSWER } from '../../../saved-searches/search-arguments.ts';
import { html, type Content, type SafeHtml } from '../../html.ts';
import type { PageContext } from '../../page-context.ts';
import type { PlaygroundAnswer } from '../answers.ts';
import { curlCommand, powershellCurl, TEST_KEY_VARIABLE } from '../../client-config.ts';
import { filePath, type AnswerContext } from './context.ts';
import { clientView } from './client-view.ts';
import { sourceView } from './documents.ts';
import { jobsView } from './jobs.ts';
import { pagesView, type PageRow } from './pages.ts';
import { refusalView } from './refusal.ts';
import { reputationView, type ProvenanceRow } from './reputation.ts';
import { copyButton } from './copy-button.ts';
import { factList } from '../../components/data-table.ts';

/** The page shows at most this many bytes of JSON. The download contains the whole JSON. */
const MAXIMUM_JSON_BYTES = 4_000;
/** A JSON object in a list has at least this many characters. */
const LEAST_OBJECT = 40;
/** Longer requests, such as ones with thousands of hashes, are not shown. */
const MAXIMUM_REQUEST = 2_000;

export interface ShownToolResult {
  structuredContent: unknown;
  content: readonly { type: string; text?: string }[];
  _meta: Readonly<Record<string, unknown>>;
}

export function answerView(context: AnswerContext): SafeHtml {
  const { outcome } = context.answer;
  const t = context.pageContext.texts.playground;
  if (outcome.kind === 'unconfirmed') {
    const { session, texts } = context.pageContext;
    return html`<section id="result">
      <h2 tabindex="-1">${t.refused}</h2>
      <p class="notice bad" role="alert">${texts.confirm.pending(session?.account.email ?? '')}</p>
    </section>`;
  }
  if (outcome.kind === 'cancelled') {
    return html`<section id="result">
      <h2 tabindex="-1">${t.cancelled}</h2>
      <p>${t.cancelledText}</p>
    </section>`;
  }
  return html`<section id="result">
      ${outcome.kind === 'refused' ? refusalView(outcome, context) : resultView(outcome, context)}
    </section>
    ${requestView(context)}`;
}

function resultView(
  { json, cost, balance, receiptId }: Extract<PlaygroundAnswer['outcome'], { kind: 'result' }>,
  context: AnswerContext,
): SafeHtml {
  const { texts, formats } = context.pageContext;
  const t = texts.playground;
  const { tool, mode } = context.answer.form;
  const result = JSON.parse(json) as ShownToolResult;
  return html`<h2 tabindex="-1">${t.result}</h2>
    <p class="hint field">
      ${mode === 'sample' ? t.sampleLine : t.costLine(formats.number(cost), formats.number(balance))}
      ${texts.usage.receipt}${texts.common.colon}<code class="id" id="receipt-id">${receiptId}</code>
      ${copyButton('#receipt-id', texts.common.copy, texts)}
    </p>
    ${tool === 'scrape_jobs' && saveButton(context.answer.form.fields, context.pageContext)}
    ${toolResultView(tool, result, context)} ${clientView(context)} ${wholeAnswer(result.structuredContent, context)}`;
}

export function toolResultView(tool: string, result: ShownToolResult, context: AnswerContext): Content {
  return VIEWS[tool]?.(result, context);
}

const VIEWS: Readonly<Record<string, ((result: ShownToolResult, context: AnswerContext) => SafeHtml) | undefined>> = {
  scrape_jobs: ({ structuredContent }, context) => jobsView(structuredContent as ScrapeJobsResult, context),
  get_reputation: ({ structuredContent, content, _meta }, context) =>
    reputationView(
      structuredContent as GetReputationResult,
      (_meta['io.jobdata/provenance'] ?? {}) as Record<string, ProvenanceRow>,
      context.answer.form.arguments['output'] === 'markdown' ? content[0]?.text : undefined,
      context,
    ),
  scrape_url: ({ structuredContent, _meta }, context) =>
    pagesView(
      structuredContent as Record<string, string>,
      (_meta['io.jobdata/urls'] ?? {}) as Record<string, PageRow>,
      context.answer.form.arguments['output'],
      context,
    ),
  ping: ({ structuredContent }) => pingView(structuredContent as Record<string, unknown>),
};

function pingView(result: Record<string, unknown>): SafeHtml {
  return factList(
    Object.entries(result).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') || '–' : String(value),
    ]),
  );
}

function wholeAnswer(structured: unknown, context: AnswerContext): SafeHtml {
  const { texts } = context.pageContext;
  const t = texts.playground;
  const json = beginningOf(structured);
  const path = filePath(context, 'answer.json');
  return html`<details>
    <summary>${t.raw}</summary>
    ${
      context.isStored &&
      html`<p class="actions take">
        ${copyButton(path, t.copyJson, texts)} <a href="${path}" download>${t.jsonFile}</a>
      </p>`
    }
    ${sourceView(json, MAXIMUM_JSON_BYTES, t.raw, texts)}
  </details>`;
}

/** Serialises only the beginning, because the whole result can be megabytes. */
function beginningOf(structured: unknown): string {
  return JSON.stringify(
    structured,
    (_name, value: unknown) => {
      if (typeof value === 'string') return value.slice(0, MAXIMUM_JSON_BYTES);
      if (!Array.isArray(value)) return value;
      return value.slice(0, typeof value[0] === 'object' ? MAXIMUM_JSON_BYTES / LEAST_OBJECT : MAXIMUM_JSON_BYTES);
    },
    2,
  );
}

function requestView({ answer, pageContext }: AnswerContext): Content {
  const { texts, baseUrl } = pageContext;
  const t = texts.playground;
  const { tool, mode, arguments: args } = answer.form;
  const sent = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
  const json = JSON.stringify(sent, null, 2);
  if (json.length > MAXIMUM_REQUEST) return null;
  const snippet = (id: string, title: string, code: string): Content =>
    html`<div class="snippet">
      <div class="bar">
        <h3>${title}</h3>
        ${copyButton(`#${id}`, texts.common.copy, texts)}
      </div>
      <pre id="${id}" tabindex="0" role="group" aria-label="${title}">${code}</pre>
    </div>`;
  const keyVariable = mode === 'sample' ? TEST_KEY_VARIABLE : 'JOB_DATA_KEY';
  return html`<section>
    <details>
      <summary><h2>${t.request}</h2></summary>
      <p class="hint field">${t.requestLead(keyVariable)} <a href="/keys">${texts.menu.keys}</a></p>
      ${snippet('request-json', t.requestJson, json)}${snippet(
        'request-curl',
        t.curl,
        curlCommand(`${baseUrl}/mcp`, sent, keyVariable),
      )}${snippet('request-powershell', t.powershell, powershellCurl(`${baseUrl}/mcp`, sent, keyVariable))}
    </details>
  </section>`;
}

function saveButton(fields: Readonly<Record<string, string | readonly string[]>>, { texts }: PageContext): SafeHtml {
  const t = texts.savedSearches;
  const kept = Object.entries(fields).filter(([name]) => !OF_ONE_ANSWER.has(name.replace(/^arg-/, '')));
  return html`<form id="save-search" class="actions" method="get" action="/saved-searches/new">
    ${kept.flatMap(([name, value]) =>
      [value].flat().map((one) => one !== '' && html`<input type="hidden" name="${name}" value="${one}" />`),
    )}
    <button>${t.save}</button> <span class="hint">${t.saveLead}</span>
  </form>`;
}
