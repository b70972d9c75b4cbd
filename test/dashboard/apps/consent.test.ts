import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import type { Mail } from '../../../src/mail/mailer.ts';
import { openApi } from '../../support/api.ts';
import { inBrowser, openBrowser, takePicture, violationsOn } from '../../support/browser.ts';
import {
  answer,
  callAs,
  CALLBACK,
  codeOf,
  connect,
  hiddenField,
  listenWithOAuth,
  newClient,
  openOAuth,
  person,
  redeem,
  refreshOf,
  startFlow,
} from '../../support/oauth.ts';
import { Visitor } from '../../support/visitor.ts';
import { some } from '../../support/volume.ts';

const PASSWORD = 'correct horse battery';

t.test('facts §7.9: what an app says about itself can do no harm, and is marked as unverified', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  const names: [string, string][] = [
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['"><img src=x onerror=alert(1)>', '"><img src=x onerror=alert(1)>'],
    ['\u202eedualC', 'edualC'],
    ['x'.repeat(300), `${'x'.repeat(79)}…`],
    ['Claude\u200b\n\nof claude.ai', 'Claude of claude.ai'],
    ['مساعد', 'مساعد'],
    ['', 'An app without a name'],
    ['\u2800 \u3000\u200b', 'An app without a name'],
    [`Z${'\u0307\u0323'.repeat(30)}o`, 'Z\u0307\u0323\u0307o'],
    ['น้ำใจ ที่', 'น้ำใจ ที่'],
  ];
  for (const [name, told] of names) {
    const { shown, page, headers, status } = await visitor.get(startFlow(await newClient(api, [CALLBACK], name)).url);
    t.equal(status, 200);
    t.ok(page.texts('main bdi').includes(told), told);
    t.strictSame(page.forbidden(), []);
    t.notOk(page.has('img'));
    t.match(shown, 'It is not verified');
    t.match(shown, 'Not verified: the app registered itself');
    t.match(shown, 'app.example.net', 'where the answer goes');
    t.match(headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
    t.match(headers['content-security-policy'], /form-action 'self'.*frame-ancestors 'none'/);
    t.notMatch(shown, 'program on your computer');
  }
  const local = await visitor.get(
    startFlow(await newClient(api, ['http://localhost/cb']), 'http://localhost:9/cb').url,
  );
  t.match(local.shown, 'any program there can use this name');
  t.match(local.shown, 'this computer (localhost:9)');
  for (const uri of [
    'https://localhost:8443/cb',
    'https://127.1.2.3/cb',
    'https://[::1]/cb',
    'https://a.localhost/cb',
  ]) {
    const { shown } = await visitor.get(startFlow(await newClient(api, [uri]), uri).url);
    t.match(shown, 'any program there can use this name', uri);
  }
  for (const uri of ['https://localhost.example/cb', 'https://127.0.0.1.example/cb']) {
    const { shown } = await visitor.get(startFlow(await newClient(api, [uri]), uri).url);
    t.notMatch(shown, 'any program there can use this name', uri);
  }
  api.internet.on('https://app.example.net/client.json', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: 'https://app.example.net/client.json',
      client_name: 'Claude',
      redirect_uris: [CALLBACK],
    }),
  });
  const proven = await visitor.get(startFlow('https://app.example.net/client.json').url);
  t.match(proven.shown, 'Verified: an app from app.example.net.');
});

t.test('facts §7.9: invalid limits are reported at their field, and nothing is allowed', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  const flow = startFlow(await newClient(api));
  t.strictSame((await visitor.get(flow.url)).page.values('cap'), ['10'], 'a tenth of the month');
  for (const form of [{ cap: 'lots' }, { tools: [] as string[] }, { cap: '-1' }]) {
    const page = await answer(visitor, flow.url, form);
    t.equal(page.status, 400);
    t.equal(refreshOf(page), undefined);
    t.match(page.shown, 'Nothing was changed');
  }
  const account = await api.service.accounts.findHolder('owner@example.com');
  t.notOk((await api.service.apiKeys.list(account?.id as string)).some(({ kind }) => kind === 'app'));
  const french = await visitor.get(`${flow.url}&lang=fr`);
  t.match(french.shown, 'Autorisez-vous cette application');
  t.equal(refreshOf(french), undefined);
  const allowed = await visitor.request('POST', '/authorize', {
    _csrf: hiddenField(french, '_csrf'),
    request: hiddenField(french, 'request'),
    decision: 'allow',
    tools: ['ping'],
    cap: '7,5',
  });
  t.match(allowed.shown, 'Retour à l’application');
  const { json } = await redeem(api, flow, refreshOf(allowed)?.searchParams.get('code') ?? '');
  t.equal((await callAs(api, json.access_token)).status, 200);
  const { shown } = await visitor.get('/keys');
  t.match(shown, 'Applications connectées');
  t.match(shown, 'https://jobs.example.com/mcp');
});

t.test('facts §5.4: log-in, sign-up and change of account each lead back to the consent question', async (t) => {
  const api = await openOAuth(t);
  await person(api);
  const flow = startFlow(await newClient(api));
  const visitor = new Visitor(api.service.app);
  // As a client may write it: with signs that an address need not encode.
  const plain = flow.url.replaceAll('%3A', ':').replaceAll('%2F', '/') + '&utm=x&utm=y';
  const login = (await visitor.get(plain)).headers['location'] as string;
  const page = await visitor.get(login);
  const next = hiddenField(page, 'next');
  t.match(next, /^\/authorize\?response_type=code&client_id=app_/);
  const entered = await visitor.submit(login, '/login', { email: 'owner@example.com', password: PASSWORD, next });
  t.equal(entered.headers['location'], next);
  t.match((await visitor.get(next)).shown, 'owner@example.com');
  t.ok(await codeOf(visitor, { ...flow, url: next }));

  const switched = await visitor.submit(next, '/logout', { next });
  t.match(switched.headers['location'], /^\/login\?note=logged-out&next=%2Fauthorize/);
  const other = await visitor.get(switched.headers['location'] as string);
  const [signup = ''] = other.page.links('a[href^="/signup?next="]');
  t.match(signup, '/signup?next=%2Fauthorize', 'who has no account gets one on the way');
  const form = await visitor.get(signup);
  t.ok(form.page.has('a[href^="/login?next=%2Fauthorize"]'));
  const registered = await visitor.submit(signup, '/signup', {
    email: 'new@example.com',
    password: PASSWORD,
    next: hiddenField(form, 'next'),
  });
  t.equal(registered.headers['location'], next);
  t.match((await visitor.get(next)).shown, 'new@example.com');
  for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const out = await visitor.submit('/dashboard', '/logout', { next: evil });
    t.equal(out.headers['location'], '/login?note=logged-out');
    await visitor.logIn('new@example.com');
  }
});

t.test('facts §5.4: a sign-up confirmed by mail leads back too', async (t) => {
  const mails: Mail[] = [];
  const api = await openOAuth(t, { mailer: { send: async (mail) => void mails.push(mail) } });
  const visitor = new Visitor(api.service.app);
  const flow = startFlow(await newClient(api));
  const next = hiddenField(await visitor.get((await visitor.get(flow.url)).headers['location'] as string), 'next');
  await visitor.submit('/signup', '/signup', { email: 'new@example.com', next });
  const link = /https:\/\/jobs\.example\.com(\/confirm\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] as string;
  t.notMatch(link, 'authorize', 'the mail does not carry the request');
  const token = link.split('token=')[1] as string;
  const done = await visitor.submit(link, '/confirm', { token, password: PASSWORD });
  t.equal(done.headers['location'], next);
  t.ok(await codeOf(visitor, { ...flow, url: next }));
  t.notOk(
    [...visitor.cookies.keys()].some((name) => name.endsWith('jobdata_next')),
    'kept no longer',
  );
  visitor.cookies.set('__Host-jobdata_next', Buffer.from('https://evil.example/').toString('base64url'));
  await visitor.submit('/dashboard', '/logout');
  await visitor.submit('/signup', '/signup', { email: 'third@example.com' });
  const other = /token=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] as string;
  const third = await visitor.submit(`/confirm?token=${other}`, '/confirm', { token: other, password: PASSWORD });
  t.equal(third.headers['location'], '/dashboard', 'what somebody planted leads nowhere else');
});

t.test('the keys page and the export list connected apps, unless OAuth is off', async (t) => {
  const off = await person(await openApi(t));
  t.notMatch((await off.get('/keys')).shown, 'Connected apps');
  const api = await openOAuth(t);
  const visitor = await person(api);
  t.match((await visitor.get('/keys')).shown, 'No app is connected.');
  await connect(api, visitor);
  const { shown } = await visitor.get('/keys');
  for (const words of ['Connected apps', 'Disconnect', 'self-registered', 'Log in, or use a key?', 'claude.ai']) {
    t.match(shown, words);
  }
  const file = (await visitor.get('/account/export.json')).text;
  t.match(JSON.parse(file), {
    keys: [{ kind: 'app', name: 'Assistant' }],
    apps: [{ host: null, answers_go_to: 'app.example.net', client_id: /^app_/ }],
  });
});

/** A program on this machine that waits for its answer. */
async function openCallback(t: Test): Promise<{ uri: string; heard: URL[] }> {
  const heard: URL[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/callback')) heard.push(new URL(request.url, 'http://127.0.0.1'));
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title>done</title><h1>You may close this window</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, heard };
}

t.test('facts §7.9: the whole flow in a browser, with the page’s content security policy', inBrowser, async (t) => {
  const { api, base } = await listenWithOAuth(t);
  await person(api);
  const browser = await openBrowser(t);
  const local = await openCallback(t);
  // In `npm test`, in the longer language; the tests above go the way without scripts.
  const withScripts = ['fr-FR', true, 'Autoriser', 'Annuler'] as const;
  for (const [locale, javaScriptEnabled, allow, cancel] of some(
    [withScripts],
    [withScripts, ['en-GB', true, 'Allow', 'Cancel'], ['fr-FR', false, 'Autoriser', 'Annuler']],
  )) {
    const context = await browser.newContext({ javaScriptEnabled, locale, viewport: { width: 1280, height: 900 } });
    const elsewhere: URL[] = [];
    await context.route('https://app.example.net/**', async (route) => {
      elsewhere.push(new URL(route.request().url()));
      t.equal(route.request().headers()['referer'], undefined, 'the app hears nothing of where it came from');
      await route.fulfill({ contentType: 'text/html', body: '<h1>Connected</h1>' });
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const name = `consent-${locale}-${javaScriptEnabled ? 'js' : 'plain'}`;
    const own = startFlow(await newClient(api, [local.uri], 'Desktop assistant'), local.uri, {
      resource: `${base}/mcp`,
    });
    await page.goto(base + own.url);
    await page.locator('#email').fill('owner@example.com');
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#form button.primary').click();
    await page.getByRole('button', { name: allow }).waitFor();
    if (javaScriptEnabled) t.strictSame(await violationsOn(page), [], name);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
      t.ok(wide <= width, `${name} at ${width}`);
      await takePicture(page, `${name}-${width}`);
    }
    const before = local.heard.length;
    await page.getByRole('button', { name: allow }).click();
    await page.getByText('You may close this window').waitFor();
    t.equal(local.heard.length, before + 1);
    const code = local.heard.at(-1)?.searchParams.get('code') ?? '';
    t.equal((await redeem(api, own, code)).status, 200);

    const web = startFlow(await newClient(api, [CALLBACK], 'Web assistant'), CALLBACK, { resource: `${base}/mcp` });
    await page.goto(base + web.url);
    await page.getByRole('button', { name: allow }).click();
    await page.getByText('Connected').waitFor();
    t.match(Object.fromEntries(elsewhere.at(-1)?.searchParams ?? []), { code: /^jdm_ac_/, iss: base });
    t.equal((await redeem(api, web, elsewhere.at(-1)?.searchParams.get('code') ?? '')).status, 200);
    await page.goto(base + web.url);
    await page.getByRole('button', { name: cancel }).click();
    await page.getByText('Connected').waitFor();
    t.match(Object.fromEntries(elsewhere.at(-1)?.searchParams ?? []), { error: 'access_denied', iss: base });

    await page.goto(`${base}/keys`);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
      t.ok(wide <= width, `apps at ${width}`);
      await takePicture(page, `apps-${locale}-${javaScriptEnabled ? 'js' : 'plain'}-${width}`);
    }
    if (javaScriptEnabled) t.strictSame(await violationsOn(page), [], `apps ${locale}`);
    t.strictSame(faults, [], 'nothing is held up by the policy');
    await context.close();
  }
});
