import { listHints, refuseCursor } from './list-answer.ts';
import type { Method } from './method.ts';

export const toolsList: Method = {
  name: 'tools/list',
  revisions: ['legacy', 'modern'],
  run: ({ request, service }) => {
    refuseCursor(request, 'tools');
    return { object: { tools: service.tools.definitions, ...listHints(request) } };
  },
};
