import type { PageFolder } from '../page-folder.ts';
import { registerLinkRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerLinkRoutes,
  tested: { visitors: ['/forgot', '/reset?token=x', '/address?token=x', '/unlock'] },
};
