import { ServiceError } from '../../errors.ts';
import { CACHE_HINTS } from './discover.ts';
import type { Method } from './method.ts';

export const toolsList: Method = {
  name: 'tools/list',
  revisions: ['legacy', 'modern'],
  run: ({ request, service }) => {
    const cursor = request.params['cursor'];
    if (cursor !== undefined && cursor !== null && cursor !== '') {
      throw new ServiceError('invalid_params', 'The list of tools has one page: leave "cursor" out.', {
        details: { fields: [{ path: '/cursor', message: 'is not one of ours' }] },
      });
    }
    const hints = request.revision === 'modern' ? CACHE_HINTS : {};
    return { object: { tools: service.tools.definitions, ...hints } };
  },
};
