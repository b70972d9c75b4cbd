import type { PageFolder } from '../page-folder.ts';
import { DOCS_ASSETS } from './assets.ts';
import { registerDocsRoutes } from './routes.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const page: PageFolder = {
  register: registerDocsRoutes,
  menu: [{ order: 70, path: '/docs/quick-start', letter: 'd', shownTo: 'everyone', name: ({ menu }) => menu.docs }],
  footer: [{ order: 20, path: '/docs/changes', name: (texts) => textsOf(texts, TEXTS).changes }],
  assets: DOCS_ASSETS,
  tested: {},
};
