import { createHash } from 'node:crypto';
import { parse } from 'node-html-parser';
import t from 'tap';
import { Passwords } from '../../src/accounts/passwords.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import type { Mail } from '../../src/mail/mailer.ts';
import { openApi, type Api } from '../support/api.ts';
import { PRIVATE_PATHS } from '../support/dashboard-pages.ts';
import { shownBy } from '../support/guarded-site.ts';
import { until } from '../support/until.ts';
import { ALL_TOOLS, Visitor, type VisitorAnswer } from '../support/visitor.ts';

const PASSWORD = 'correct horse battery';
const PAGES = PRIVATE_PATHS.map((path) => path.replace(/\?.*/, ''));

type PostedForm = [page: string, action: string, fields: Record<string, string | string[]>];

/** Every form of a logged-in visitor, on the page that it stands on, and what it posts. */
async function formsOf(victim: Visitor, keyId: string): Promise<PostedForm[]> {
  const filled: PostedForm[] = [
    ['/keys', '/keys', { name: 'more', tools: ALL_TOOLS }],
    ['/keys', `/keys/${keyId}/rename`, { name: 'stolen' }],
    ['/keys', `/keys/${keyId}/rotate`, { overlap: '0' }],
    ['/keys', `/keys/${keyId}/limits`, { tools: ['ping'], cap: '0' }],
    ['/keys', `/keys/${keyId}/revoke`, { confirm: 'yes' }],
    ['/plan', '/plan/overage', { limit: '100' }],
    ['/playground', '/playground', { tool: 'ping' }],
    ['/account', '/account/password', { password: PASSWORD, new_password: 'another password' }],
    ['/account', '/account/sessions', {}],
    ['/account', '/account/delete', { password: PASSWORD, confirm: 'yes' }],
    ['/dashboard', '/confirm/resend', {}],
    ['/dashboard', '/logout', {}],
  ];
  const known = filled.filter(([page]) => PAGES.includes(page));
  const found = new Map(known.map((form) => [form[1], form]));
  for (const page of PAGES)
    for (const form of await formsOn(victim, page)) if (!found.has(form[1])) found.set(form[1], form);
  return [...found.values()];
}

/** The forms of a page, with the values that they have at first. */
async function formsOn(visitor: Visitor, page: string): Promise<PostedForm[]> {
  return parse((await visitor.get(page)).text)
    .querySelectorAll('form[method=post]')
    .map((form) => {
      const fields = form
        .querySelectorAll('[name]')
        .filter((field) => field.getAttribute('name') !== '_csrf')
        .map((field) => [field.getAttribute('name'), field.getAttribute('value') ?? 'x']);
      return [page, form.getAttribute('action') ?? page, Object.fromEntries(fields)];
    });
}

/** All that a form could change of an account. */
async function stateOf({ service, clock }: Api, email: string): Promise<unknown> {
  const account = await service.accounts.require(email);
  return [
    account,
    (await service.apiKeys.list(account.id)).map(({ lastUsedAt: _, ...key }) => key),
    await service.store.sessions.list(account.id, clock.now()),
    await service.store.usage.calls({ accountId: account.id }, 100),
  ];
}

async function openVictim(t: Parameters<typeof openApi>[0]) {
  const api = await openApi(t);
  const victim = new Visitor(api.service.app);
  await victim.register('victim@example.com');
  const account = await api.service.accounts.require('victim@example.com');
  await api.service.accounts.changePlan(account.id, 'pro');
  const apiKey = await victim.generateKey('secret name');
  const [key] = await api.service.apiKeys.list(account.id);
  return { api, victim, account, apiKey, keyId: key?.id as string };
}

t.test('SPEC §9: without a log-in', async (t) => {
  const { api, victim, keyId } = await openVictim(t);
  const forms = await formsOf(victim, keyId);
  t.ok(forms.length >= 12, `${forms.length} forms`);
  const before = await stateOf(api, 'victim@example.com');
  const nobody = new Visitor(api.service.app);
  for (const page of [...PAGES, '/operator']) {
    const answer = await nobody.get(page);
    t.match(answer, { status: 303, headers: { location: /^\/login\?note=first/ } }, page);
    t.notMatch(answer.text, /victim|secret name/, page);
  }
  for (const [, action, form] of forms) {
    t.match(await nobody.submit('/login', action, form), { status: 303, headers: { location: /^\/login/ } }, action);
    t.equal((await nobody.request('POST', action, form)).status, 403, `${action} without a token`);
  }
  t.strictSame(await stateOf(api, 'victim@example.com'), before);
});

t.test('SPEC §9: without the CSRF token, or with another visitor’s', async (t) => {
  const { api, victim, keyId } = await openVictim(t);
  const forms = await formsOf(victim, keyId);
  const before = await stateOf(api, 'victim@example.com');
  const attacker = new Visitor(api.service.app);
  await attacker.register('attacker@example.com');
  const foreign = await attacker.token('/keys');
  const planted = new Visitor(api.service.app);
  for (const [name, value] of victim.cookies) planted.cookies.set(name, value);
  planted.cookies.set('jobdata_csrf', attacker.cookies.get('jobdata_csrf') as string);
  for (const [, action, form] of [
    ...forms,
    ['', '/login', { email: 'a', password: 'b' }],
    ['', '/signup', { email: 'a@b.example', password: PASSWORD }],
    ['', '/forgot', { email: 'a' }],
  ] as PostedForm[]) {
    t.equal((await victim.request('POST', action, form)).status, 403, `${action}: none`);
    t.equal((await victim.request('POST', action, { ...form, _csrf: foreign })).status, 403, `${action}: another’s`);
    t.equal(
      (await planted.request('POST', action, { ...form, _csrf: foreign })).status,
      403,
      `${action}: another’s with its cookie`,
    );
    const json = await api.service.app.inject({
      method: 'POST',
      url: action,
      headers: {
        cookie: [...victim.cookies].map((pair) => pair.join('=')).join('; '),
        'content-type': 'application/json',
      },
      payload: { ...form, _csrf: await victim.token('/keys') },
    });
    t.equal(json.statusCode, 415, `${action}: no form`);
  }
  t.strictSame(await stateOf(api, 'victim@example.com'), before);
});

t.test('SPEC §9: as another account', async (t) => {
  const { api, victim, account, apiKey, keyId } = await openVictim(t);
  const forms = await formsOf(victim, keyId);
  await api.call('ping', {}, undefined, { authorization: `Bearer ${apiKey}` });
  const [call] = await api.service.store.usage.calls({ accountId: account.id }, 1);
  const before = await stateOf(api, 'victim@example.com');
  const other = new Visitor(api.service.app);
  await other.register('other@example.com');
  const secrets = ['victim@example.com', 'secret name', account.id, keyId, call?.receiptId as string, apiKey];
  const queries = [
    `?key=${keyId}`,
    `?accountId=${account.id}`,
    '?from=2020-01-01&until=2030-01-01',
    `?account=${account.id}&page=2`,
  ];
  for (const page of [...PAGES.flatMap((path) => ['', ...queries].map((query) => path + query)), '/operator']) {
    const { text } = await other.get(page);
    // The visitor's own query is in the links of the switches.
    const document = parse(text);
    for (const link of document.querySelectorAll('[href*="lang="], [href*="theme="], [href^="/usage"]'))
      link.removeAttribute('href');
    const markup = document.toString();
    for (const secret of secrets) t.notOk(markup.includes(secret), `${page} does not show ${secret}`);
  }
  t.match(await other.get('/operator'), { status: 404, text: /"not_found"/ });
  for (const [page, action, form] of forms.filter(([, action]) => action.includes(keyId))) {
    const answer = await other.submit(page, action, form);
    t.equal(answer.status, 404, action);
    t.notOk(answer.text.includes('secret name'), action);
  }
  for (const [page, action, form] of forms) {
    await other.submit(page, action, { ...form, account: account.id, accountId: account.id, account_id: account.id });
  }
  t.strictSame(await stateOf(api, 'victim@example.com'), before);
});

t.test('SPEC §9: sessions', async (t) => {
  const { api, victim } = await openVictim(t);
  const { app } = api.service;
  const fixed = new Visitor(app);
  fixed.cookies.set('jobdata_session', 'A'.repeat(43));
  t.equal((await fixed.logIn('victim@example.com')).status, 303);
  t.not(fixed.cookies.get('jobdata_session'), 'A'.repeat(43), 'a planted id is not taken over');
  const planted = new Visitor(app);
  planted.cookies.set('jobdata_session', 'A'.repeat(43));
  t.equal((await planted.get('/keys')).status, 303);

  const first = fixed.cookies.get('jobdata_session') as string;
  t.equal((await fixed.get('/login')).status, 303, 'one who is logged in needs no form');
  const token = await fixed.token('/keys');
  t.equal(
    (await fixed.request('POST', '/login', { email: 'victim@example.com', password: PASSWORD, _csrf: token })).status,
    303,
  );
  t.not(fixed.cookies.get('jobdata_session'), first, 'each log-in has a new id');
  planted.cookies.set('jobdata_session', first);
  t.equal((await planted.get('/keys')).status, 303, 'and the old one has ended');

  const stolen = new Visitor(app);
  stolen.cookies.set('jobdata_session', victim.cookies.get('jobdata_session') as string);
  t.equal((await stolen.get('/keys')).status, 200);
  await victim.submit('/keys', '/logout');
  t.equal((await stolen.get('/keys')).status, 303, 'logging out ends the session itself');

  t.equal((await stolen.logIn('victim@example.com')).status, 303);
  await fixed.submit('/account', '/account/sessions');
  t.equal((await stolen.get('/keys')).status, 303, 'all others can be ended');
  await stolen.logIn('victim@example.com');
  t.equal(
    (await fixed.submit('/account', '/account/password', { password: PASSWORD, new_password: 'another password' }))
      .status,
    303,
  );
  t.equal((await fixed.get('/keys')).status, 200);
  t.equal((await stolen.get('/keys')).status, 303, 'a new password ends the others');
  api.clock.advance(7 * DAY_MS);
  t.equal((await fixed.get('/keys')).status, 303, 'unused for a week');
  api.clock.advance(91 * DAY_MS);
  await api.service.purge();
  const { id } = await api.service.accounts.require('victim@example.com');
  t.equal((await api.service.store.sessions.list(id, 0)).length, 0);

  const cookies = await app.inject({ url: '/login', headers: {} });
  t.match(cookies.headers['set-cookie'], /jobdata_csrf=[^;]+;.*HttpOnly;.*SameSite=Lax/);
});

t.test('SPEC §9: headers, cookies behind https, unknown paths', async (t) => {
  const api = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example.com', OAUTH: 'off' } });
  const visitor = new Visitor(api.service.app);
  const { headers } = await visitor.register('secure@example.com');
  const cookies = (headers['set-cookie'] as string[]).join('\n');
  t.match(cookies, /__Host-jobdata_session=[\w-]{43};.*Path=\/; HttpOnly; Secure; SameSite=Lax/);
  for (const page of ['/', '/login', ...PAGES]) {
    const answer = await visitor.get(page);
    t.match(answer.headers['content-security-policy'], "default-src 'none';", page);
    t.notMatch(answer.headers['content-security-policy'], /unsafe|\*/, page);
    t.equal(answer.headers['cache-control'], 'no-store', page);
    t.match(answer.headers['strict-transport-security'], /max-age/);
    t.strictSame(answer.page.forbidden(), [], page);
    t.notOk(answer.page.has('style'), page);
  }
  t.match((await visitor.get('/keys')).shown, 'https://jobs.example.com/mcp');
  const [style = ''] = (await visitor.get('/')).page.links('link[rel=stylesheet]');
  t.match(style, /^\/assets\/style-\w+\.css$/);
  t.match(await visitor.get(style), {
    status: 200,
    headers: { 'cache-control': /immutable/, 'content-type': /text\/css/ },
  });
  for (const path of [
    '/register',
    '/authorize',
    '/token',
    '/.well-known/oauth-protected-resource',
    '/nothing',
    '/assets/none.css',
    '/keys/x',
  ]) {
    const answer = await visitor.get(path);
    t.equal(answer.status, 404, path);
    t.equal(JSON.parse(answer.text).error, 'not_found', path);
  }
  t.equal((await api.call('ping')).headers['content-security-policy'], undefined, 'the API stays as it is');
});

t.test('SPEC §9: registering and logging in', async (t) => {
  const closed = await openApi(t, { env: { REGISTRATION: 'closed' } });
  t.equal(
    (await new Visitor(closed.service.app).submit('/login', '/signup', { email: 'a@example.com', password: PASSWORD }))
      .status,
    400,
  );
  t.equal((await closed.service.accounts.list()).length, 1);
  const bound = await openApi(t, { env: { REGISTRATION: 'example.org,example.net' } });
  t.equal((await new Visitor(bound.service.app).register('a@sub.example.org')).status, 400);
  t.equal((await new Visitor(bound.service.app).register('a@EXAMPLE.net')).status, 303);

  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  for (const [email, password] of [
    ['nonsense', PASSWORD],
    ['a@example.com', 'short'],
    ['caller@example.com', PASSWORD],
  ] as const) {
    t.equal((await visitor.register(email, password)).status, 400, email);
  }
  await new Visitor(api.service.app).register('known@example.com');
  const unknown = await visitor.logIn('unknown@example.com');
  const wrong = await visitor.logIn('known@example.com', 'wrong password');
  const none = await visitor.logIn('caller@example.com', '');
  t.equal(unknown.status, 401);
  t.equal(shownBy(unknown), shownBy(wrong), 'the same words for both');
  t.equal(shownBy(none), shownBy(wrong), 'and for an account that has no password');
  t.match(
    (
      await visitor.submit('/login', '/login', {
        email: 'known@example.com',
        password: PASSWORD,
        next: '//evil.example',
      })
    ).headers,
    { location: '/dashboard' },
  );

  const crowd = [];
  for (let index = 0; index < 11; index += 1) {
    crowd.push(
      (await new Visitor(api.service.app, {}, '10.9.9.9').submit('/signup', '/signup', { email: 'x', password: 'y' }))
        .status,
    );
  }
  t.equal(crowd.at(-1), 429, 'registering by address');
  t.ok(await api.service.accounts.require('known@example.com'));
});

t.test('guessing by strangers does not lock the owner out for long, and never affects an open session', async (t) => {
  const passwords = new Passwords({
    run: async ({ password }) => createHash('sha256').update(password).digest(),
    close: async () => {},
  });
  const { service } = await openApi(t, { overrides: { passwords } });
  const owner = new Visitor(service.app, {}, '203.0.113.1');
  await owner.register('target@example.com');
  const guessFrom = async (address: string): Promise<VisitorAnswer> =>
    new Visitor(service.app, {}, address).logIn('target@example.com', 'a wrong guess');
  const logInFrom = (address: string): Promise<VisitorAnswer> =>
    new Visitor(service.app, {}, address).logIn('target@example.com');

  const tries = [];
  for (let index = 0; index < 16; index += 1) tries.push((await guessFrom('10.0.0.1')).status);
  t.strictSame(new Set(tries.slice(0, 15)), new Set([401]));
  t.equal(tries.at(-1), 429, 'one address and account');
  t.equal((await logInFrom('10.0.0.1')).status, 429, 'whatever the password');
  t.equal((await logInFrom('203.0.113.2')).status, 303, 'another address is let in');

  let answer = await guessFrom('10.1.0.0');
  for (let index = 1; index < 30 && answer.status === 401; index += 1) answer = await guessFrom(`10.1.0.${index}`);
  t.equal(answer.status, 429, 'from many addresses');
  t.match(answer.headers, { 'retry-after': '60' }, 'for a minute');
  t.equal(
    (await new Visitor(service.app, {}, '10.1.0.99').logIn('other@example.com')).status,
    401,
    'this account alone',
  );
  const form = { password: 'correct horse battery', new_password: 'another horse battery' };
  t.match(await owner.submit('/account', '/account/password', form), {
    status: 303,
    headers: { location: '/account?done=password' },
  });
});

t.test('SPEC §9: mails', async (t) => {
  const mails: Mail[] = [];
  const api = await openApi(t, {
    env: { PUBLIC_URL: 'https://jobs.example.com' },
    plans: { free_trial: { monthly_credits: 4, rpm_limit: 1000 }, pro: { monthly_credits: 5, rpm_limit: 60 } },
    mailer: { send: async (mail) => void mails.push(mail) },
  });
  const { app } = api.service;
  const visitor = new Visitor(app, { host: 'evil.example' });
  await visitor.register('mail@example.com');
  const link = () => /https:\/\/jobs\.example\.com(\/\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] as string;
  t.match(
    mails,
    [{ to: 'mail@example.com', text: /https:\/\/jobs\.example\.com\/confirm\?token=/ }],
    'never the address of the request',
  );
  t.equal(await visitor.generateKey(), '', 'no key before the address is confirmed');
  t.equal((await visitor.logIn('mail@example.com')).status, 401, 'nor a log-in');
  const path = link();
  await visitor.get(path);
  t.equal(await visitor.generateKey(), '', 'looking at the link is not enough');
  await t.rejects(api.service.accounts.require('mail@example.com'), 'there is no account yet');
  const token = path.split('token=')[1] as string;
  t.equal((await visitor.submit(path, '/confirm', { token })).status, 400, 'nor the link alone');
  t.equal((await visitor.submit(path, '/confirm', { token, password: 'short' })).status, 400);
  t.match(await visitor.submit(path, '/confirm', { token, password: PASSWORD }), {
    status: 303,
    headers: { location: '/dashboard' },
  });
  t.equal((await visitor.submit('/keys', '/confirm', { token, password: PASSWORD })).status, 400, 'once');
  const apiKey = await visitor.generateKey();
  t.ok(apiKey);

  api.internet.on('https://www.jobs.nhs.uk/', {
    body: '<nhsJobs><totalPages>1</totalPages><totalResults>0</totalResults></nhsJobs>',
  });
  // Levels that are reached before the check of an earlier one are told of in one mail, so each is waited for.
  for (const [query, expected] of [
    ['a', 2],
    ['b', 3],
    ['a', 3],
  ] as const) {
    await api.call('scrape_jobs', { query, platforms: ['nhs_jobs'] }, undefined, {
      authorization: `Bearer ${apiKey}`,
    });
    await until(() => mails.length >= expected);
  }
  t.strictSame(
    mails.slice(1).map(({ subject }) => /\d+ %/.exec(subject)?.[0]),
    ['50 %', '100 %'],
    'each level once',
  );
  t.match((await visitor.get('/dashboard')).shown, /All of the month’s credits have been used/);

  const count = mails.length;
  const anyone = new Visitor(app);
  const asked = await anyone.submit('/forgot', '/forgot', { email: 'nobody@example.com' });
  t.match(mails.slice(count), [{ to: 'nobody@example.com', text: /^(?!.*token=)/s }], 'a mail, and no link');
  const real = await anyone.submit('/forgot', '/forgot', { email: 'mail@example.com' });
  t.equal(shownBy(asked), shownBy(real), 'the asker learns nothing');
  const reset = link().split('token=')[1] as string;
  t.equal((await anyone.get('/reset?token=wrong')).status, 400);
  t.equal((await anyone.submit(link(), '/reset', { token: reset, password: 'short' })).status, 400);
  t.match((await anyone.submit(link(), '/reset', { token: reset, password: 'a new password' })).headers, {
    location: '/login?note=reset',
  });
  t.equal(
    (await anyone.submit('/login', '/reset', { token: reset, password: 'another password' })).status,
    400,
    'once',
  );
  t.equal((await visitor.get('/keys')).status, 303, 'all sessions have ended');
  t.equal((await anyone.logIn('mail@example.com', 'a new password')).status, 303);
  await new Visitor(app).submit('/forgot', '/forgot', { email: 'mail@example.com' });
  const late = link();
  api.clock.advance(3_600_000);
  t.equal((await new Visitor(app).get(late)).status, 400, 'for one hour');
});

t.test('SPEC §9: the operator, and languages', async (t) => {
  const { api, account } = await openVictim(t);
  const operator = new Visitor(api.service.app, { 'accept-language': 'fr-CA, en;q=0.5' });
  await operator.register('operator@example.com');
  await api.service.accounts.setOperator('operator@example.com', true);
  api.internet.on('https://www.jobs.nhs.uk/', { status: 403 });
  await api.call('scrape_jobs', { query: 'a', platforms: ['nhs_jobs'] });
  const { shown, text, page } = await operator.get('/operator');
  t.equal(page.language, 'fr');
  t.match(shown, 'victim@example.com');
  t.notMatch(text, account.id);
  t.ok(page.rows('section table').some(([name, hour]) => name === 'nhs_jobs' && hour === 'nous a bloqués · 1'));
  await operator.get('/operator?lang=en');
  t.equal((await operator.get('/operator')).page.language, 'en');
  t.equal((await new Visitor(api.service.app, { 'accept-language': 'de, it' }).get('/')).page.language, 'en');
  t.equal((await operator.get('/operator?lang=xx')).page.language, 'en', 'an unknown language changes nothing');
});
