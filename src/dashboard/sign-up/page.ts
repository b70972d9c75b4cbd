import type { PageFolder } from '../page-folder.ts';
import { registerSignUpRoutes } from './routes.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export const page: PageFolder = {
  register: registerSignUpRoutes,
  menu: [
    {
      order: 110,
      path: '/signup',
      letter: 's',
      shownTo: 'newcomers',
      name: (texts) => textsOf(texts, TEXTS).signup.menu,
    },
  ],
  tested: { visitors: ['/signup', '/confirm?token=x'] },
};
