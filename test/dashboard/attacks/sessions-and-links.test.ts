import t from 'tap';
import { hashToken } from '../../../src/accounts/sessions.ts';
import { DAY_MS } from '../../../src/lib/clock.ts';
import { openGuardedSite, PASSWORD, type GuardedSite } from '../../support/guarded-site.ts';
import type { Visitor } from '../../support/visitor.ts';

const OWNER = 'owner@example.com';
const NEW_PASSWORD = 'another horse battery';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** One link of each purpose, mailed to the owner or to the new address. */
async function askAllLinks(
  site: GuardedSite,
  owner: Visitor,
): Promise<{ path: string; token: string; action: string }[]> {
  const stranger = site.visitor('10.0.0.9');
  await stranger.submit('/forgot', '/forgot', { email: OWNER });
  const reset = { ...site.linkTo(OWNER), action: '/reset' };
  await stranger.submit('/unlock', '/unlock', { email: OWNER });
  const unlock = { ...site.linkTo(OWNER), action: '/unlock/open' };
  await owner.submit('/account', '/account/address', { new_email: 'thief@example.com', password: PASSWORD });
  return [reset, unlock, { ...site.linkTo('thief@example.com'), action: '/address' }];
}

function use(visitor: Visitor, { action, token }: { action: string; token: string }) {
  return visitor.submit('/login', action, { token, ...(action === '/reset' ? { password: 'the thief knows' } : {}) });
}

t.test('attack: keeping a mailed link or another session after a change of password', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const thief = site.visitor('10.0.0.1');
  await thief.logIn(OWNER);
  const links = await askAllLinks(site, owner);
  for (const { path } of links) t.equal((await site.visitor().get(path)).status, 200, path);
  const form = { password: PASSWORD, new_password: NEW_PASSWORD };
  t.equal((await owner.submit('/account', '/account/password', form)).status, 303);
  for (const link of links) {
    t.equal((await site.visitor().get(link.path)).status, 400, link.path);
    t.equal((await use(site.visitor(), link)).status, 400, link.action);
  }
  t.equal((await thief.get('/keys')).status, 303, 'the thief’s session has ended');
  t.equal((await owner.get('/keys')).status, 200, 'the owner’s goes on');
  t.equal((await site.visitor().logIn(OWNER, NEW_PASSWORD)).status, 303);
  const browser = hashToken(thief.cookies.get('jobdata_browser') as string);
  t.equal(await site.api.service.store.logIns.findBrowser(browser), undefined, 'nor is its browser known any more');
});

t.test('attack: logging in with the old password while it is being changed', async (t) => {
  const site = await openGuardedSite(t);
  await site.member(OWNER);
  const { accounts } = site.api.service;
  const thief = site.visitor('10.0.0.1');
  const _csrf = await thief.token('/login');
  site.whilePasswordWaits(() => accounts.setPassword(OWNER, NEW_PASSWORD));
  const answer = await thief.request('POST', '/login', { email: OWNER, password: PASSWORD, _csrf });
  t.equal(answer.status, 401, 'it was right when the check began');
  t.equal(thief.cookies.get('jobdata_session'), undefined);
});

t.test('attack: taking the account over with another address', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const { accounts } = site.api.service;
  const ask = (form: Record<string, string>) => owner.submit('/account', '/account/address', form);
  const guessed = await ask({ new_email: 'thief@example.com', password: 'a wrong guess' });
  t.equal(guessed.status, 403);
  t.ok(guessed.page.has('#address-password[aria-describedby^=address-password-error]'));
  const odd = await ask({ new_email: 'no address', password: PASSWORD });
  t.equal(odd.status, 400);
  t.ok(odd.page.has('#new_email-error'));
  t.match(await ask({ new_email: OWNER, password: PASSWORD }), { status: 400, shown: /already your address/ });
  t.equal(site.mails.length, 1, 'nothing is mailed for those');

  const [reset, , address] = await askAllLinks(site, owner);
  t.match(site.mails.at(-1), { to: OWNER, text: /about to change to thief@example.com/ }, 'the old one is told');
  t.notMatch(site.mails.at(-1)?.text, /token=/);
  await site.visitor().get(address?.path as string);
  t.ok(await accounts.require(OWNER), 'looking at the link changes nothing');
  t.equal((await use(site.visitor(), address as { token: string; action: string })).status, 303);
  t.match(site.mails.at(-1), { to: OWNER, text: /is now thief@example.com/ }, 'and told again');
  t.equal(
    (await use(site.visitor(), reset as { token: string; action: string })).status,
    400,
    'what was mailed before',
  );
  t.equal((await site.visitor().logIn(OWNER)).status, 401);
  t.equal((await site.visitor().logIn('thief@example.com')).status, 303);
  t.match((await owner.get('/account')).shown, /Address changed[^]*owner@example.com → thief@example.com/);
});

t.test('attack: taking an address that somebody else signed up with meanwhile', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  await owner.submit('/account', '/account/address', { new_email: 'wanted@example.com', password: PASSWORD });
  const { token } = site.linkTo('wanted@example.com');
  await site.member('wanted@example.com', '10.0.0.1');
  t.match(await site.visitor().submit('/login', '/address', { token }), {
    status: 409,
    shown: /Another account has taken this/,
  });
  t.ok(await site.api.service.accounts.require(OWNER), 'each keeps its own');

  const two = [site.visitor('10.0.1.1'), site.visitor('10.0.1.2')];
  const tokens: string[] = [];
  for (const visitor of two) {
    await visitor.register('twice@example.com');
    tokens.push(site.linkTo('twice@example.com').token);
  }
  t.equal(
    (await two[0]?.submit('/login', '/confirm', { token: tokens[0] as string, password: PASSWORD }))?.status,
    303,
  );
  t.equal(
    (await two[1]?.submit('/login', '/confirm', { token: tokens[1] as string, password: PASSWORD }))?.status,
    400,
  );
});

t.test('attack: leaving the allowed domains with another address', async (t) => {
  const site = await openGuardedSite(t, { env: { REGISTRATION: 'example.com' } });
  const owner = await site.member(OWNER);
  const form = { new_email: 'me@elsewhere.example', password: PASSWORD };
  t.match(await owner.submit('/account', '/account/address', form), { status: 400, shown: /Only addresses at these/ });
});

t.test('sessions are listed with device and time, and each can be ended', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member(OWNER);
  const lost = site.visitor('10.0.0.1', FIREFOX);
  await lost.logIn(OWNER);
  const hostile = site.visitor('10.0.0.2', { 'user-agent': '<script>alert(1)</script> Firefox/1 \u00ff' });
  await hostile.logIn(OWNER);
  site.api.clock.advance(2 * 3_600_000);
  await lost.get('/keys');
  // "Last seen" is written with the next step that somebody waits for.
  await site.api.service.store.probe();
  const { shown, text, page } = await owner.get('/account');
  t.match(shown, /Firefox · Linux/);
  t.match(shown, /Since 20 Nov 2026, 10:00, last seen 20 Nov 2026, 12:00 \(UTC\)/);
  t.equal(page.text('strong:contains("Unknown browser") + .badge.good'), 'this one');
  t.notMatch(text, /alert\(1\)|Mozilla/, 'of what browsers say only names that are known are kept');
  const { id } = await site.api.service.accounts.require(OWNER);
  for (const { hash } of await site.api.service.store.sessions.list(id, 0)) {
    t.notOk(text.includes(hash), 'what is kept of an id stays inside');
  }
  const [name = ''] = page.attributes('[name=session][aria-label^="End the session: Firefox · Linux"]', 'value');

  const stranger = await site.member('stranger@example.com', '10.0.0.3');
  await stranger.submit('/account', '/account/sessions', { session: name });
  t.equal((await lost.get('/keys')).status, 200, 'attack: end another account’s session');
  t.match((await owner.submit('/account', '/account/sessions', { session: name })).headers, {
    location: '/account?done=session',
  });
  t.equal((await lost.get('/keys')).status, 303);
  t.equal((await hostile.get('/keys')).status, 200, 'that one alone');
});

t.test('links of an account that is being deleted have expired', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const links = await askAllLinks(site, owner);
  const { store, accounts } = site.api.service;
  const { id } = await accounts.require(OWNER);
  // Its rows go in slices: the links are there for a moment longer than the account.
  const setPassword = store.accounts.setPassword.bind(store.accounts);
  store.accounts.setPassword = (...given) => setPassword('acc_gone', ...(given.slice(1) as [string]));
  const [reset, ...others] = links as [(typeof links)[0], ...typeof links];
  t.equal((await use(site.visitor(), reset)).status, 400);
  t.equal((await site.visitor().get(reset.path)).status, 200, 'nothing was used up');
  store.accounts.setPassword = setPassword;
  await accounts.delete(id);
  for (const link of [reset, ...others]) t.equal((await use(site.visitor(), link)).status, 400, link.action);
  t.notOk(site.api.logs.some(({ msg }) => msg === 'page failed'));
});

t.test('expired links lead to the next step', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const links = await askAllLinks(site, owner);
  await site.visitor().register('new@example.com');
  links.push({ ...site.linkTo('new@example.com'), action: '/confirm' });
  site.api.clock.advance(4 * DAY_MS);
  const leadOn: Record<string, readonly [path: string, words: string]> = {
    '/reset': ['/forgot', 'Request a new link'],
    '/unlock/open': ['/unlock', 'Request a new link'],
    '/address': ['/account', 'Change the address again'],
    '/confirm': ['/signup', 'Sign up again'],
  };
  for (const link of links) {
    const answers = [await site.visitor().get(link.path), await use(site.visitor(), link)];
    for (const answer of answers) {
      t.equal(answer.status, 400, link.action);
      const [path, words = ''] = leadOn[link.action] ?? [];
      t.ok(
        answer.page.texts(`main a[href="${path}"]`).some((text) => text.startsWith(words)),
        link.action,
      );
      t.ok(answer.page.links().includes('/login'));
    }
  }
  await site.api.service.purge();
  t.equal(
    await site.api.service.store.mail.findLink(hashToken(links[3]?.token as string), 'signup', 0),
    undefined,
    'and purged',
  );
});

t.test('an account of an earlier release with an unconfirmed address can be confirmed', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const { accounts, store } = site.api.service;
  const { id } = await accounts.create({ email: 'early@example.com' });
  await accounts.setPassword(id, PASSWORD);
  await store.mail.askConfirmation(id, site.api.clock.now());
  const early = site.visitor();
  await early.logIn('early@example.com');
  t.equal(await early.generateKey(), '', 'no key before');
  t.equal((await early.submit('/account', '/playground', { tool: 'ping', mode: 'live' })).status, 403);
  const expired = (await early.get('/confirm?token=x')).page;
  t.match(expired.texts('main a[href="/dashboard"]'), [/^Send the link again/]);
  await early.submit('/dashboard', '/confirm/resend');
  const { path, token } = site.linkTo('early@example.com');
  t.match(await early.submit(path, '/confirm', { token }), {
    status: 303,
    headers: { location: '/dashboard?done=confirmed' },
  });
  t.equal((await early.submit('/dashboard', '/confirm', { token })).status, 400, 'once');
  t.ok(await early.generateKey());
  t.ok(await owner.generateKey());
});
