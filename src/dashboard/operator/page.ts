import type { PageFolder } from '../page-folder.ts';
import { registerOperatorRoutes } from './routes.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const page: PageFolder = {
  register: registerOperatorRoutes,
  menu: [
    { order: 90, path: '/operator', letter: 'r', shownTo: 'operators', name: (texts) => textsOf(texts, TEXTS).menu },
  ],
  docs: { '/operator': 'operating#the-dashboard-for-operators' },
  forms: /^\/operator\/plan$/,
  tested: { operators: ['/operator', '/operator/account?email=caller@example.com'] },
};
