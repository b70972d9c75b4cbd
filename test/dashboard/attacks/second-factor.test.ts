import { generateSync } from 'otplib/functional';
import t from 'tap';
import { openGuardedSite, PASSWORD } from '../../support/guarded-site.ts';
import { openWithFactor, secretOn } from '../../support/second-factor.ts';
import type { Visitor } from '../../support/visitor.ts';

const OWNER = 'owner@example.com';
const STEP_MS = 30_000;

function prove(visitor: Visitor, code: string) {
  return visitor.submit('/code', '/code', { code });
}

t.test('attack: logging in with only a stolen password', async (t) => {
  const site = await openGuardedSite(t);
  const { owner, recovery, code, secret } = await openWithFactor(site, OWNER);
  t.equal(new Set(recovery).size, 10);
  const thief = site.visitor('10.0.0.1');
  t.match((await thief.logIn(OWNER)).headers, { location: '/code?next=%2Fdashboard' });
  t.equal(thief.cookies.get('jobdata_session'), undefined, 'the password opens no session');
  for (const page of ['/dashboard', '/keys', '/account']) t.equal((await thief.get(page)).status, 303, page);
  const wrong = await prove(thief, '000000');
  t.equal(wrong.status, 401);
  t.ok(wrong.page.has('#code[aria-describedby="code-error code-hint"]'));
  t.equal((await prove(thief, PASSWORD)).status, 401);
  t.match((await site.visitor().get('/code')).headers, { location: '/login?note=code-expired' }, 'nor a code alone');
  t.equal((await site.visitor().submit('/login', '/code', { code: code() })).status, 303);

  await owner.submit('/keys', '/logout');
  await owner.submit('/login', '/login', { email: OWNER, password: PASSWORD, next: '/keys' });
  t.match(await owner.submit('/code?next=%2Fkeys', '/code', { code: code(), next: '//evil.example' }), {
    status: 303,
    headers: { location: '/dashboard' },
  });
  t.equal((await owner.get('/keys')).status, 200);
  const pages = [await owner.get('/factor'), await owner.get('/account'), await owner.get('/account/export.json')];
  for (const { text } of pages)
    t.notOk(
      [secret, ...recovery].some((word) => text.includes(word)),
      'shown once',
    );
  t.match(JSON.parse(pages[2]?.text ?? ''), { account: {}, second_factor: true });
});

t.test('attack: reusing an observed code', async (t) => {
  const site = await openGuardedSite(t);
  const { recovery, code } = await openWithFactor(site, OWNER);
  const seen = code();
  const first = site.visitor('10.0.0.1');
  await first.logIn(OWNER);
  t.equal((await prove(first, seen)).status, 303);
  const thief = site.visitor('10.0.0.2');
  await thief.logIn(OWNER);
  t.equal((await prove(thief, seen)).status, 401, 'a code of the app');
  const both = [site.visitor('10.0.0.3'), site.visitor('10.0.0.4')];
  for (const visitor of both) await visitor.logIn(OWNER);
  site.api.clock.advance(STEP_MS);
  const statuses = await Promise.all(both.map(async (visitor) => (await prove(visitor, code())).status));
  t.strictSame(statuses.sort(), [303, 401], 'two at once');

  const spelled = (recovery[0] as string).toUpperCase().replaceAll('-', ' ');
  t.equal((await prove(thief, spelled)).status, 303, 'a recovery code, however it is typed');
  const again = site.visitor('10.0.0.5');
  await again.logIn(OWNER);
  t.equal((await prove(again, recovery[0] as string)).status, 401, 'once');
  t.match((await thief.get('/factor')).shown, /9 recovery codes are left/);
  t.match((await thief.get('/account')).shown, /Recovery code used/);
});

t.test('attack: guessing the code', async (t) => {
  const site = await openGuardedSite(t);
  const { owner, code } = await openWithFactor(site, OWNER);
  await owner.submit('/keys', '/logout');
  const thief = site.visitor('10.0.0.1');
  await thief.logIn(OWNER);
  for (let index = 0; index < 5; index += 1) t.equal((await prove(thief, `00000${index}`)).status, 401);
  t.match(
    (await prove(thief, code())).headers,
    { location: '/login?note=code-expired' },
    'five for each right password',
  );
  await thief.logIn(OWNER);
  for (let index = 0; index < 4; index += 1) await prove(thief, '000000');
  const other = site.visitor('10.0.0.2');
  await other.logIn(OWNER);
  const tenth = await prove(other, code());
  t.equal(tenth.status, 429, 'and ten an hour, from wherever');
  t.ok(tenth.page.links('main a').includes('/unlock'));
  await owner.logIn(OWNER);
  t.equal((await prove(owner, code())).status, 303, 'the owner’s browser is counted by itself');
});

t.test('attack: delaying the code until the password has changed, or indefinitely', async (t) => {
  const site = await openGuardedSite(t);
  const { code } = await openWithFactor(site, OWNER);
  const { accounts } = site.api.service;
  const thief = site.visitor('10.0.0.1');
  await thief.logIn(OWNER);
  await accounts.setPassword(OWNER, 'another horse battery');
  t.match((await site.visitor().get('/code')).headers, { location: '/login?note=code-expired' });
  t.match((await thief.submit('/login', '/code', { code: code() })).headers, { location: '/login?note=code-expired' });
  await thief.logIn(OWNER, 'another horse battery');
  site.api.clock.advance(10 * 60_000);
  t.match((await thief.get('/code')).headers, { location: '/login?note=code-expired' });
  t.equal(thief.cookies.get('jobdata_session'), undefined);
});

t.test('attack: bypassing the second factor', async (t) => {
  const site = await openGuardedSite(t);
  const { owner, recovery, code, secret } = await openWithFactor(site, OWNER);
  const thief = site.visitor('10.0.0.1');
  await thief.submit('/forgot', '/forgot', { email: OWNER });
  const { path, token } = site.linkTo(OWNER);
  await thief.submit(path, '/reset', { token, password: 'the thief knows' });
  t.equal((await thief.logIn(OWNER, 'the thief knows')).headers['location'], '/code?next=%2Fdashboard', 'by a reset');
  await owner.logIn(OWNER, 'the thief knows');
  await prove(owner, code());

  const password = 'the thief knows';
  site.api.clock.advance(STEP_MS);
  t.equal((await owner.submit('/factor', '/factor', { password })).status, 303, 'by another secret');
  t.match(
    (await owner.get('/factor')).shown,
    /The second factor is on\. 10 recovery codes are left/,
    'which is not offered',
  );
  t.equal((await owner.submit('/factor', '/factor/on', { code: code() })).status, 403);
  for (const [form, fault] of [
    [{ password: 'a wrong guess', code: code() }, '#off-password-error'],
    [{ password, code: '000000' }, '#off-code-error'],
  ] as const) {
    const { status, page } = await owner.submit('/factor', '/factor/off', form);
    t.equal(status, 403, 'by a session left open');
    t.ok(page.has(fault), fault);
  }
  t.match(await owner.submit('/account', '/account/delete', { password, confirm: 'yes' }), { status: 403 });
  const renewed = await owner.submit('/factor', '/factor/codes', { password, code: code() });
  t.match(renewed, { status: 200, headers: { 'cache-control': 'no-store' } });
  const other = site.visitor('10.0.0.2');
  await other.logIn(OWNER, password);
  t.equal((await prove(other, recovery[1] as string)).status, 401, 'the old recovery codes are gone');
  site.api.clock.advance(STEP_MS);
  t.equal((await owner.submit('/factor', '/factor/off', { password, code: code() })).status, 303);
  t.equal((await site.visitor().logIn(OWNER, password)).headers['location'], '/dashboard');
  t.match((await owner.get('/account')).shown, /Second factor off[^]*New recovery codes[^]*Second factor on/);
  t.notOk((await owner.get('/factor')).text.includes(secret));
});

t.test('a secret is activated only after a code confirms it, and then other sessions end', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const other = site.visitor('10.0.0.1');
  await other.logIn(OWNER);
  t.equal((await owner.submit('/factor', '/factor', { password: 'a wrong guess' })).status, 403);
  await owner.submit('/factor', '/factor', { password: PASSWORD });
  const page = await owner.get('/factor');
  t.ok(page.page.has('svg.qr[viewBox^="0 0 "][role=img][aria-label^="QR code"]'));
  t.strictSame(page.page.forbidden(), [], 'the picture needs nothing that the policy forbids');
  t.notOk(page.page.has('img'));
  t.equal((await owner.submit('/factor', '/factor/on', { code: '000000' })).status, 403);
  t.equal((await site.visitor('10.0.0.2').logIn(OWNER)).headers['location'], '/dashboard', 'until then it is off');
  const secret = secretOn(page);
  const epoch = site.api.clock.now() / 1000;
  t.equal((await owner.submit('/factor', '/factor/on', { code: generateSync({ secret, epoch }) })).status, 200);
  t.equal((await other.get('/keys')).status, 303);
  t.equal((await owner.get('/keys')).status, 200);
});

t.test('attack: reading or activating a pending secret from another open session', async (t) => {
  const site = await openGuardedSite(t);
  const owner = await site.member(OWNER);
  const thief = site.visitor('10.0.0.1');
  await thief.logIn(OWNER);
  await owner.submit('/factor', '/factor', { password: PASSWORD });
  const secret = secretOn(await owner.get('/factor'));
  t.ok(secret);
  t.equal(secretOn(await thief.get('/factor')), '', 'it is shown to who gave the password');
  const codeNow = (): string => generateSync({ secret, epoch: site.api.clock.now() / 1000 });
  t.equal((await thief.submit('/factor', '/factor/on', { code: codeNow() })).status, 403);
  site.api.clock.advance(31 * 60_000);
  t.equal(secretOn(await owner.get('/factor')), '', 'for half an hour');
  t.equal((await owner.submit('/factor', '/factor/on', { code: codeNow() })).status, 403);
  t.equal((await site.visitor('10.0.0.2').logIn(OWNER)).headers['location'], '/dashboard', 'it is off');
});
