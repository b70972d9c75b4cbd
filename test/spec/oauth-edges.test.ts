import t from 'tap';
import { createSecret } from '../../src/accounts/key-format.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import type { Mail } from '../../src/mail/mailer.ts';
import { TokenEndpoint } from '../../src/oauth/token-endpoint.ts';
import { Database } from '../../src/store/better-sqlite3.ts';
import { openStore } from '../../src/store/open.ts';
import { nhsFeed } from '../support/api.ts';
import { rowsOf } from '../support/engines.ts';
import {
  ask,
  CALLBACK,
  callAs,
  codeOf,
  connect,
  hiddenField,
  ISSUER,
  newClient,
  openOAuth,
  person,
  postForm,
  redeem,
  refresh,
  startFlow,
} from '../support/oauth.ts';
import { openPage } from '../support/page.ts';
import { Visitor } from '../support/visitor.ts';

const PASSWORD = 'correct horse battery';

t.test('RFC 6749 §5.2, RFC 7591 §3.2.2: an invalid request is the client’s error, never a server error', async (t) => {
  const api = await openOAuth(t);
  const bodies: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    [undefined, 'application/json'],
    [undefined, 'application/x-www-form-urlencoded'],
    ['', 'application/json; charset=utf-8'],
    ['%', 'application/x-www-form-urlencoded'],
    ['x', 'text/plain'],
    ['--x--', 'multipart/form-data; boundary=x'],
    ['x', 'not a type'],
  ];
  for (const path of ['/register', '/token', '/revoke']) {
    for (const [body, type] of bodies) {
      const { status, json } = await ask(api, 'POST', path, body, type === undefined ? {} : { 'content-type': type });
      t.ok(status === 400 || status === 415, `${path} ${type} ${body}: ${status}`);
      t.match(json, { error: /^invalid_/, error_description: /\w/ });
    }
  }
  t.notMatch(JSON.stringify(api.logs), 'an OAuth request failed');
});

t.test('RFC 6749 §5.2: a client whose registration is gone is told so, and can register again', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  const app = await connect(api, visitor);
  t.match(await refresh(api, app.clientId, 'jdm_rt_x'), { status: 400, json: { error: 'invalid_grant' } });
  for (const id of ['app_00000000000000000000000000000000', 'made up', 'http://app.example.net/client.json']) {
    t.match(await refresh(api, id, app.refresh), { status: 401, json: { error: 'invalid_client' } }, id);
    t.match(await redeem(api, { ...startFlow(id), clientId: id }, 'x'), { json: { error: 'invalid_client' } }, id);
  }
  t.match(await refresh(api, 'https://app.example.net/client.json', app.refresh), { json: { error: 'invalid_grant' } });
  t.equal(api.internet.requests.length, 0, 'nothing is fetched for that');
  t.equal((await callAs(api, app.access)).status, 200, 'nor harmed');
  api.clock.advance(91 * DAY_MS);
  await api.service.purge();
  t.match(await refresh(api, app.clientId, app.refresh), { status: 401, json: { error: 'invalid_client' } });
});

t.test('an app that ended keeps its name for as long as its calls are kept', async (t) => {
  const api = await openOAuth(t, { env: { RETENTION_DAYS: '1' } });
  const visitor = await person(api);
  const called = await connect(api, visitor);
  const idle = await connect(api, visitor, {}, startFlow(await newClient(api, [CALLBACK], 'Idle one')));
  t.equal((await callAs(api, called.access)).status, 200);
  for (const { refresh: token } of [called, idle]) await postForm(api, '/revoke', { token });
  api.clock.advance(2 * DAY_MS);
  await api.service.purge();
  const owner = new Visitor(api.service.app);
  await owner.logIn('owner@example.com');
  t.match((await owner.get('/usage')).shown, 'Assistant');
  t.match((await owner.get('/usage.csv')).text, 'Assistant');
  const keys = await owner.get('/keys');
  t.match(keys.shown, 'Assistant');
  t.notMatch(keys.shown, 'Idle one', 'one that never called goes');
  api.clock.advance(40 * DAY_MS);
  await owner.logIn('owner@example.com');
  api.internet.on('https://www.jobs.nhs.uk/', { body: nhsFeed(1) });
  const key = await owner.generateKey();
  await api.service.accounts.changePlan('owner@example.com', 'pro');
  const search = { query: 'nurse', platforms: ['nhs_jobs'] };
  t.equal((await callAs(api, key, 'scrape_jobs', search)).status, 200, 'another month has begun');
  await api.service.purge();
  t.notMatch((await owner.get('/keys')).shown, 'Assistant', 'and with its calls the other');
  t.strictSame(await api.service.store.checkIntegrity(), []);
});

t.test('two processes rotate each token at once: neither loses its log-in, and the table stays small', async (t) => {
  const api = await openOAuth(t, { onDisk: true });
  const visitor = await person(api);
  const store = await openStore(api.at);
  t.teardown(() => store.close());
  const second = new TokenEndpoint({
    store,
    clock: api.clock,
    issuer: ISSUER,
    report: () => {},
    isClient: async () => true,
  });
  const there = async (clientId: string, token: string): Promise<string> => {
    const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token });
    return (await second.exchange(form)).refresh_token;
  };
  const app = await connect(api, visitor);
  let last = app.refresh;
  for (let round = 0; round < 260; round += 1) {
    api.clock.advance(1);
    const here = refresh(api, app.clientId, last);
    const elsewhere = there(app.clientId, last);
    const { status, json } = await here;
    t.equal(status, 200);
    last = round % 2 === 0 ? (json.refresh_token as string) : await elsewhere;
    await elsewhere;
  }
  const counts = await rowsOf<{ sort: string; rows: number }>(
    api.at,
    "SELECT kind || CASE WHEN used_at IS NULL THEN ' unused' ELSE ' used' END AS sort, count(*) AS rows FROM oauth_token GROUP BY 1",
  );
  for (const { sort, rows } of counts) t.ok(rows <= 200, `${sort}: ${rows}`);
  t.equal((await refresh(api, app.clientId, last)).status, 200);

  const flow = startFlow(await newClient(api));
  const code = await codeOf(visitor, flow);
  const form = { grant_type: 'authorization_code', client_id: flow.clientId, redirect_uri: CALLBACK, code };
  const both = await Promise.allSettled([
    redeem(api, flow, code).then(({ status }) => status),
    second.exchange(new URLSearchParams({ ...form, code_verifier: flow.verifier })).then(() => 200),
  ]);
  const won = both.filter((one) => one.status === 'fulfilled' && one.value === 200);
  t.equal(won.length, 1, 'a code is worth one answer, whichever process is asked');
  t.strictSame(await store.checkIntegrity(), []);
});

t.test('a token that was never issued causes no write: it is refused while another process writes', async (t) => {
  const api = await openOAuth(t, { onDisk: true });
  const clientId = await newClient(api);
  const writing = new Database(api.file);
  t.teardown(() => writing.close());
  writing.exec('BEGIN IMMEDIATE');
  const flow = startFlow(clientId);
  const refused = await Promise.all([
    redeem(api, flow, createSecret('jdm_ac_')),
    refresh(api, clientId, createSecret('jdm_rt_')),
    refresh(api, 'app_00000000000000000000000000000000', createSecret('jdm_rt_')),
    postForm(api, '/revoke', { token: createSecret('jdm_rt_') }),
  ]);
  t.ok(writing.inTransaction, 'all the while');
  writing.exec('ROLLBACK');
  t.strictSame(
    refused.map(({ status, json }) => [status, json?.error]),
    [
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
      [401, 'invalid_client'],
      [200, undefined],
    ],
  );
});

t.test('after a sign-up, the visitor’s authorization request is shown, not one of an earlier visitor', async (t) => {
  const mails: Mail[] = [];
  const api = await openOAuth(t, { mailer: { send: async (mail) => void mails.push(mail) } });
  const visitor = new Visitor(api.service.app);
  const login = (await visitor.get(startFlow(await newClient(api)).url)).headers['location'] as string;
  const next = hiddenField(await visitor.get(login), 'next');
  await visitor.submit('/signup', '/signup', { email: 'one@example.com', next });
  await visitor.submit('/signup', '/signup', { email: 'two@example.com' });
  const token = /token=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] as string;
  const done = await visitor.submit(`/confirm?token=${token}`, '/confirm', { token, password: PASSWORD });
  t.equal(done.headers['location'], '/dashboard');
});

t.test('an app’s name is shown as text, whatever it contains', async (t) => {
  const api = await openOAuth(t);
  const visitor = await person(api);
  for (const name of ['Costs $& $1 $$', "$'$`", '=1+1']) {
    const app = await connect(api, visitor, {}, startFlow(await newClient(api, [CALLBACK], name)));
    await callAs(api, app.access);
    const changes = (await openPage(visitor, '/account')).texts('#changes td');
    t.ok(
      changes.some((text) => text.includes(`${name} app_`)),
      'in the list of changes',
    );
    t.ok((await openPage(visitor, '/usage')).texts('#log td.free').includes(name), 'in the list of calls');
  }
  t.notMatch((await visitor.get('/usage.csv')).text, /,=1/, 'no formula in a spreadsheet');
});

t.test(
  'an authorization request survives the log-in, however its path is written; one that is too long is refused',
  async (t) => {
    const api = await openOAuth(t);
    await person(api);
    const clientId = await newClient(api);
    const logIn = async (url: string): Promise<string> => {
      const visitor = new Visitor(api.service.app);
      const login = (await visitor.get(url)).headers['location'] as string;
      const next = hiddenField(await visitor.get(login), 'next');
      const { headers } = await visitor.submit(login, '/login', {
        email: 'owner@example.com',
        password: PASSWORD,
        next,
      });
      return (await visitor.get(headers['location'] as string)).shown;
    };
    const { url } = startFlow(clientId);
    t.match(await logIn(url.replace('/authorize?', '/authorize/?')), 'Do you allow this app');
    t.match(await logIn(startFlow(clientId, CALLBACK, { state: 'x'.repeat(3_500) }).url), 'Do you allow this app');
    t.match(await logIn(startFlow(clientId, CALLBACK, { state: 'x'.repeat(5_000) }).url), 'Start again in the app');
  },
);

t.test('RFC 6749 §5.2: a network that requests thousands of tokens is limited, and no other is', async (t) => {
  const api = await openOAuth(t);
  const app = await connect(api, await person(api));
  const payload = `grant_type=refresh_token&client_id=${app.clientId}&refresh_token=${app.refresh}`;
  const post = async (remoteAddress: string): Promise<string> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await api.service.app.inject({ method: 'POST', url: '/token', remoteAddress, headers, payload });
    return `${answer.statusCode} ${JSON.parse(answer.body).error ?? 'ok'}`;
  };
  const flood = Array.from({ length: 1_500 }, () => post('192.0.2.7'));
  const other = post('198.51.100.9');
  const outcomes = await Promise.all(flood);
  t.strictSame([...new Set(outcomes)].toSorted(), ['200 ok', '429 temporarily_unavailable']);
  t.ok(outcomes.filter((outcome) => outcome === '200 ok').length >= 1_000, 'a thousand are answered');
  t.equal(await other, '200 ok');
});
