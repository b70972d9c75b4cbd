import t from 'tap';
import { Authenticator } from '../../../src/accounts/authenticate.ts';
import { createSecret } from '../../../src/accounts/key-format.ts';
import { nhsFeed, type Api } from '../../support/api.ts';
import { ask, callAs, connect, ISSUER, openOAuth, person } from '../../support/oauth.ts';

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const CHALLENGE = `Bearer realm="job-data", resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp", scope="mcp"`;
function postMcp(api: Api, headers: Record<string, string>) {
  return ask(api, 'POST', '/mcp', LIST, { 'content-type': 'application/json', ...headers });
}

t.test('facts §5.2, §7.7: how /mcp answers keys and tokens', async (t) => {
  const api = await openOAuth(t);
  const none = await postMcp(api, {});
  t.match(none, { status: 401, json: { error: { code: -32000, data: { reason: 'invalid_key' } } } });
  t.equal(none.headers['www-authenticate'], CHALLENGE);
  const dead = CHALLENGE.replace('data", ', 'data", error="invalid_token", ');
  for (const bearer of [createSecret('jdm_at_'), createSecret('jdm_rt_'), 'eyJhbGciOiJub25lIn0.e30.', 'x']) {
    const refused = await postMcp(api, { authorization: `Bearer ${bearer}` });
    t.equal(refused.status, 401, bearer);
    t.equal(refused.headers['www-authenticate'], dead);
  }
  const basic = await postMcp(api, { authorization: 'Basic dTpw' });
  t.match(basic, { status: 401, headers: { 'www-authenticate': dead } });
  await api.service.apiKeys.list(api.accountId);
  const { record, apiKey } = await api.service.apiKeys.create(api.accountId, 'second');
  await api.service.apiKeys.revoke(record.id);
  for (const key of [apiKey, createSecret('jdm_live_'), createSecret('jdm_test_'), 'jdm_live_mistyped']) {
    const refused = await postMcp(api, { authorization: `Bearer ${key}` });
    t.match(refused, { status: 403, json: { error: { code: -32000, data: { reason: 'invalid_key' } } } }, key);
    t.equal(refused.headers['www-authenticate'], undefined, 'no challenge: a log-in makes no key right');
  }
  for (const header of [apiKey, `Basic ${apiKey}`, `Bearer ${apiKey} ${apiKey}`]) {
    const misplaced = await postMcp(api, { authorization: header });
    t.equal(misplaced.status, 403, 'a key that is put wrong');
    t.match(misplaced.json.error.message, 'Authorization: Bearer <key>');
  }
  t.match(await api.post(LIST), { status: 200 }, 'a valid key never meets OAuth');
  const exposed = await postMcp(api, { origin: 'http://localhost:6274' });
  t.match(exposed.headers['access-control-expose-headers'], /www-authenticate/);
});

t.test(
  'facts §3.4: missing credentials are no failed attempt, and expired tokens do not count as guesses',
  async (t) => {
    const api = await openOAuth(t);
    for (let index = 0; index < 40; index += 1) {
      t.equal((await postMcp(api, {})).status, 401);
      t.equal((await postMcp(api, { authorization: `Bearer ${createSecret('jdm_at_')}` })).status, 401);
    }
    let last = 0;
    for (let index = 0; index < 31; index += 1) {
      last = (await postMcp(api, { authorization: `Bearer ${createSecret('jdm_live_')}` })).status;
    }
    t.equal(last, 429, 'guessing keys is');
    t.equal((await api.post(LIST)).status, 200);
  },
);

t.test('facts §7.6: tokens of other services', async (t) => {
  const api = await openOAuth(t, { onDisk: true });
  const visitor = await person(api);
  const { access } = await connect(api, visitor);
  const moved = new Authenticator(api.service.store, api.service.accounts, api.clock, 'https://other.example/mcp');
  await t.rejects(moved.authenticate(access), { message: /access token/ }, 'for another resource');
  const off = new Authenticator(api.service.store, api.service.accounts, api.clock);
  await t.rejects(off.authenticate(access), { message: /mistyped/ }, 'where OAuth is off');
  for (const cookie of [`jobdata_session=${access}`, `__Host-jobdata_session=${access}`]) {
    const page = await ask(api, 'GET', '/keys', undefined, { cookie, authorization: `Bearer ${access}` });
    t.equal(page.status, 303, 'the dashboard takes no token');
  }
  const { access: again } = await connect(api, visitor);
  t.equal(
    (await ask(api, 'POST', `/mcp?access_token=${again}`, LIST, { 'content-type': 'application/json' })).status,
    401,
  );
});

t.test('facts §7.10: an app spends up to its cap and uses only its allowed tools', async (t) => {
  const api = await openOAuth(t);
  api.internet.on('https://www.jobs.nhs.uk/', { body: nhsFeed(1) });
  const visitor = await person(api);
  const search = (token: string, query: string) =>
    callAs(api, token, 'scrape_jobs', { query, platforms: ['nhs_jobs'] });
  const one = await connect(api, visitor, { cap: '2', tools: ['scrape_jobs'] });
  const two = await connect(api, visitor, { cap: '2', tools: ['ping', 'scrape_jobs'] });
  t.match(await search(one.access, 'a'), { status: 200, json: { result: {} }, headers: { 'x-credits-cost': '2' } });
  t.match(await search(one.access, 'b'), {
    status: 200,
    json: {
      error: {
        code: -32000,
        message: /^This app may spend 2 credits.*Connected apps/,
        data: { reason: 'key_cap_reached' },
      },
    },
  });
  t.match(await search(two.access, 'c'), { status: 200, json: { result: {} } }, 'two apps do not share a cap');
  t.match(await callAs(api, two.access, 'scrape_url', { urls: ['https://a.example/'] }), {
    status: 200,
    json: {
      error: { code: -32000, message: /^This app may not call scrape_url/, data: { reason: 'tool_not_allowed' } },
    },
  });
  const { shown, page } = await visitor.get('/keys');
  t.match(shown, 'Connected apps');
  t.match(shown, 'Assistant');
  t.match(shown, 'app.example.net');
  const [keyId] = page.attributes('[id^=key_]:contains("Assistant")', 'id');
  t.match(keyId, /^key_\w+$/);
  t.equal((await visitor.submit('/keys', `/keys/${keyId}/rotate`, { overlap: '0' })).status, 404, 'no key to rotate');
  t.equal((await visitor.submit('/keys', `/keys/${keyId}/rename`, { name: 'x' })).status, 404);
  const usage = await visitor.get('/usage');
  t.match(usage.shown, 'Assistant', 'its calls bear its name');
  const spent = page.texts('dt:contains("Credits spent this month") + dd');
  t.strictSame(spent, ['2', '2']);
  for (const { id } of (await api.service.accounts.list()).filter(({ email }) => email === 'owner@example.com')) {
    for (const key of await api.service.apiKeys.list(id)) {
      if (key.kind !== 'app' || key.allowedTools?.length !== 1) continue;
      const changed = await visitor.submit('/keys', `/keys/${key.id}/limits`, { tools: ['ping'], cap: '9' });
      t.equal(changed.headers['location'], '/keys?done=limited');
      t.match(await api.service.apiKeys.find(id, { id: key.id }), {
        allowedTools: ['ping'],
        dailyCap: 9_000,
        expiresAt: key.expiresAt,
      });
    }
  }
  t.match(await search(one.access, 'd'), { json: { error: { data: { reason: 'tool_not_allowed' } } } }, 'at once');
  await api.service.accounts.changePlan('owner@example.com', 'tight');
  const four = await connect(api, visitor, { cap: '' });
  await search(four.access, 'e');
  await search(four.access, 'f');
  t.match(await search(four.access, 'g'), { json: { error: { data: { reason: 'quota_exceeded' } } } });
});
