import { html, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';

interface PageOfList {
  /** From 1. */
  page: number;
  /** Whether an older page follows. */
  hasMore: boolean;
  /** The address of a page. */
  link(page: number): string;
}

/** Links to the newer and the older page of a list; none for a single page. */
export function pageLinks({ page, hasMore, link }: PageOfList, { common }: Texts): SafeHtml | false {
  if (page === 1 && !hasMore) return false;
  return html`<div class="actions">
    ${page > 1 && html`<a class="button" rel="prev" href="${link(page - 1)}">${common.newer}</a>`}
    ${hasMore && html`<a class="button" rel="next" href="${link(page + 1)}">${common.older}</a>`}
  </div>`;
}
