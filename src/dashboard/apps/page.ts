import type { PageFolder } from '../page-folder.ts';
import { registerAuthorizeRoutes } from './authorize-routes.ts';

export const page: PageFolder = {
  register: registerAuthorizeRoutes,
  docs: { '/authorize': 'mcp-clients#log-in-without-a-key' },
  tested: {},
};
