import type { PageFolder } from '../page-folder.ts';
import { registerOperatorRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerOperatorRoutes,
  menu: [{ order: 90, path: '/operator', letter: 'r', shownTo: 'operators', name: ({ menu }) => menu.operator }],
  docs: { '/operator': 'operating#the-dashboard-for-operators' },
  tested: { operators: ['/operator', '/operator/account?email=caller@example.com'] },
};
