import t from 'tap';
import { DAY_MS } from '../../../src/lib/clock.ts';
import { MailRefused } from '../../../src/mail/mailer.ts';
import type { VisitorAnswer } from '../../support/visitor.ts';
import { openGuardedSite, PASSWORD, type GuardedSite } from '../../support/guarded-site.ts';

const OWNER = 'owner@example.com';

/** Wrong log-ins from addresses of their own, until one is told to wait; gives how many were let through. */
async function guessFromManyNetworks(site: GuardedSite, email = OWNER): Promise<number> {
  for (let index = 0; index < 60; index += 1) {
    const { status } = await site.visitor(`10.1.${index}.1`).logIn(email, 'a wrong guess');
    if (status === 429) return index;
  }
  return 60;
}

async function guess(site: GuardedSite, address: string, times: number): Promise<VisitorAnswer> {
  let answer = await site.visitor(address).logIn(OWNER, 'a wrong guess');
  for (let index = 1; index < times; index += 1) answer = await site.visitor(address).logIn(OWNER, 'a wrong guess');
  return answer;
}

t.test('attack: guessing from many networks, so that the owner cannot log in', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER, '203.0.113.1');
  await owner.submit('/keys', '/logout');
  t.equal(await guessFromManyNetworks(site), 30, 'the guesser is slowed');
  t.match(await site.visitor('10.9.9.9').logIn(OWNER), { status: 429 }, 'whatever the password: nothing speaks for it');
  t.equal((await owner.logIn(OWNER)).status, 303, 'the owner’s browser is let in');

  const elsewhere = site.visitor('203.0.113.2');
  const held = await elsewhere.logIn(OWNER);
  t.equal(held.status, 429);
  t.match(
    held.page.text('main a[href="/unlock"]'),
    /^If these attempts were not yours,/,
    'an unknown browser is shown the way',
  );
  await elsewhere.submit('/unlock', '/unlock', { email: OWNER });
  const { path, token } = site.linkTo(OWNER);
  t.match((await elsewhere.get(path)).shown, /This browser is mine/);
  t.equal((await elsewhere.logIn(OWNER)).status, 429, 'looking at the link changes nothing');
  t.match((await elsewhere.submit(path, '/unlock/open', { token })).headers, { location: '/login?note=unlocked' });
  t.equal((await elsewhere.logIn(OWNER, 'a wrong guess')).status, 401, 'it is no log-in by itself');
  t.equal((await elsewhere.logIn(OWNER)).status, 303);
  t.equal((await site.visitor().submit('/unlock', '/unlock/open', { token })).status, 400, 'once');
});

t.test('attack: guessing from the owner’s network', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER, '203.0.113.1');
  await owner.submit('/keys', '/logout');
  t.equal((await guess(site, '203.0.113.1', 16)).status, 429, 'one network and account');
  t.equal((await site.visitor('203.0.113.2').logIn('other@example.com')).status, 401, 'others are not concerned');
  for (let index = 0; index < 20; index += 1) {
    await site.visitor('203.0.113.1').logIn(`victim${index}@example.com`, 'a wrong guess');
  }
  t.equal((await site.visitor('203.0.113.1').logIn('one@example.com')).status, 429, 'a network, over all accounts');
  t.equal((await owner.logIn(OWNER)).status, 303, 'the owner’s browser is let in');
});

t.test('attack: locking out somebody who is logged in', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER, '203.0.113.1');
  await guessFromManyNetworks(site);
  await guess(site, '203.0.113.1', 40);
  for (const page of ['/dashboard', '/keys', '/usage', '/account']) t.equal((await owner.get(page)).status, 200, page);
  const form = { password: PASSWORD, new_password: 'another horse battery' };
  t.equal((await owner.submit('/account', '/account/password', form)).headers['location'], '/account?done=password');
  const again = { email: OWNER, password: 'another horse battery', _csrf: await owner.token('/account') };
  t.equal((await owner.request('POST', '/login', again)).status, 303, 'who has a session may log in anew');
  t.ok(await owner.generateKey(), 'and generate keys');
});

t.test('attack: guessing with a known browser, or with another account’s proof', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  await owner.submit('/keys', '/logout');
  const statuses: number[] = [];
  for (let index = 0; index < 16; index += 1) statuses.push((await owner.logIn(OWNER, 'a wrong guess')).status);
  t.strictSame([...new Set(statuses.slice(0, 15)), statuses[15]], [401, 429], 'a stolen browser is slowed too');

  const stranger = await site.member('stranger@example.com', '10.2.0.1');
  await stranger.submit('/keys', '/logout');
  await guessFromManyNetworks(site);
  t.equal((await stranger.logIn(OWNER, 'a wrong guess')).status, 429, 'its proof is of its own account alone');
  stranger.cookies.set('jobdata_browser', 'A'.repeat(43));
  t.equal((await stranger.logIn(OWNER, 'a wrong guess')).status, 429, 'and cannot be made up');
});

t.test('attack: spelling the address differently to reset the count', async (t) => {
  const site = await openGuardedSite(t);
  await site.member(OWNER);
  const spellings = [OWNER, 'OWNER@example.com', ' owner@EXAMPLE.com', 'ｏwner@example.com', 'owner@ｅxample.com'];
  const statuses: number[] = [];
  for (let index = 0; index < 16; index += 1) {
    const email = spellings[index % spellings.length] as string;
    statuses.push((await site.visitor('10.3.0.1').logIn(email, 'a wrong guess')).status);
  }
  t.strictSame([...new Set(statuses.slice(0, 15)), statuses[15]], [401, 429]);
});

t.test('successful log-ins are not counted', async (t) => {
  const site = await openGuardedSite(t);
  await site.member(OWNER);
  for (let index = 0; index < 40; index += 1) {
    t.equal((await site.visitor('10.4.0.1').logIn(OWNER)).status, 303);
  }
});

t.test('attack: filling the owner’s list of changes, or the disk', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const { store, accounts } = site.api.service;
  const owner = await site.member(OWNER);
  const { id } = await accounts.require(OWNER);
  const before = (await store.audit.list(id, 2_000)).length;
  for (let index = 0; index < 45; index += 1) await site.visitor(`10.5.${index}.1`).logIn(OWNER, 'a wrong guess');
  for (let index = 0; index < 5; index += 1) await site.visitor().logIn('nobody@example.com', 'a wrong guess');
  t.equal((await store.audit.list(id, 2_000)).length, before, 'strangers write nothing into it');
  t.match(await store.logIns.refusals(id, 0), { count: 30, lastAt: site.api.clock.now() }, 'they are counted');
  t.match((await owner.get('/account')).shown, /Refused log-ins in the last 30 days: 30, the latest on 20 Nov 2026/);

  site.api.clock.advance(91 * DAY_MS);
  await site.api.service.purge();
  t.equal((await store.audit.list(id, 2_000)).length, 0, 'for as long as RETENTION_DAYS says');
  t.equal((await store.logIns.refusals(id, 0)).count, 0);
});

t.test('attack: filling a mailbox, or using up the owner’s log-in attempts', async (t) => {
  for (const path of ['/forgot', '/unlock', '/signup']) {
    const site = await openGuardedSite(t);
    const email = path === '/signup' ? 'newcomer@example.com' : OWNER;
    await site.member(OWNER);
    const before = site.mails.length;
    const ask = (address: string): Promise<VisitorAnswer> => site.visitor(address).submit(path, path, { email });
    for (let index = 0; index < 40; index += 1) t.equal((await ask(`10.7.${index}.1`)).status, 200);
    t.equal(site.mails.length - before, 3, `${path}: three in half an hour, whoever asks`);

    const told = await ask('203.0.113.7');
    t.match(told, { status: 200, shown: /several messages[^]*in the last half hour[^]*still work/ });
    site.api.clock.advance(29 * 60_000);
    const { path: link, token } = site.linkTo(email);
    const owner = site.visitor('203.0.113.7');
    t.equal((await owner.get(link)).status, 200, 'and what was sent works, whoever asked for it');
    const action = { '/forgot': '/reset', '/unlock': '/unlock/open', '/signup': '/confirm' }[path] as string;
    const used = await owner.submit(link, action, {
      token,
      ...(path === '/unlock' ? {} : { password: 'chosen anew by me' }),
    });
    t.equal(used.status, 303);
    t.match(await ask('10.8.0.1'), { shown: /several messages/ }, 'strangers do not see that it was used');

    if (path === '/forgot') {
      await owner.submit('/forgot', '/forgot', { email });
      // One of them tells of the new password.
      t.equal(site.mails.length - before, 5, 'a browser that has proved the account is not held up by others');
    }
    site.api.clock.advance(2 * 60_000);
    await ask('203.0.113.8');
    t.equal(site.mails.length - before, path === '/forgot' ? 6 : 4, 'later there are more');
  }
});

t.test('attack: mailing many addresses', async (t) => {
  const site = await openGuardedSite(t);
  const statuses: number[] = [];
  for (let index = 0; index < 21; index += 1) {
    const visitor = site.visitor('10.6.0.1');
    statuses.push((await visitor.submit('/forgot', '/forgot', { email: `a${index}@example.com` })).status);
  }
  t.strictSame([...new Set(statuses.slice(0, 20)), statuses[20]], [200, 429], 'by one network');
  t.equal(site.mails.length, 20);
});

t.test('an undeliverable link does not count as pending', async (t) => {
  let down = true;
  const sent: string[] = [];
  const { api, visitor } = await openGuardedSite(t, {
    mail: false,
    mailer: {
      send: async ({ text }) => {
        if (down) throw new MailRefused('no such mailbox');
        sent.push(text);
      },
    },
  });
  for (let index = 0; index < 4; index += 1) {
    t.match(await visitor().submit('/forgot', '/forgot', { email: OWNER }), { shown: /have sent a message/ });
    await api.service.store.probe();
  }
  down = false;
  t.match(await visitor().submit('/forgot', '/forgot', { email: OWNER }), { shown: /have sent a message/ });
  t.equal(sent.length, 1);
  t.ok(api.logs.some(({ msg }) => /could not be sent/.test(String(msg))));
  t.notOk(
    api.logs.some((line) => JSON.stringify(line).includes(OWNER)),
    'who was written to is not logged',
  );
});

t.test('attack: pushing the change of a password out of the list of changes', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const { store, accounts, apiKeys } = site.api.service;
  const owner = await site.member(OWNER);
  const { id } = await accounts.require(OWNER);
  await accounts.changePlan(id, 'pro');
  await owner.submit('/account', '/account/password', { password: PASSWORD, new_password: 'another horse battery' });
  const { record } = await apiKeys.create(id, 'mine');
  site.api.clock.advance(60_000);
  const _csrf = await owner.token('/keys');
  const statuses = new Set<number>();
  const post = async (action: string, form: Record<string, string | string[]>): Promise<void> => {
    statuses.add((await owner.request('POST', action, { ...form, _csrf })).status);
  };
  const before = (await store.audit.list(id, 5_000)).length;
  for (let index = 0; index < 5; index += 1) {
    await post(`/keys/${record.id}/limits`, { tools: ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url'] });
    await post(`/keys/${record.id}/rename`, { name: 'mine' });
    await post('/plan/overage', { switch: 'off' });
  }
  t.equal((await store.audit.list(id, 5_000)).length, before, 'what changes nothing is not noted');
  for (let index = 1; index < 150; index += 1) {
    await post(`/keys/${record.id}/limits`, { tools: ['ping'], cap: String(index) });
    await post('/plan/overage', { limit: String(index) });
  }
  t.strictSame([...statuses].sort(), [303, 429], 'and a session is slowed');
  const list = await store.audit.list(id, 5_000);
  t.equal(list.length, before + 2);
  t.match(list[0], { action: 'account.overage', times: 22 });
  t.match((await owner.get('/account')).shown, /Overage limit set[^]*22 times since[^]*Password set/);
});

t.test('attack: logging in repeatedly, so that the owner cannot find or end a session', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const owner = await site.member(OWNER);
  const first = site.visitor();
  await first.logIn(OWNER);
  for (let index = 0; index < 60; index += 1) {
    site.api.clock.advance(1_000);
    await site.visitor().logIn(OWNER);
    if (index % 10 === 0) {
      site.api.clock.advance(61_000);
      await owner.get('/dashboard');
      await site.api.service.store.probe();
    }
  }
  t.equal((await owner.get('/dashboard')).status, 200, 'the session that is in use lasts');
  t.equal((await first.get('/dashboard')).status, 303, 'the one that was idle longest has ended');
  const { text, page } = await owner.get('/account');
  t.match(page.text('main'), /You are logged in on 30 browsers\. You can have 30 sessions at a time\./);
  t.equal(page.count('[name=session]'), 9, 'ten a page, this one among them');
  t.ok(text.length < 30_000);
  t.ok((await owner.get('/account?sessions=3')).page.links().includes('/account?sessions=2#sessions'));
  t.match(page.text('main'), /Logged in.*times since/);
});
