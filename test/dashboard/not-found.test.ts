import t from 'tap';
import { openGuardedSite, PASSWORD } from '../support/guarded-site.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const OWNER = 'owner@example.com';
/** Pages that exist, but not for this user. */
const HIDDEN = [
  '/operator',
  '/operator/sources',
  '/operator/sources/reed',
  '/saved-searches/edit?id=srch_none',
  '/saved-searches/delivered?id=srch_none',
];

t.test('an unknown path gets a page with links for people, and a small JSON for programs', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const { app } = site.api.service;
  const paths = [
    '/nothing',
    '/keys/x/y/z',
    '/logout',
    '/playground/x',
    '/mcp/x',
    '/<b>',
    '/assets/none.css',
    '/keyss/',
  ];
  for (const language of ['en', 'fr']) {
    const stranger = site.visitor('127.0.0.1', { ...BROWSER, 'accept-language': language });
    for (const path of paths) {
      const { status, headers, shown, page } = await stranger.get(path);
      t.equal(status, 404, path);
      t.match(headers['content-type'], 'text/html');
      t.match(headers['content-security-policy'], "default-src 'none'");
      t.equal(page.language, language);
      t.match(shown, language === 'en' ? 'Page not found' : 'Cette page n’existe pas');
      t.strictSame(page.links('main a[href="/"], main a[href="/docs/quick-start"]'), ['/', '/docs/quick-start']);
      t.notOk(page.has('b'));
      t.notOk(page.has('a.help'), 'of no page there is none');
    }
  }
  await site.member(OWNER);
  const member = site.visitor('127.0.0.1', BROWSER);
  await member.logIn(OWNER);
  for (const path of [...paths, ...HIDDEN]) {
    const { status, page } = await member.get(path);
    t.equal(status, 404, path);
    t.ok(page.has('main a[href="/dashboard"]'), path);
  }
  for (const path of [...paths, ...HIDDEN])
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'text/event-stream' }]) {
      const answer = await app.inject({ url: path, headers: { ...headers, ...cookiesOf(member.cookies) } });
      t.equal(answer.statusCode, 404, path);
      t.equal(answer.json().error, 'not_found', path);
    }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
    const answer = await app.inject({ method, url: '/nothing', headers: BROWSER });
    t.match(answer.json(), { error: 'not_found' }, method);
  }
  t.equal((await app.inject({ method: 'HEAD', url: '/nothing', headers: BROWSER })).statusCode, 404);
});

t.test('opening the address of a form’s answer leads to the form’s page', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const stranger = site.visitor('127.0.0.1', BROWSER);
  for (const [path, page] of [
    ['/account/address', '/account'],
    ['/plan/overage', '/plan'],
    ['/factor/codes', '/factor'],
    ['/keys/key_1/rotate', '/keys'],
    ['/keys/test/replace', '/keys'],
    ['/unlock/open', '/unlock'],
    ['/login/open', '/login'],
    ['/playground/run', '/playground'],
  ] as const)
    t.match(await stranger.get(path), { status: 303, headers: { location: page } }, path);
});

t.test('a form sent after a log-out leads to the log-in and back to its page, and changes nothing', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member(OWNER);
  const stale = await owner.token('/keys');
  await owner.submit('/keys', '/logout');
  const out = await owner.request('POST', '/keys', { name: 'laptop', _csrf: stale });
  t.match(out, { status: 403, shown: /You were logged out before the form was sent/ });
  t.ok(out.page.has('a[href^="/keys?"][href*="lang=fr"]'), 'in either language');
  const [logIn = ''] = out.page.links('a[href^="/login?"]');
  t.match((await owner.get(logIn)).shown, 'Log in to see this page');
  const next = new URL(logIn, 'http://x').searchParams.get('next') ?? '';
  const into = await owner.submit(logIn, '/login', { email: OWNER, password: PASSWORD, next });
  t.match(into, { status: 303, headers: { location: '/keys' } });

  const inAgain = await owner.request('POST', '/playground', { tool: 'ping', mode: 'live', _csrf: stale });
  t.match(inAgain, { status: 403, shown: /This form has expired/ }, 'logged in again elsewhere');
  t.ok(inAgain.page.has('main a[href="/playground"]'));
  const { id } = await site.api.service.accounts.require(OWNER);
  t.strictSame(await site.api.service.apiKeys.list(id), [], 'nothing was made');
});

t.test('the message about an expired form is true', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  for (const [language, cookies] of [
    ['en', 'blocks this site’s cookies'],
    ['fr', 'bloque les cookies'],
  ] as const) {
    const stranger = site.visitor('127.0.0.1', { ...BROWSER, 'accept-language': language });
    const stale = await stranger.token('/signup');
    const form = { email: 'new@example.com', password: PASSWORD, _csrf: stale };
    stranger.cookies.clear();
    const refused = await stranger.request('POST', '/signup', form);
    t.match(refused, { status: 403, shown: cookies }, 'a browser without cookies is told');
    t.ok(refused.page.has('main a[href="/signup"]'));
    await stranger.get('/login');
    t.notMatch((await stranger.request('POST', '/signup', form)).shown, cookies, 'and only such a browser');
    const address = await stranger.request('POST', '/account/address', { new_email: 'x@example.com', _csrf: stale });
    t.equal(address.status, 403);
    t.ok(address.page.has('a[href^="/login?"][href$="account"]'));
  }
});

t.test('a visitor who gets no more mails for now is not asked to request another', async (t) => {
  const site = await openGuardedSite(t);
  for (const [language, again] of [
    ['en', 'Or try again:'],
    ['fr', 'Ou recommencez :'],
  ] as const) {
    const visitor = site.visitor('127.0.0.1', { 'accept-language': language });
    const ask = () => visitor.submit('/signup', '/signup', { email: `${language}@example.com` });
    for (let sent = 0; sent < 3; sent += 1) t.match((await ask()).shown, again);
    const waiting = await ask();
    t.notMatch(waiting.shown, again);
    t.notOk(
      waiting.page.texts('p').some((sentence) => sentence.endsWith(':')),
      'no sentence breaks off',
    );
  }
});

t.test('no redirect puts a secret into an address', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member(OWNER);
  const secrets = {
    '/keys/shown': { key: 'jdm_live_secret' },
    '/account/password': { password: 'secret word', new_password: 'secret word two' },
    '/account/delete': { password: 'secret word', code: 'secret', confirm: 'yes' },
    '/factor/codes': { password: 'secret word', code: 'secret' },
    '/login': { email: 'secret@example.com', password: 'secret word' },
    '/reset': { token: 'secret', password: 'secret word' },
    '/confirm': { token: 'secret' },
    '/address': { token: 'secret' },
    '/keys': { name: 'n', password: 'secret' },
  };
  for (const [action, form] of Object.entries(secrets)) {
    const { status, text, page, headers } = await owner.request('POST', action, { ...form, _csrf: 'stale' });
    t.equal(status, 403, action);
    t.notMatch(text + String(headers['location']), 'secret', action);
    const [way = ''] = page.links('a.button.primary');
    t.ok((await owner.get(way)).status < 400, `${action} leads on to ${way}`);
  }
  t.equal((await owner.get('/keys?page=1&page=2')).status, 400);
  t.equal((await owner.get('/keys?name=x&utm_source=x')).status, 200);
});

function cookiesOf(cookies: ReadonlyMap<string, string>): { cookie: string } {
  return { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
}
