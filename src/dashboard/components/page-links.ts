import { html, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';

interface PageOfList {
  /** Starts at 1. */
  page: number;
  hasMore: boolean;
  link(page: number): string;
}

/** Links to the newer and the older page; false if the list has a single page. */
export function pageLinks({ page, hasMore, link }: PageOfList, { common }: Texts): SafeHtml | false {
  if (page === 1 && !hasMore) return false;
  return html`<div class="actions">
    ${page > 1 && html`<a class="button" rel="prev" href="${link(page - 1)}">${common.newer}</a>`}
    ${hasMore && html`<a class="button" rel="next" href="${link(page + 1)}">${common.older}</a>`}
  </div>`;
}
