import { generateSync } from 'otplib/functional';
import t from 'tap';
import { openGuardedSite, PASSWORD } from '../support/guarded-site.ts';
import { openWithFactor, secretOn } from '../support/second-factor.ts';

const OWNER = 'owner@example.com';

t.test('recovery codes requested twice at once: the second answer says that they already exist', async (t) => {
  const site = await openGuardedSite(t);
  const { owner, code } = await openWithFactor(site, OWNER);
  const token = await owner.token('/factor');
  const form = { password: PASSWORD, code: code(), _csrf: token };
  const both = await Promise.all([1, 2].map(() => owner.request('POST', '/factor/codes', form)));
  const made = both.find(({ status }) => status === 200);
  const told = both.find(({ status }) => status !== 200);
  t.match(made?.shown, 'These recovery codes replace the old ones.');
  t.match(told, { status: 403, shown: /You have just used this code to create new recovery codes/ });
  t.notMatch(told?.shown, 'The code is wrong');
  t.equal((await owner.get('/factor?lang=fr')).status, 200);
  t.match((await owner.request('POST', '/factor/codes', form)).shown, 'Ce code vient de servir');
});

t.test('a code that was already used gets a different message from a wrong one', async (t) => {
  const site = await openGuardedSite(t);
  const { owner, code } = await openWithFactor(site, OWNER);
  const thief = site.visitor('10.0.0.1');
  await thief.logIn(OWNER);
  const used = code();
  t.equal((await thief.submit('/code', '/code', { code: used })).status, 303);
  for (const action of ['codes', 'off']) {
    const page = await owner.submit('/factor', `/factor/${action}`, { password: PASSWORD, code: used });
    t.match(page, { status: 403, shown: /This code has already been used/ }, action);
    const wrong = await owner.submit('/factor', `/factor/${action}`, { password: PASSWORD, code: '000000' });
    t.match(wrong, { status: 403, shown: /The code is wrong/ }, action);
  }
  const del = { password: PASSWORD, confirm: 'yes', code: used };
  t.match((await owner.submit('/account', '/account/delete', del)).shown, 'This code has already been used');
});

t.test('switching on twice at once: the second answer says that it is on, and where the codes are', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  await owner.submit('/factor', '/factor', { password: PASSWORD });
  const secret = secretOn(await owner.get('/factor'));
  const form = {
    code: generateSync({ secret, epoch: site.api.clock.now() / 1000 }),
    _csrf: await owner.token('/factor'),
  };
  const both = await Promise.all([1, 2].map(() => owner.request('POST', '/factor/on', form)));
  t.strictSame(both.map(({ status }) => status).sort(), [200, 403]);
  t.match(both.find(({ status }) => status === 403)?.shown, /The second factor has just been turned on/);
});
