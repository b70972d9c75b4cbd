import type { PageFolder } from '../page-folder.ts';
import { registerPlanRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerPlanRoutes,
  menu: [{ order: 40, path: '/plan', letter: 'b', shownTo: 'users', name: ({ menu }) => menu.plan }],
  docs: { '/plan': 'plans' },
  tested: { users: ['/plan'] },
};
