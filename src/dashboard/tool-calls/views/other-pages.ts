import type { ScrapeJobsResult } from '../../../../schemas/index.ts';
import { randomHex } from '../../../lib/random-id.ts';
import { html, type Content } from '../../html.ts';
import { viewFields } from '../jobs.ts';
import type { AnswerContext } from './context.ts';
import { priceTexts } from './prices.ts';

const OFFSET = 'arg-offset';
/** The tool returns this many jobs when a call has no limit. */
const USUAL_LIMIT = 50;

/**
 * Returns buttons that send the same search for the pages before and after the answer, with the same order and filters.
 * Returns null if the answer contains the whole list, and for visitors, who cannot make calls.
 */
export function otherPages(
  { next_offset: next }: ScrapeJobsResult,
  { answer, view, pageContext }: AnswerContext,
): Content {
  const { form } = answer;
  const { offset = 0, limit = USUAL_LIMIT } = form.arguments as { offset?: number; limit?: number };
  if ((next === undefined && offset === 0) || pageContext.session === undefined) return null;
  const { texts, formats, csrf } = pageContext;
  const t = texts.playground;
  const values = Object.entries({
    tool: form.tool,
    mode: form.mode,
    run: randomHex(32),
    ...viewFields(view),
    ...form.fields,
  })
    .filter(([name]) => name !== OFFSET)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  // The component `form` is not used, because it has only one button.
  return html`<form method="post" action="/playground#result" class="actions other-pages" data-page>
    ${csrf}${values.map(([name, value]) => value !== '' && html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${offset > 0 && html`<button name="${OFFSET}" value="${Math.max(0, offset - limit)}">${t.previousPage}</button>`}
    ${next !== undefined && html`<button name="${OFFSET}" value="${next}">${t.nextPage}</button>`}
    <span class="hint">${form.mode === 'sample' ? t.pageFree : t.pagePrice(priceTexts(formats))}</span>
  </form>`;
}
