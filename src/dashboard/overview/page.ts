import type { PageFolder } from '../page-folder.ts';
import { registerOverviewRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerOverviewRoutes,
  menu: [{ order: 10, path: '/dashboard', letter: 'o', shownTo: 'users', name: ({ menu }) => menu.dashboard }],
  docs: { '/dashboard': 'plans#the-month' },
  style: { order: 40, file: new URL('style.css', import.meta.url) },
  forms: /^\/dashboard\/first-steps$/,
  tested: { users: ['/dashboard'] },
};
