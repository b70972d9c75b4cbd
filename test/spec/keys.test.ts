import t from 'tap';
import { createApiKey, isWellFormedKey } from '../../src/accounts/key-format.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { nhsFeed, openApi } from '../support/api.ts';

t.test('SPEC §9: the form of a key', async (t) => {
  const key = createApiKey();
  t.match(key, /^jdm_live_[0-9A-Za-z]{38}$/);
  t.ok(isWellFormedKey(key));
  for (let index = 9; index < key.length; index += 1) {
    const other = key[index] === 'A' ? 'B' : 'A';
    t.notOk(isWellFormedKey(key.slice(0, index) + other + key.slice(index + 1)), `a slip at ${index}`);
  }
  t.notOk(isWellFormedKey(`${key}x`));
  t.notOk(isWellFormedKey(''));
});

t.test('SPEC §9: the life of a key', async (t) => {
  const api = await openApi(t);
  const { accounts, apiKeys, store } = api.service;
  const status = async (apiKey: string) =>
    (await api.call('ping', {}, undefined, { authorization: `Bearer ${apiKey}` })).status;

  const [first] = await apiKeys.list(api.accountId);
  t.notMatch(JSON.stringify(first), api.apiKey.slice(9), 'only a hash is kept');
  t.equal(first?.lastFour, api.apiKey.slice(-4));
  t.equal(await status(api.apiKey), 200);

  const second = await apiKeys.rotate(first?.id as string, DAY_MS);
  t.equal(await status(second.apiKey), 200);
  t.equal(await status(api.apiKey), 200, 'the old one works on for the overlap');
  api.clock.advance(DAY_MS);
  t.equal(await status(api.apiKey), 401, 'and no longer');
  const third = await apiKeys.rotate(second.record.id, 0);
  t.equal(await status(second.apiKey), 401, 'an overlap of nothing');
  await apiKeys.revoke(third.record.id);
  t.equal(await status(third.apiKey), 401, 'revoked: from the next request on');
  await t.rejects(apiKeys.rotate(third.record.id, 0), { message: 'Only an active key can be rotated.' });

  const limited = await apiKeys.create(api.accountId, 'limited', {
    allowedTools: ['ping'],
    expiresAt: api.clock.now() + 1000,
  });
  const as = { authorization: `Bearer ${limited.apiKey}` };
  t.match((await api.call('scrape_jobs', { query: 'x', platforms: ['reed'] }, undefined, as)).json.error, {
    code: -32000,
    data: { reason: 'tool_not_allowed', allowed: ['ping'] },
  });
  t.equal((await api.call('ping', {}, undefined, as)).status, 200);
  api.clock.advance(1000);
  t.equal(await status(limited.apiKey), 401, 'expired');

  api.internet.on('https://www.jobs.nhs.uk/', { body: nhsFeed(1) });
  const capped = await apiKeys.create(api.accountId, 'capped', { dailyCapCredits: 3 });
  const search = (query: string) =>
    api.call('scrape_jobs', { query, platforms: ['nhs_jobs'] }, undefined, {
      authorization: `Bearer ${capped.apiKey}`,
    });
  t.ok((await search('a')).json.result);
  t.match((await search('b')).json.error, { code: -32000, data: { reason: 'key_cap_reached' } });
  api.clock.advance(DAY_MS);
  t.ok((await search('b')).json.result, 'a new day');

  await accounts.delete(api.accountId);
  t.equal(await status(capped.apiKey), 401, 'the account is gone');
  t.strictSame(await store.ledger.list(api.accountId, api.clock.now()), []);
});

t.test('a revocation by another process applies from the next request on', async (t) => {
  const api = await openApi(t, { onDisk: true });
  t.equal((await api.call('ping')).status, 200);
  const store = await openStore(api.at);
  const [key] = await store.keys.list(api.accountId);
  await store.keys.revoke(key?.id as string, api.clock.now());
  await store.close();
  t.equal((await api.call('ping')).status, 401);
});

t.test('unknown keys are limited by address, and a valid key is never refused for it', async (t) => {
  const api = await openApi(t);
  const other = await api.service.apiKeys.create(api.accountId, 'never used before');
  const as = (apiKey: string) => api.call('ping', {}, undefined, { authorization: `Bearer ${apiKey}` });
  const statuses: number[] = [];
  for (let index = 0; index < 40; index += 1) statuses.push((await as(createApiKey())).status);
  t.strictSame([...new Set(statuses)], [401, 429], 'first refused, then told to wait');
  t.match(await as(createApiKey()), {
    status: 429,
    headers: { 'retry-after': /^\d+$/ },
    json: { id: null, error: { code: -32000, data: { reason: 'rate_limited' } } },
  });
  t.equal((await as(other.apiKey)).status, 200, 'from the same address, for the first time');
  t.equal((await api.call('ping')).status, 200);
});

t.test('malformed, missing and revoked keys do not count as guesses', async (t) => {
  const api = await openApi(t);
  const { apiKeys } = api.service;
  const issued = await apiKeys.create(api.accountId, 'to be revoked');
  await apiKeys.revoke(issued.record.id);
  const mistyped = api.apiKey.slice(0, -1) + (api.apiKey.endsWith('A') ? 'B' : 'A');
  for (const authorization of [`Bearer ${mistyped}`, 'Bearer nonsense', '', `Bearer ${issued.apiKey}`]) {
    for (let index = 0; index < 40; index += 1) {
      const { status } = await api.call('ping', {}, undefined, { authorization });
      if (status !== 401) t.equal(status, 401, authorization);
    }
  }
  t.equal((await api.call('ping', {}, undefined, { authorization: `Bearer ${createApiKey()}` })).status, 401);
});

t.test('SPEC §7: only tool calls count towards the requests per minute', async (t) => {
  const api = await openApi(t, { plans: { pro: { monthly_credits: 5, rpm_limit: 3 } } });
  for (let index = 0; index < 10; index += 1) await api.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const first = await api.call('ping');
  t.match(first.headers, {
    'x-ratelimit-limit': '3',
    'x-ratelimit-remaining': '2',
    'x-ratelimit-reset': /^\d+$/,
    'ratelimit-policy': '"default";q=3;w=60',
    ratelimit: /^"default";r=2;t=\d+$/,
  });
  const batch = await api.post(
    [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'ping' } })),
  );
  t.match(
    batch.json,
    [
      { id: 1, result: {} },
      { id: 2, result: {} },
      { id: 3, error: { code: -32000, data: { reason: 'rate_limited' } } },
    ],
    'each call of a batch counts',
  );
  const refused = await api.call('ping');
  t.match(refused, {
    status: 200,
    headers: { 'retry-after': /^\d+$/, 'x-ratelimit-remaining': '0' },
    json: { error: { code: -32000, data: { reason: 'rate_limited', retryable: true, retry_after_seconds: Number } } },
  });
  t.ok(refused.json.id > 0, 'with the id of the request');
});
