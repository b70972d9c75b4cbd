import t from 'tap';
import { MailLinks } from '../../../src/accounts/mail-links.ts';
import { Passwords } from '../../../src/accounts/passwords.ts';
import { createAppContext } from '../../../src/app/app-context.ts';
import { readConfig } from '../../../src/config/config.ts';
import { Postbox } from '../../../src/mail/postbox.ts';
import { openGuardedSite, PASSWORD, type GuardedSite } from '../../support/guarded-site.ts';
import { openWithFactor } from '../../support/second-factor.ts';
import type { Visitor, VisitorAnswer } from '../../support/visitor.ts';

const OWNER = 'owner@example.com';

/** Posts of one form by visitors who all have their tokens before the first is sent. */
async function atOnce(visitors: Visitor[], action: string, form: Record<string, string>): Promise<VisitorAnswer[]> {
  const tokens = await Promise.all(visitors.map((visitor) => visitor.token('/login')));
  return Promise.all(
    visitors.map((visitor, index) => visitor.request('POST', action, { ...form, _csrf: tokens[index] as string })),
  );
}

const statusesOf = (answers: VisitorAnswer[]): number[] => answers.map(({ status }) => status).sort();

async function linkFor(site: GuardedSite, owner: Visitor, action: string): Promise<string> {
  if (action === '/address') {
    await owner.submit('/account', '/account/address', { new_email: 'moved@example.com', password: PASSWORD });
    return site.linkTo('moved@example.com').token;
  }
  const page = action === '/reset' ? '/forgot' : action === '/unlock/open' ? '/unlock' : '/signup';
  const email = action === '/confirm' ? 'new@example.com' : OWNER;
  await site.visitor().submit(page, page, { email });
  return site.linkTo(email).token;
}

t.test('a link used twice at once works once, and the other visitor is told', async (t) => {
  for (const action of ['/address', '/reset', '/unlock/open', '/confirm']) {
    const site = await openGuardedSite(t);
    const { accounts, store } = site.api.service;
    const owner = await site.member(OWNER);
    const { id } = await accounts.require(OWNER);
    const token = await linkFor(site, owner, action);
    const noted = async (): Promise<number> =>
      (await store.audit.list(id, 100)).reduce((sum, { times }) => sum + times, 0);
    const [before, mails] = [await noted(), site.mails.length];
    const form = { token, ...(action === '/reset' || action === '/confirm' ? { password: 'a new one of mine' } : {}) };
    const answers = await atOnce([site.visitor(), site.visitor(), site.visitor()], action, form);
    const late = answers.filter(({ status }) => status !== 303);
    t.equal(late.length, 2, action);
    for (const { status, shown } of late) {
      t.ok(status === 400 || (action === '/confirm' && status === 409), `${action}: ${status}`);
      t.match(shown, /expired or has already been used|This address now has an account/);
    }
    t.equal((await noted()) - before, { '/address': 1, '/reset': 1 }[action] ?? 0, 'noted once');
    t.equal(site.mails.length - mails, action === '/address' || action === '/reset' ? 1 : 0, 'told once');
  }
});

t.test('a link of one account in another account’s session says whose it is, and changes nothing', async (t) => {
  for (const action of ['/address', '/reset', '/unlock/open']) {
    const site = await openGuardedSite(t);
    const owner = await site.member(OWNER);
    const other = await site.member('other@example.com', '10.0.0.1');
    const token = await linkFor(site, owner, action);
    const page = { '/address': '/address', '/reset': '/reset', '/unlock/open': '/unlock' }[action] as string;
    const told = /logged in as other@example\.com\. This link is for another account/;
    t.match((await other.get(`${page}?token=${token}`)).shown, told, 'before');
    const form = { token, ...(action === '/reset' ? { password: 'a new one of mine' } : {}) };
    const done = await other.submit('/account', action, form);
    t.match(done, { status: 200, shown: told }, 'and after');
    t.ok(await site.api.service.accounts.require('other@example.com'));
    t.equal((await other.get('/account')).status, 200);
    t.equal((await site.visitor().logIn('other@example.com')).status, 303);
  }
});

t.test('two recovery codes at once for one log-in: only one is used up', async (t) => {
  const site = await openGuardedSite(t);
  const { recovery } = await openWithFactor(site, OWNER);
  const visitor = site.visitor('10.0.0.1');
  await visitor.logIn(OWNER);
  const twin = site.visitor('10.0.0.1');
  for (const [name, value] of visitor.cookies) twin.cookies.set(name, value);
  const _csrf = await visitor.token('/code');
  for (const [name, value] of visitor.cookies) twin.cookies.set(name, value);
  const answers = await Promise.all([
    visitor.request('POST', '/code', { code: recovery[0] as string, _csrf }),
    twin.request('POST', '/code', { code: recovery[1] as string, _csrf }),
  ]);
  t.strictSame(answers.map(({ headers }) => headers['location']).sort(), ['/dashboard', '/login?note=code-expired']);
  const { id } = await site.api.service.accounts.require(OWNER);
  t.equal(await site.api.service.store.factors.countCodes(id), 9, 'the one that opened nothing is kept');
});

t.test('two concurrent changes of a password by people who know the old one: the first one wins', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const thief = site.visitor('10.0.0.1');
  await thief.logIn(OWNER);
  const { accounts, passwords } = site.api.service;
  const { id } = await accounts.require(OWNER);
  const chosen = await passwords.hash('chosen by the owner', 'owner');
  const _csrf = await thief.token('/account');
  const form = { password: PASSWORD, new_password: 'the thief knows', _csrf };
  // The thief's request has proved the old password and waits for its turn to hash the new one.
  let checks = 0;
  const whenHashed = (): Promise<unknown> => {
    checks += 1;
    if (checks < 2) return Promise.resolve(site.whilePasswordWaits(whenHashed));
    return accounts.setPasswordHash(id, chosen);
  };
  site.whilePasswordWaits(whenHashed);
  t.equal((await thief.request('POST', '/account/password', form)).status, 403);
  t.equal((await owner.logIn(OWNER, 'the thief knows')).status, 401);
  t.equal((await owner.logIn(OWNER, 'chosen by the owner')).status, 303);
});

t.test('the same, by two processes on one database', async (t) => {
  const site = await openGuardedSite(t, { onDisk: true });
  const { accounts, store } = site.api.service;
  await site.member(OWNER);
  const { id } = await accounts.require(OWNER);
  const passwords = new Passwords({ run: async ({ password }) => Buffer.from(password), close: async () => {} });
  const other = await createAppContext(readConfig(site.api.env), { clock: site.api.clock, passwords });
  t.teardown(() => other.store.close());
  const linksOf = (context: typeof other): MailLinks =>
    new MailLinks({ ...context, postbox: new Postbox({ mailer: undefined, onFault: () => {} }), baseUrl: 'http://x' });
  const both = [linksOf(site.api.service), linksOf(other)];
  for (let round = 0; round < 5; round += 1) {
    await site.visitor(`10.1.${round}.1`).submit('/forgot', '/forgot', { email: OWNER });
    const { token } = site.linkTo(OWNER);
    const ends = await Promise.all(
      both.map((links, index) => links.reset(token, `a new password ${index}`, () => ({ subject: 'x', text: 'x' }))),
    );
    t.equal(ends.filter(Boolean).length, 1, 'one link');
    site.api.clock.advance(3_600_000);
  }
  const factors = [store.factors, other.store.factors];
  await store.factors.offer(id, 'SECRET', 's', 1);
  t.equal((await Promise.all(factors.map((one) => one.enable(id, 'SECRET', 1, 1, ['c1'])))).filter(Boolean).length, 1);
  const taken = await Promise.allSettled(factors.map((one) => one.takeCode(id, 'c1')));
  t.strictSame(taken.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'one recovery code');
  const steps = await Promise.allSettled(factors.map((one) => one.useStep(id, 7)));
  t.strictSame(steps.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'one code of the app');
  const made = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => (index % 2 ? site.api.service : other).apiKeys.create(id)),
  );
  t.equal(made.filter(({ status }) => status === 'fulfilled').length, 50, 'and fifty keys');
  t.strictSame(await store.checkIntegrity(), []);
});

t.test('the loser of a race gets a status that is not a server error', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const token = await linkFor(site, owner, '/reset');
  const answers = await atOnce([site.visitor(), site.visitor()], '/reset', { token, password: 'a new one of mine' });
  t.strictSame(statusesOf(answers), [303, 400]);
  t.notOk(site.api.logs.some(({ msg }) => msg === 'page failed'));
});
