import type { PageFolder } from '../page-folder.ts';
import { registerPlanRoutes } from './routes.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const page: PageFolder = {
  register: registerPlanRoutes,
  menu: [{ order: 40, path: '/plan', letter: 'b', shownTo: 'users', name: (texts) => textsOf(texts, TEXTS).menu }],
  docs: { '/plan': 'plans' },
  forms: /^\/plan\/overage$/,
  tested: { users: ['/plan'] },
};
