import type { PageFolder } from '../page-folder.ts';
import { registerSecondFactorRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerSecondFactorRoutes,
  docs: { '/factor': 'dashboard#your-account' },
  forms: /^\/factor\/(?:on|codes|off)$/,
  tested: { users: ['/factor'] },
};
