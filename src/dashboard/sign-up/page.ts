import type { PageFolder } from '../page-folder.ts';
import { registerSignUpRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerSignUpRoutes,
  menu: [{ order: 110, path: '/signup', letter: 's', shownTo: 'visitors', name: ({ menu }) => menu.signup }],
  tested: { visitors: ['/signup', '/confirm?token=x'] },
};
