import type { FastifyRequest } from 'fastify';
import { html, type Content } from '../html.ts';

export const DOCS_OF: readonly (readonly [path: string, docs: string])[] = [
  ['/keys', 'mcp-clients'],
  ['/authorize', 'mcp-clients#log-in-without-a-key'],
  ['/usage', 'receipts'],
  ['/plan', 'plans'],
  ['/playground', 'scrape-jobs'],
  ['/saved-searches', 'saved-searches'],
  ['/unsubscribe', 'saved-searches#e-mail'],
  ['/dashboard', 'plans#the-month'],
  ['/operator/sources', 'operating#source-health'],
  ['/operator', 'operating#the-dashboard-for-operators'],
  ['/account', 'dashboard#your-account'],
  ['/status', 'dashboard#status'],
  ['/factor', 'dashboard#your-account'],
];
export function docsLink({ url, pageContext }: FastifyRequest): Content {
  const path = url.split('?', 1)[0] ?? '/';
  // Only whole path segments match, so that "/plan" does not match "/playground".
  const [, docs] = DOCS_OF.find(([own]) => path === own || path.startsWith(`${own}/`)) ?? [];
  if (docs === undefined) return '';
  const title = pageContext.texts.docs.ofThisPage;
  return html`<a class="help" href="/docs/${docs}" title="${title}" aria-label="${title}">?</a>`;
}
