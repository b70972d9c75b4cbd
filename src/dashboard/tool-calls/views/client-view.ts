import { html, type Content } from '../../html.ts';
import type { AnswerContext } from './context.ts';

const WIDGET_BY_TOOL: Readonly<Record<string, string>> = {
  scrape_jobs: 'jobs',
  get_reputation: 'reputation',
  scrape_url: 'page',
  ping: 'ping',
};

/**
 * Shows the answer as an MCP Apps client does: the tool's document in a frame, with this page as the client. Needs
 * JavaScript; null if the answer is not a stored result.
 */
export function clientView({ answer, isStored, pageContext }: AnswerContext): Content {
  const widget = WIDGET_BY_TOOL[answer.form.tool];
  if (!isStored || widget === undefined || answer.outcome.kind !== 'result') return null;
  const t = pageContext.texts.playground.inClient;
  const { tool, mode, run } = answer.form;
  return html`<details
    class="client-view"
    data-document="/playground/documents/${widget}"
    data-answer="/playground/client-answer?tool=${tool}&amp;mode=${mode}&amp;run=${run}"
    data-language="${pageContext.language}"
    data-refused="${t.refused}"
  >
    <summary>${t.summary}</summary>
    <p class="hint">${t.lead} <a href="/docs/cards">${t.clients}</a></p>
    <iframe title="${t.summary}" sandbox="allow-scripts" loading="lazy"></iframe>
  </details>`;
}
