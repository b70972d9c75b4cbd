import type { PageFolder } from '../page-folder.ts';
import { registerUsageRoutes } from './routes.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const page: PageFolder = {
  register: registerUsageRoutes,
  menu: [{ order: 30, path: '/usage', letter: 'u', shownTo: 'users', name: (texts) => textsOf(texts, TEXTS).menu }],
  docs: { '/usage': 'receipts' },
  tested: { users: ['/usage'], files: ['/usage.csv'] },
};
