import type { PageFolder } from '../page-folder.ts';
import { registerKeyRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerKeyRoutes,
  menu: [{ order: 20, path: '/keys', letter: 'k', shownTo: 'users', name: ({ menu }) => menu.keys }],
  docs: { '/keys': 'mcp-clients' },
  style: { order: 20, file: new URL('style.css', import.meta.url) },
  forms: /^\/keys\/\w+\/(?:rename|rotate|limits|revoke|replace)$/,
  tested: { users: ['/keys'] },
};
