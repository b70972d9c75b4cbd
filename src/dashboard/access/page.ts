import type { PageFolder } from '../page-folder.ts';
import { registerAccessRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerAccessRoutes,
  tested: { users: ['/access'] },
};
