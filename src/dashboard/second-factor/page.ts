import type { PageFolder } from '../page-folder.ts';
import { registerSecondFactorRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerSecondFactorRoutes,
  docs: { '/factor': 'dashboard#your-account' },
  tested: { users: ['/factor'] },
};
