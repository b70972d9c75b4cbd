import type { PageFolder } from '../page-folder.ts';
import { registerUsageRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerUsageRoutes,
  menu: [{ order: 30, path: '/usage', letter: 'u', shownTo: 'users', name: ({ menu }) => menu.usage }],
  docs: { '/usage': 'receipts' },
  tested: { users: ['/usage'], files: ['/usage.csv'] },
};
