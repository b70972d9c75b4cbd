import type { PageFolder } from '../page-folder.ts';
import { registerSourceRoutes } from './routes.ts';
import { registerStatusRoutes } from './status-routes.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const page: PageFolder = {
  register: (scope) => {
    registerSourceRoutes(scope);
    registerStatusRoutes(scope);
  },
  footer: [
    {
      order: 10,
      path: '/status',
      name: (texts) => textsOf(texts, TEXTS).status.link,
      isShown: ({ statusPage }) => statusPage,
    },
  ],
  docs: { '/operator/sources': 'operating#source-health', '/status': 'dashboard#status' },
  style: { order: 30, file: new URL('style.css', import.meta.url) },
  tested: { visitors: ['/status'], operators: ['/operator/sources', '/operator/sources/reed'] },
};
