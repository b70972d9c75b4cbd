import { PROMPTS } from '../prompts/index.ts';
import { listHints, refuseCursor } from './list-answer.ts';
import type { Method } from './method.ts';

export const promptsList: Method = {
  name: 'prompts/list',
  revisions: ['legacy', 'modern'],
  run: ({ request }) => {
    refuseCursor(request, 'prompts');
    const prompts = PROMPTS.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args,
    }));
    return { object: { prompts, ...listHints(request) } };
  },
};
