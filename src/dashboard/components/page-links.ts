import { html, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';

interface PageOfList {
  page: number;
  hasMore: boolean;
  link(page: number): string;
}

export function pageLinks({ page, hasMore, link }: PageOfList, { common }: Texts): SafeHtml | false {
  if (page === 1 && !hasMore) return false;
  return html`<div class="actions">
    ${page > 1 && html`<a class="button" rel="prev" href="${link(page - 1)}">${common.newer}</a>`}
    ${hasMore && html`<a class="button" rel="next" href="${link(page + 1)}">${common.older}</a>`}
  </div>`;
}
