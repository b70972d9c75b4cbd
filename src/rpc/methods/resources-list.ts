import { DOCUMENT_TYPE, WIDGET_DOCUMENTS } from '../../widgets/documents.ts';
import { listHints, refuseCursor } from './list-answer.ts';
import type { Method } from './method.ts';

/**
 * The documents load nothing, so their content security policy permits no domain. ChatGPT reads `openai/widgetCSP`.
 * Some clients read `_meta` from the list, others from the content.
 */
export const DOCUMENT_META = {
  ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
  'openai/widgetCSP': { connect_domains: [], resource_domains: [] },
} as const;

/**
 * Each document is listed twice: under the versioned address, which tools name, and under one that always gives the
 * newest version.
 */
export const resourcesList: Method = {
  name: 'resources/list',
  revisions: ['legacy', 'modern'],
  run: ({ request }) => {
    refuseCursor(request, 'resources');
    const resources = WIDGET_DOCUMENTS.flatMap(({ name, title, description, uri, versionedUri, html }) =>
      [versionedUri, uri].map((address) => ({
        uri: address,
        name,
        title,
        description,
        mimeType: DOCUMENT_TYPE,
        size: Buffer.byteLength(html),
        _meta: DOCUMENT_META,
      })),
    );
    return { object: { resources, ...listHints(request) } };
  },
};
