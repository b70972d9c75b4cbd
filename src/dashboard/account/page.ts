import type { PageFolder } from '../page-folder.ts';
import { registerAccountRoutes } from './routes.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const page: PageFolder = {
  register: registerAccountRoutes,
  menu: [{ order: 80, path: '/account', letter: 'a', shownTo: 'users', name: (texts) => textsOf(texts, TEXTS).menu }],
  docs: { '/account': 'dashboard#your-account' },
  forms: /^\/account\/(?:address|password|delete|sessions)$/,
  tested: { users: ['/account'], files: ['/account/export.json'] },
};
