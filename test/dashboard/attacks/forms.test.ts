import t from 'tap';
import { createToken, hashToken } from '../../../src/accounts/sessions.ts';
import { Passwords } from '../../../src/accounts/passwords.ts';
import { openApi } from '../../support/api.ts';
import { openGuardedSite, PASSWORD } from '../../support/guarded-site.ts';
import { routesOf } from '../../support/routes.ts';
import { Visitor } from '../../support/visitor.ts';

const OWNER = 'owner@example.com';
/** Of the API: they ask for a key, not for a form. */
const NO_FORMS = new Set(['/mcp', '/', '/rpc']);
/** Posted by mail programs (RFC 8058): its secret address stands for a token. */
const SECRET_LINK = '/unsubscribe/x/x';

t.test('attack: posting to any address of the service from another site', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const tree = site.api.service.app.printRoutes({ commonPrefix: false });
  const routes = routesOf(tree, 'POST').filter((route) => !NO_FORMS.has(route));
  for (const known of ['/login', '/factor/off', '/account/delete', '/unlock/open', '/keys/x/revoke']) {
    t.ok(routes.includes(known), `${known} is among ${routes.length}`);
  }
  const before = await site.api.service.accounts.require(OWNER);
  const token = await owner.token('/account');
  t.equal((await owner.request('POST', SECRET_LINK, {})).status, 404, 'a secret link that is none ends nothing');
  for (const route of routes.filter((one) => one !== SECRET_LINK)) {
    t.equal((await owner.request('POST', route, { password: PASSWORD })).status, 403, `${route} without a token`);
    for (const from of ['cross-site', 'same-site']) {
      const neighbour = site.visitor('127.0.0.1', { 'sec-fetch-site': from });
      for (const [name, value] of owner.cookies) neighbour.cookies.set(name, value);
      const answer = await neighbour.request('POST', route, { _csrf: token });
      t.equal(answer.status, 403, `${route} from ${from}, with cookies and token`);
      t.ok(answer.page.has('[role=alert]'), route);
    }
  }
  t.strictSame(await site.api.service.accounts.require(OWNER), before);
  t.equal((await owner.get('/account')).status, 200, 'nobody is logged out');
  const usual = site.visitor('127.0.0.1', { 'sec-fetch-site': 'same-origin' });
  t.equal((await usual.logIn(OWNER)).status, 303, 'forms of our own pages are taken');
});

t.test('attack: trying passwords from many networks at once to block log-ins and changes of passwords', async (t) => {
  const held: (() => void)[] = [];
  let hold = false;
  const passwords = new Passwords({
    run: async ({ password }) => {
      if (hold && password === 'a guess of a stranger') await new Promise<void>((resolve) => held.push(resolve));
      return Buffer.from(password);
    },
    close: async () => {},
  });
  const api = await openApi(t, { overrides: { passwords } });
  const owner = new Visitor(api.service.app, {}, '203.0.113.1');
  await owner.register(OWNER);
  hold = true;
  const strangers = Array.from({ length: 120 }, (_, index) => new Visitor(api.service.app, {}, `10.9.${index}.1`));
  const tokens = await Promise.all(strangers.map((stranger) => stranger.token('/login')));
  const tries = strangers.map((stranger, index) =>
    stranger.request('POST', '/login', {
      email: `nobody${index}@example.com`,
      password: 'a guess of a stranger',
      _csrf: tokens[index] as string,
    }),
  );
  while (held.length < 2) await new Promise((resolve) => setImmediate(resolve));
  t.equal(
    (await new Visitor(api.service.app, {}, '10.8.0.1').logIn(OWNER)).status,
    429,
    'one more stranger is sent away',
  );
  const form = { password: PASSWORD, new_password: 'another horse battery' };
  t.equal((await owner.submit('/account', '/account/password', form)).status, 303, 'who is logged in is not');
  t.equal((await owner.submit('/account', '/logout')).status, 303);
  t.equal((await owner.logIn(OWNER, 'another horse battery')).status, 303, 'nor a browser that is known');
  hold = false;
  for (const go of held) go();
  await Promise.all(tries);
});

t.test('attack: using up a network’s mails, so that its logged-in members get none', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER, '10.0.0.1');
  for (let index = 0; index < 21; index += 1) {
    await site.visitor('10.0.0.1').submit('/forgot', '/forgot', { email: `a${index}@example.com` });
  }
  t.equal((await site.visitor('10.0.0.1').submit('/forgot', '/forgot', { email: OWNER })).status, 429);
  const form = { new_email: 'moved@example.com', password: PASSWORD };
  t.match((await owner.submit('/account', '/account/address', form)).headers, {
    location: '/account?done=address-asked',
  });
  t.equal((await owner.submit('/account', '/forgot', { email: OWNER })).status, 200);
  t.ok(site.linkTo(OWNER).token);
});

t.test('a waiting sign-up ends when its domain may no longer register', async (t) => {
  const site = await openGuardedSite(t, { env: { REGISTRATION: 'example.com' } });
  const { store } = site.api.service;
  const token = createToken();
  const at = site.api.clock.now();
  const link = {
    hash: hashToken(token),
    accountId: null,
    purpose: 'signup',
    createdAt: at,
    expiresAt: at + 1e6,
  } as const;
  await store.mail.saveLink({ ...link, address: 'late@elsewhere.example' });
  t.equal((await site.visitor().get(`/confirm?token=${token}`)).status, 400);
  t.equal((await site.visitor().submit('/login', '/confirm', { token, password: PASSWORD })).status, 400);
  await t.rejects(site.api.service.accounts.require('late@elsewhere.example'));
});

t.test('attack: posting fields that no form has', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const before = await site.api.service.accounts.require(OWNER);
  const long = 'x'.repeat(5_000);
  const forms: [string, Record<string, string | string[]>][] = [
    ['/login', { email: [OWNER, OWNER], password: PASSWORD }],
    ['/login', { email: OWNER }],
    ['/login', { email: OWNER, password: PASSWORD, operator: 'yes' }],
    ['/signup', { email: long, password: PASSWORD }],
    ['/forgot', { email: [OWNER, 'thief@example.com'] }],
    ['/reset', { token: [PASSWORD, PASSWORD], password: 'another horse battery' }],
    ['/confirm', { token: long }],
    ['/account/password', { password: PASSWORD, new_password: ['another horse battery', 'short'] }],
    ['/account/address', { new_email: 'a@example.com', password: PASSWORD, account: 'acc_other' }],
    ['/account/delete', { password: PASSWORD, confirm: ['yes', 'no'] }],
    ['/account/sessions', { session: ['a', 'b'] }],
    ['/code', { code: ['1', '2'] }],
    ['/factor/off', { password: PASSWORD }],
  ];
  for (const [action, form] of forms) t.equal((await owner.submit('/account', action, form)).status, 400, action);
  for (const page of ['/reset?token=a&token=b', `/confirm?token=${long}`, '/account?done=x&done=y']) {
    t.equal((await owner.get(page)).status, 400, page);
  }
  t.equal(
    (await owner.get('/login?utm_source=mail&__proto__=x')).status,
    303,
    'what others add to an address is no fault',
  );
  t.equal((await owner.get('/account?done=constructor')).status, 200);
  t.strictSame(await site.api.service.accounts.require(OWNER), before);
});
