import t from 'tap';
import { openApi } from '../support/api.ts';
import { OPEN_PAGES, OWN_PAGES } from '../support/dashboard-pages.ts';
import { joinPages } from '../../src/dashboard/pages.ts';
import { routesOf } from '../support/routes.ts';

/** Answers that are no pages of the dashboard. */
const NO_PAGES =
  /^\/(?:assets|\.well-known|mcp|rpc|oauth|docs|feeds|healthz|readyz|metrics|openrpc\.json|llms\.txt|robots\.txt|favicon\.ico)(?:\/|$)|\.(?:csv|json)$/;
/** Pages that other tests in a browser look at, because they need something to be there first. */
const OTHERS = new Set([
  '/authorize', // consent.test.ts
  '/code', // the second step of a log-in: journey.test.ts
  '/saved-searches/edit', // browser.test.ts
  '/saved-searches/delivered', // browser.test.ts
  '/keys/shown', // browser.test.ts
  '/keys/x/first-call', // a piece of a page
  '/playground/client-answer', // playground-client.test.ts
  '/playground/documents/jobs', // playground-documents.test.ts
  '/playground/documents/reputation',
  '/playground/documents/page',
  '/playground/documents/ping',
]);

t.test('browser tests visit every page of the dashboard', async (t) => {
  const { service } = await openApi(t);
  const listed = [...OPEN_PAGES, ...OWN_PAGES].map((page) => page.replace(/\?.*/, ''));
  const routes = routesOf(service.app.printRoutes({ commonPrefix: false }), 'GET');
  t.ok(routes.includes('/saved-searches/new'), `${routes.length} routes`);
  // Routes have `x` for each parameter.
  const isTested = (route: string): boolean =>
    listed.some((page) => new RegExp(`^${route.replace(/\/x(?=\/|$)/g, '/[^/]+')}$`).test(page));
  t.strictSame(
    routes.filter((route) => !NO_PAGES.test(route) && !isTested(route) && !OTHERS.has(route)),
    [],
    'add these to "tested" in the page.ts of their folder',
  );
});

t.test('two pages cannot have the same place, letter or path', (t) => {
  const register = (): void => {};
  const entry = { order: 1, path: '/notes', letter: 'x', shownTo: 'users', name: () => 'Notes' } as const;
  const notes = { register, tested: {}, menu: [entry], docs: { '/notes': 'plans' } };
  const withMenu = (menu: Partial<typeof entry> | { order?: number; letter?: string }) => ({
    register,
    tested: {},
    menu: [{ ...entry, ...menu }],
  });
  t.throws(() => joinPages([notes, withMenu({ letter: 'y' })]), { message: /same order in the menu: 1/ });
  t.throws(() => joinPages([notes, withMenu({ order: 2 })]), { message: /same shortcut letter: x/ });
  t.throws(() => joinPages([notes, { register, tested: {}, docs: { '/notes': 'calling' } }]), {
    message: /link to the documentation: \/notes/,
  });
  const { menu } = joinPages([withMenu({ order: 2, letter: 'y' }), notes]);
  t.strictSame(
    menu.map(({ letter }) => letter),
    ['x', 'y'],
  );
  t.end();
});
