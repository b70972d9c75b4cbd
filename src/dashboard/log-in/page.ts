import type { PageFolder } from '../page-folder.ts';
import { registerLogInRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerLogInRoutes,
  menu: [{ order: 100, path: '/login', letter: 'l', shownTo: 'visitors', name: ({ menu }) => menu.login }],
  forms: /^\/login\/open$/,
  tested: { visitors: ['/login', '/login?token=x'] },
};
