import { ServiceError } from '../../errors.ts';
import { DOCUMENT_TYPE, findDocument, WIDGET_DOCUMENTS } from '../../widgets/documents.ts';
import { listHints } from './list-answer.ts';
import type { Method } from './method.ts';
import { DOCUMENT_META } from './resources-list.ts';

const MAXIMUM_SHOWN = 200;

export const resourcesRead: Method = {
  name: 'resources/read',
  revisions: ['legacy', 'modern'],
  run: ({ request }) => {
    const { uri } = request.params;
    const allowed = WIDGET_DOCUMENTS.map((document) => document.uri);
    if (typeof uri !== 'string') {
      throw new ServiceError('invalid_params', 'params.uri must be the address of a resource.', {
        details: { fields: [{ path: '/uri', message: 'must be a string' }], allowed },
      });
    }
    const document = findDocument(uri);
    if (!document) {
      throw new ServiceError('invalid_params', `There is no such resource. Resources: ${allowed.join(', ')}.`, {
        details: { uri: uri.slice(0, MAXIMUM_SHOWN), allowed },
      });
    }
    const content = { uri, mimeType: DOCUMENT_TYPE, text: document.html, _meta: DOCUMENT_META };
    return { object: { contents: [content], ...listHints(request) } };
  },
};
