import type { PageFolder } from '../page-folder.ts';
import { registerHomeRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerHomeRoutes,
  style: { order: 10, file: new URL('style.css', import.meta.url) },
  tested: { visitors: ['/', '/?ask=employer', '/?ask=page'], users: ['/'] },
};
