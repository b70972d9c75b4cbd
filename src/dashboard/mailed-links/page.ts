import type { PageFolder } from '../page-folder.ts';
import { registerLinkRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerLinkRoutes,
  forms: /^\/unlock\/open$/,
  tested: { visitors: ['/forgot', '/reset?token=x', '/address?token=x', '/unlock'] },
};
