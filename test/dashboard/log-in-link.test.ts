import t, { type Test } from 'tap';
import { LogInLinks } from '../../src/accounts/log-in-links.ts';
import { MINUTE_MS } from '../../src/lib/clock.ts';
import { FakeClock } from '../support/clock.ts';
import { engines, onEngines, rowsOf, type Engine, type StorePlace } from '../support/engines.ts';
import { startOn } from '../support/first-start.ts';
import { openGuardedSite } from '../support/guarded-site.ts';
import { openWithFactor } from '../support/second-factor.ts';
import { Visitor } from '../support/visitor.ts';

const USED = /This log-in link has expired or has already been used\./;

/** The service after its first start, and the link that it printed. */
async function firstStart(t: Test, place: StorePlace) {
  const clock = new FakeClock();
  const { service, printed, address } = await startOn(t, place, { clock });
  const [, base, path = '', token = ''] = /^ {2}(http:\/\/\S+?)(\/login\?token=([\w-]{43}))$/m.exec(printed) ?? [];
  t.equal(base, address);
  const [owner] = await service.accounts.list();
  const sessions = () => service.store.sessions.list((owner as { id: string }).id, clock.now());
  return { service, clock, path, token, sessions, visitor: () => new Visitor(service.app) };
}

await onEngines('the link of the first start opens the keys page, once', async (t, place) => {
  const { visitor, path, token, sessions, service } = await firstStart(t, place);
  // A scanner of links opens it as often as it likes.
  for (let times = 0; times < 3; times += 1) t.equal((await visitor().get(path)).status, 200);
  const owner = visitor();
  const page = await owner.get(path);
  t.match(page.shown, /operator@localhost/);
  t.equal(page.page.count('button.primary'), 1, 'one button');
  t.match(page.headers, { 'cache-control': /no-store/, 'referrer-policy': 'same-origin' });
  t.equal((await sessions()).length, 0, 'opening it logs nobody in');
  const opened = await owner.submit(path, '/login/open', { token });
  t.match(opened, { status: 303, headers: { location: '/keys' } });
  t.equal((await owner.get('/keys')).status, 200);
  t.equal((await owner.get('/operator')).status, 200, 'with the operator’s pages');
  t.equal((await sessions()).length, 1);

  const second = visitor();
  t.match(await second.get(path), { status: 400, shown: USED });
  t.match(await second.submit('/login', '/login/open', { token }), { status: 400, shown: USED });
  t.equal((await second.get('/keys')).status, 303, 'it is not logged in');
  t.equal((await sessions()).length, 1);
  t.strictSame(await service.store.checkIntegrity(), []);
});

await onEngines('who came by the link sets the first password without another, once', async (t, place) => {
  const { visitor, path, token, service } = await firstStart(t, place);
  const owner = visitor();
  await owner.submit(path, '/login/open', { token });
  const before = await owner.get('/account');
  t.match(before.shown, /This account has no password yet/);
  t.equal(before.page.count('input[name="password"]'), 0, 'a password that there is not is not asked for');
  const short = await owner.submit('/account', '/account/password', { new_password: 'short' });
  t.equal(short.status, 400);
  t.match(
    await owner.submit('/account', '/account/address', { password: '', new_email: 'me@example.com' }),
    { status: 403 },
    'other changes need it',
  );
  const first = await owner.submit('/account', '/account/password', { new_password: 'correct horse battery' });
  t.match(first, { status: 303, headers: { location: '/account?done=first-password' } });
  t.match((await owner.get('/account?done=first-password')).shown, /The password has been set/);
  const again = await owner.submit('/account', '/account/password', { new_password: 'another horse battery' });
  t.equal(again.status, 403, 'the next one needs this one');
  const moved = await owner.submit('/account', '/account/address', {
    password: 'correct horse battery',
    new_email: 'me@example.com',
  });
  t.match(moved, { status: 303, headers: { location: '/account?done=address' } });
  const other = visitor();
  const loggedIn = await other.submit('/login', '/login', {
    email: 'me@example.com',
    password: 'correct horse battery',
  });
  t.equal(loggedIn.status, 303);
  t.strictSame(await service.store.checkIntegrity(), []);
});

await onEngines(
  'only a hash of the token is in the store',
  async (t, place) => {
    const { token } = await firstStart(t, place);
    const rows = await rowsOf<{ hash: string }>(place.at, 'SELECT * FROM login_link');
    t.match(rows, [{ hash: /^[0-9a-f]{64}$/, spent_at: null }]);
    t.notMatch(JSON.stringify(rows), token);
  },
  'shared',
);

await onEngines('a link that is used several times at once opens one session', async (t, place) => {
  const { visitor, token, sessions } = await firstStart(t, place);
  const visitors = Array.from({ length: 6 }, visitor);
  const tokens = await Promise.all(visitors.map((one) => one.token('/login')));
  const answers = await Promise.all(
    visitors.map((one, index) => one.request('POST', '/login/open', { token, _csrf: tokens[index] as string })),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [303, 400, 400, 400, 400, 400]);
  t.equal((await sessions()).length, 1);
});

await onEngines('a link works for 15 minutes, and an unknown one never', async (t, place) => {
  const { visitor, path, token, clock, sessions } = await firstStart(t, place);
  clock.advance(15 * MINUTE_MS - 1);
  t.equal((await visitor().get(path)).status, 200);
  clock.advance(1);
  const late = visitor();
  t.match(await late.get(path), { status: 400, shown: USED });
  t.match(await late.submit('/login', '/login/open', { token }), { status: 400, shown: USED });
  clock.advance(-MINUTE_MS);
  t.equal((await late.get(path)).status, 400, 'a clock that is set back does not revive it');
  for (const unknown of ['', 'x', 'A'.repeat(43)]) {
    t.match(await late.get(`/login?token=${unknown}`), { status: 400, shown: USED }, unknown);
    t.match(await late.submit('/login', '/login/open', { token: unknown }), { status: 400, shown: USED }, unknown);
  }
  t.equal((await sessions()).length, 0);
});

t.test('a log-in link replaces the password, but not the second factor', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const { code } = await openWithFactor(site, 'owner@example.com');
  const { accounts, store } = site.api.service;
  const { id } = await accounts.require('owner@example.com');
  const links = new LogInLinks(store, site.api.clock);
  const token = new URL((await links.create(id, 'http://x')).url).searchParams.get('token') as string;
  const visitor = site.visitor('10.0.0.7');
  const opened = await visitor.submit(`/login?token=${token}`, '/login/open', { token });
  t.match(opened, { status: 303, headers: { location: '/code?next=%2Fkeys' } });
  t.equal((await visitor.get('/keys')).status, 303, 'not yet');
  t.match(await visitor.submit('/code', '/code', { code: code(), next: '/keys' }), { headers: { location: '/keys' } });
  t.equal((await visitor.get('/keys')).status, 200);
});

t.test('a used link names the command as it is called in this installation', async (t) => {
  const [inMemory] = await engines();
  for (const [commandLine, says] of [
    ['./jobdata', /can create a new one with \.\/jobdata account link\./],
    [undefined, /can create a new one with jobdata account link\./],
  ] as const) {
    const place = await (inMemory as Engine).place(t);
    const { service, stop } = await startOn(
      t,
      place,
      commandLine === undefined ? {} : { shell: { commandLine, hasJq: false } },
    );
    const visitor = new Visitor(service.app);
    t.match((await visitor.get('/login?token=x')).shown, says);
    const french = new Visitor(service.app, { 'accept-language': 'fr' });
    t.match((await french.get('/login?token=x')).shown, `avec ${commandLine ?? 'jobdata'} account link.`);
    t.match((await visitor.get('/unlock')).shown, `(${commandLine ?? 'jobdata'} account unlock)`);
    const hint = 'account link creates a log-in link';
    t.match((await visitor.get('/login')).shown, `${commandLine ?? 'jobdata'} ${hint}`);
    await stop();
  }
});

t.test('a public service does not mention the command to visitors', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  t.notMatch((await site.visitor().get('/login')).shown, 'account link');
});

t.test('a new password ends earlier links, and so does deleting the account', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  await site.member('owner@example.com');
  const { accounts, store } = site.api.service;
  const { id } = await accounts.require('owner@example.com');
  const links = new LogInLinks(store, site.api.clock);
  const create = async (): Promise<string> => new URL((await links.create(id, 'http://x')).url).search;
  const [first, second] = [await create(), await create()];
  t.equal((await site.visitor().get(`/login${first}`)).status, 200, 'a later link ends no earlier one');
  t.equal((await site.visitor().get(`/login${second}`)).status, 200);
  await accounts.setPassword(id, 'another horse battery');
  for (const search of [first, second]) t.equal((await site.visitor().get(`/login${search}`)).status, 400);
  const last = await create();
  await accounts.delete(id);
  t.equal((await site.visitor().get(`/login${last}`)).status, 400);
});

t.test('a visitor logged in to another account is told so, and the page exists in French', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  await site.member('owner@example.com');
  const other = await site.member('other@example.com', '10.0.0.1');
  const { accounts, store } = site.api.service;
  const { id } = await accounts.require('owner@example.com');
  const { search } = new URL((await new LogInLinks(store, site.api.clock).create(id, 'http://x')).url);
  t.match((await other.get(`/login${search}`)).shown, /You are logged in as other@example\.com/);
  const french = site.visitor('10.0.0.2', { 'accept-language': 'fr' });
  const page = await french.get(`/login${search}`);
  t.match(page.shown, /Ce lien à usage unique vous connecte/);
  t.ok(page.page.has(`a[href^="/login${search}"][href*="lang=en"]`), 'the other language keeps the link');
  t.match((await french.get('/login?token=x')).shown, /Ce lien de connexion a expiré ou a déjà servi/);
});
