import type { PageFolder } from '../page-folder.ts';
import { registerAccountRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerAccountRoutes,
  menu: [{ order: 80, path: '/account', letter: 'a', shownTo: 'users', name: ({ menu }) => menu.account }],
  docs: { '/account': 'dashboard#your-account' },
  tested: { users: ['/account'], files: ['/account/export.json'] },
};
