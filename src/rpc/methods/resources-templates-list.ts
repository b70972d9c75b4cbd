import { listHints, refuseCursor } from './list-answer.ts';
import type { Method } from './method.ts';

export const resourcesTemplatesList: Method = {
  name: 'resources/templates/list',
  revisions: ['legacy', 'modern'],
  run: ({ request }) => {
    refuseCursor(request, 'resource templates');
    return { object: { resourceTemplates: [], ...listHints(request) } };
  },
};
