import type { FastifyRequest } from 'fastify';
import { html, type Content } from './html.ts';

/** Page of the documentation, with its place, that belongs to the pages whose path begins so; the first that fits. */
export const DOCS_OF: readonly (readonly [path: string, docs: string])[] = [
  ['/keys', 'mcp-clients'],
  ['/authorize', 'mcp-clients#log-in-without-a-key'],
  ['/usage', 'receipts'],
  ['/plan', 'plans'],
  ['/playground', 'scrape-jobs'],
  ['/dashboard', 'plans#the-month'],
  ['/operator/sources', 'operating#source-health'],
  ['/operator', 'operating#the-dashboard-for-operators'],
  ['/account', 'dashboard#your-account'],
  ['/status', 'dashboard#status'],
  ['/factor', 'dashboard#your-account'],
];
/** Of pages for those who are not in yet. */
const OTHERWISE = 'quick-start';

/** Leads from a page to what the documentation says of it; pages of the documentation have none. */
export function docsLink({ url, visit }: FastifyRequest): Content {
  const path = url.split('?', 1)[0] ?? '/';
  if (/^\/docs(?:\/|$)/.test(path)) return '';
  // "/plan" is none of "/playground": whole names alone.
  const [, docs = OTHERWISE] = DOCS_OF.find(([own]) => path === own || path.startsWith(`${own}/`)) ?? [];
  return html`<p class="hint"><a href="/docs/${docs}">${visit.texts.docs.ofThisPage}</a></p>`;
}
