import type { PageFolder } from '../page-folder.ts';
import { SAVED_SEARCH_SCRIPT } from './assets.ts';
import { registerSearchLinks } from './link-routes.ts';
import { registerSavedSearchRoutes } from './routes.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const page: PageFolder = {
  register: (scope) => {
    scope.open.register(async (links) => registerSearchLinks(links, scope.services, scope.limits));
    registerSavedSearchRoutes(scope);
  },
  menu: [
    {
      order: 60,
      path: '/saved-searches',
      letter: 'n',
      shownTo: 'users',
      name: (texts) => textsOf(texts, TEXTS).menu,
    },
  ],
  docs: { '/saved-searches': 'saved-searches', '/unsubscribe': 'saved-searches#e-mail' },
  assets: [SAVED_SEARCH_SCRIPT],
  tested: { visitors: ['/unsubscribe/sea_x/x'], users: ['/saved-searches', '/saved-searches/new?arg-query=nurse'] },
};
