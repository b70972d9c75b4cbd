import t from 'tap';
import { DAY_MS } from '../../../src/lib/clock.ts';
import { openGuardedSite, PASSWORD, shownBy } from '../../support/guarded-site.ts';

const KNOWN = 'known@example.com';
const UNKNOWN = 'other@example.com';
const YEAR_MS = 365 * DAY_MS;

t.test('attack: signing up to find out, by answer or timing, whether an address has an account', async (t) => {
  const site = await openGuardedSite(t);
  await site.member(KNOWN);
  const answers = [];
  for (const email of [KNOWN, UNKNOWN]) {
    const visitor = site.visitor();
    const token = await visitor.token('/signup');
    site.work();
    const answer = await visitor.request('POST', '/signup', { email, password: 'chosen by a stranger', _csrf: token });
    t.match(answer, { status: 200, shown: /Check your inbox/ });
    answers.push({ page: shownBy(answer, email), cookies: [...visitor.cookies.keys()] });
    answers.push(site.work());
  }
  t.strictSame(answers[0], answers[2], 'the same page');
  t.strictSame(answers[1], answers[3], 'after the same work');
  t.match(answers[1], { hashes: 0, mails: 1 });
  t.match(site.mails.slice(-2), [
    { to: KNOWN, text: /already has an account/ },
    { to: UNKNOWN, text: /token=/ },
  ]);
  t.notMatch(site.mails.at(-2)?.text, /token=/, 'the owner gets no link to a stranger’s password');
  for (const email of [KNOWN, UNKNOWN]) {
    t.equal((await site.visitor().logIn(email, 'chosen by a stranger')).status, 401, 'nor does a log-in tell');
  }
});

t.test(
  'attack: requesting a reset or a proof to find out, by answer or timing, whether an address has an account',
  async (t) => {
    const site = await openGuardedSite(t);
    await site.member(KNOWN);
    for (const path of ['/forgot', '/unlock']) {
      const answers = [];
      for (const email of [KNOWN, UNKNOWN]) {
        const visitor = site.visitor();
        const token = await visitor.token(path);
        site.work();
        answers.push(shownBy(await visitor.request('POST', path, { email, _csrf: token }), email), site.work());
      }
      t.strictSame(answers[0], answers[2], `${path}: the same page`);
      t.strictSame(answers[1], answers[3], `${path}: after the same work`);
      t.match(answers[1], { hashes: 0, mails: 1 });
      t.notMatch(site.mails.at(-1)?.text, /token=/, 'where there is no account there is no link');
    }
  },
);

t.test('attack: changing to another’s address to find out whether it has an account', async (t) => {
  const site = await openGuardedSite(t);
  await site.member(KNOWN);
  const member = await site.member('member@example.com');
  const answers = [];
  for (const email of [KNOWN, UNKNOWN]) {
    const _csrf = await member.token('/account');
    site.work();
    const form = { new_email: email, password: PASSWORD, _csrf };
    answers.push((await member.request('POST', '/account/address', form)).headers['location'], site.work());
  }
  t.equal(answers[0], '/account?done=address-asked');
  t.strictSame(answers.slice(0, 2), answers.slice(2));
  t.strictSame(
    site.mails.slice(-4).map(({ to, text }) => [to, text.includes('token=')]),
    [
      [KNOWN, false],
      ['member@example.com', false],
      [UNKNOWN, true],
      ['member@example.com', false],
    ],
  );
});

t.test('attack: logging in to find out whether an address has an account', async (t) => {
  const site = await openGuardedSite(t);
  await site.member(KNOWN);
  const answers = [];
  for (const email of [KNOWN, UNKNOWN, 'caller@example.com']) {
    const visitor = site.visitor();
    const _csrf = await visitor.token('/login');
    site.work();
    const answer = await visitor.request('POST', '/login', { email, password: 'a wrong guess', _csrf });
    const { hashes } = site.work();
    t.match(answer, { status: 401, shown: /Wrong/ });
    answers.push([shownBy(answer, email), hashes]);
  }
  t.equal(answers[0]?.[1], 1);
  t.strictSame(answers[1], answers[0]);
  t.strictSame(answers[2], answers[0], 'nor for an account without a password');
});

t.test('without a mail server, the pages warn about what they reveal', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const visitor = site.visitor();
  t.match((await visitor.get('/signup')).shown, /keep your password safe/);
  t.match((await visitor.get('/forgot')).shown, /sends no e-mail/);
  t.match((await visitor.get('/unlock')).shown, /sends no e-mail/);
  t.equal((await visitor.register(KNOWN)).status, 303, 'an account at once');
  t.match((await visitor.get('/account')).shown, /takes effect at once/);
  const refused = await site.visitor().register(KNOWN);
  t.equal(refused.status, 400);
  t.ok(refused.page.has('#email[aria-describedby=email-error][aria-invalid=true]'), 'tied to its field');
  t.match(refused.page.text('p.error#email-error'), /^This address cannot be used for a new account/);
});

t.test('attack: signing up with somebody’s address and waiting for them to open the link', async (t) => {
  const site = await openGuardedSite(t);
  await site.visitor().register('victim@example.com', 'the attacker knows it');
  const { path, token } = site.linkTo('victim@example.com');
  const victim = site.visitor();
  t.match((await victim.get(path)).shown, /account for victim@example\.com[^]*If you did not sign up, close this page/);
  await victim.submit(path, '/confirm', { token });
  t.equal((await victim.submit(path, '/confirm', { token, password: 'short' })).status, 400);
  t.equal((await site.visitor().logIn('victim@example.com', 'the attacker knows it')).status, 401, 'nobody is in');
  await victim.register('victim@example.com');
  const own = site.linkTo('victim@example.com');
  t.equal(
    (await victim.submit(path, '/confirm', { token, password: 'chosen by the victim' })).status,
    303,
    'either link',
  );
  t.equal((await site.visitor().get(own.path)).status, 400, 'all its sign-ups have ended');
  t.equal((await site.visitor().logIn('victim@example.com', 'the attacker knows it')).status, 401);
  t.equal((await site.visitor().logIn('victim@example.com', 'chosen by the victim')).status, 303);
});

t.test('attack: requesting another’s link repeatedly to invalidate it', async (t) => {
  const site = await openGuardedSite(t);
  await site.member(KNOWN);
  await site.visitor().submit('/forgot', '/forgot', { email: KNOWN });
  const owners = site.linkTo(KNOWN);
  await site.visitor('10.0.0.1').submit('/forgot', '/forgot', { email: KNOWN });
  t.equal((await site.visitor().get(owners.path)).status, 200, 'it still works');
  t.equal(
    (await site.visitor().submit(owners.path, '/reset', { token: owners.token, password: 'a new password' })).status,
    303,
  );
  t.equal((await site.visitor().get(site.linkTo(KNOWN).path)).status, 400, 'and all end with the first that is used');
});

t.test('attack: deleting or moving the account to get another trial', async (t) => {
  for (const mail of [true, false]) {
    const site = await openGuardedSite(t, { mail });
    const { accounts, store } = site.api.service;
    const leave = async (): Promise<void> => {
      const member = site.visitor();
      await member.logIn(KNOWN);
      t.match((await member.get('/account')).shown, /For a year, we keep a salted hash of your address/, 'it is said');
      await member.submit('/account', '/account/delete', { password: PASSWORD, confirm: 'yes' });
    };
    await site.member(KNOWN);
    await leave();
    const again = await site.member('  Known@EXAMPLE.com ');
    const { trialEndsAt } = await accounts.require(KNOWN);
    t.equal(trialEndsAt, site.api.clock.now(), 'the trial is over at once');
    t.match((await again.get('/account?done=no-trial')).shown, /had an account within the last year/);

    await site.member('moved@example.com');
    await accounts.setEmail('moved@example.com', 'new@example.com');
    t.equal(await accounts.hadTrial('moved@example.com', 'x'), true, 'an address that was left counts too');
    t.equal(await accounts.hadTrial('nobody@example.com', 'x'), false);
    for (const variant of ['MOVED+again@example.com', 'ｍoved@example.com', 'moved+1+2@EXAMPLE.com']) {
      t.equal(await accounts.hadTrial(variant, 'x'), true, variant);
    }
    await accounts.create({ email: 'g.o.n.e@gmail.com' });
    await accounts.create({ email: 'weg@bücher.example' });
    for (const email of ['gone@gmail.com', 'weg@xn--bcher-kva.example'])
      t.equal(await accounts.hadTrial(email, 'x'), true, 'an account that lives counts too');
    for (const email of ['g.o.n.e@gmail.com', 'weg@bücher.example'])
      await accounts.delete((await accounts.require(email)).id);
    for (const email of [
      'gone@gmail.com',
      'go.ne+1@googlemail.com',
      'weg@xn--bcher-kva.example',
      'WEG@BÜCHER.example',
    ]) {
      t.equal(await accounts.hadTrial(email, 'x'), true, encodeURIComponent(email));
    }

    await leave();
    site.api.clock.advance(YEAR_MS + 1);
    await site.member(KNOWN);
    t.ok(((await accounts.require(KNOWN)).trialEndsAt ?? 0) > site.api.clock.now(), 'after a year it is forgotten');
    await site.api.service.purge();
    t.equal(await store.spentTrials.hasAny(0), false, 'and purged');
  }
});

t.test('attack: addresses that resemble another’s, or break their parser', async (t) => {
  const site = await openGuardedSite(t, { mail: false });
  const zeroWidth = [
    '\u200b',
    '\u200d',
    '\ufeff',
    '\u2060',
    '\u00ad',
    '\u034f',
    '\ufe0f',
    '\u3164',
    '\u115f',
    '\u{e0041}',
  ];
  const control = [
    '\u0000',
    '\u0007',
    '\r\nBcc: x@example.com',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u202e',
    '\u2066',
  ];
  for (const [index, piece] of [...zeroWidth, ...control].entries()) {
    const answer = await site.visitor(`10.0.0.${index}`).register(`kno${piece}wn@example.com`);
    t.equal(answer.status, 400, [...piece].map((sign) => sign.codePointAt(0)?.toString(16)).join(' '));
    t.match(answer.page.text('#email-error'), /^This is not a valid e-mail address/);
  }
  t.equal((await site.visitor('10.1.0.1').register('ＫＮＯＷＮ@Example.COM')).status, 303);
  t.ok(await site.api.service.accounts.require(KNOWN), 'one form of it is stored');
  t.equal((await site.visitor('10.1.0.1').register('KNOWN@example.com')).status, 400, 'and is one account');
  t.equal((await site.visitor('10.1.0.1').logIn(' Known@EXAMPLE.com')).status, 303, 'however it is typed');
  const names = (await site.api.service.accounts.list()).map(({ email }) => email);
  t.strictSame(
    names.filter((name) => /[^\x21-\x7e]/.test(name)),
    [],
  );
});
