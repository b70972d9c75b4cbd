import { OF_ONE_ANSWER } from '../../saved-searches/search-arguments.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';

/** The button that leads from a search to the form that saves it. `fields`: the search's own, `arg-query` and so on. */
export function saveButton(
  fields: Readonly<Record<string, string | readonly string[]>>,
  { texts }: PageContext,
): SafeHtml {
  const t = texts.savedSearches;
  const kept = Object.entries(fields).filter(([name]) => !OF_ONE_ANSWER.has(name.replace(/^arg-/, '')));
  return html`<form id="save-search" class="actions" method="get" action="/saved-searches/new">
    ${kept.flatMap(([name, value]) =>
      [value].flat().map((one) => one !== '' && html`<input type="hidden" name="${name}" value="${one}" />`),
    )}
    <button>${t.save}</button> <span class="hint">${t.saveLead}</span>
  </form>`;
}
