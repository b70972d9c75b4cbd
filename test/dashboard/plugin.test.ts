import t from 'tap';
import { openApi } from '../support/api.ts';
import { OPEN_PAGES, OWN_PAGES } from '../support/dashboard-pages.ts';
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
  const listed = new Set(
    [...OPEN_PAGES, ...OWN_PAGES].map((page) =>
      page.replace(/\?.*/, '').replace('/sea_x', '/x').replace('/reed', '/x'),
    ),
  );
  const routes = routesOf(service.app.printRoutes({ commonPrefix: false }), 'GET');
  t.ok(routes.includes('/saved-searches/new'), `${routes.length} routes`);
  t.strictSame(
    routes.filter((route) => !NO_PAGES.test(route) && !listed.has(route) && !OTHERS.has(route)),
    [],
    'add these to test/support/dashboard-pages.ts',
  );
});
