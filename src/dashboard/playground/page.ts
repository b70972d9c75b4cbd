import type { PageFolder } from '../page-folder.ts';
import { PLAYGROUND_SCRIPT, CLIENT_VIEW_SCRIPT } from './assets.ts';
import { registerPlaygroundRoutes } from './routes.ts';

export const page: PageFolder = {
  register: registerPlaygroundRoutes,
  menu: [{ order: 50, path: '/playground', letter: 'p', shownTo: 'users', name: ({ menu }) => menu.playground }],
  docs: { '/playground': 'scrape-jobs' },
  assets: [PLAYGROUND_SCRIPT, CLIENT_VIEW_SCRIPT],
  forms: /^\/playground\/run$/,
  tested: { users: ['/playground?tool=scrape_jobs'] },
};
