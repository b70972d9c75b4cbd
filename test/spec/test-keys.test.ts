import t from 'tap';
import { createApiKey, isTestKey, isWellFormedKey, TEST_KEY_PREFIX } from '../../src/accounts/key-format.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openApi } from '../support/api.ts';
import { contentOf, receiptOf } from '../support/answers.ts';
import { FR, GB, openTestApi, type TestApi } from '../support/test-caller.ts';

const SEARCH = { query: 'software engineer', platforms: GB };

/** All records of the account that a call could have changed. */
async function tracesOf({ service: { store }, accountId, clock }: TestApi) {
  const now = clock.now();
  const account = await store.accounts.findById(accountId, now);
  return {
    account,
    ledger: await store.ledger.list(accountId, now),
    sums: await store.ledger.sums(accountId, now),
    used: await store.usage.count({ accountId }),
    days: await store.usage.summary(accountId, account?.period ?? 0),
  };
}

t.test('SPEC §9: the form of a test key', async (t) => {
  const key = createApiKey(TEST_KEY_PREFIX);
  t.match(key, /^jdm_test_[0-9A-Za-z]{38}$/);
  t.ok(isWellFormedKey(key));
  t.notOk(isWellFormedKey(key.replace('test', 'live')), 'the checksum is over the prefix too');
  t.notOk(isWellFormedKey(key.replace('test', 'demo')));
  t.notOk(isWellFormedKey(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`));
});

t.test('SPEC §9: every account has one test key, which is shown at any time and replaced at once', async (t) => {
  const api = await openTestApi(t);
  const { apiKeys, store } = api.service;
  const status = async (apiKey: string) =>
    (await api.call('ping', {}, undefined, { authorization: `Bearer ${apiKey}` })).status;

  const key = await apiKeys.test(api.accountId);
  t.ok(isTestKey(key));
  t.equal((await apiKeys.test(api.accountId)).apiKey, key.apiKey, 'the same each time');
  t.notOk(
    (await apiKeys.list(api.accountId)).some(({ id }) => id === key.id),
    'no key among the others',
  );
  t.equal(await status(key.apiKey), 200);

  const next = await apiKeys.replaceTest(api.accountId);
  t.not(next.apiKey, key.apiKey);
  t.equal((await apiKeys.test(api.accountId)).apiKey, next.apiKey);
  t.equal(await status(next.apiKey), 200);
  t.equal(await status(key.apiKey), 401);
  t.match((await api.call('ping', {}, undefined, { authorization: `Bearer ${key.apiKey}` })).json.error, {
    message: /revoked/,
    data: { reason: 'invalid_key' },
  });
  await t.rejects(apiKeys.revoke(next.id), { reason: 'validation', message: /replace it/ });
  await t.rejects(apiKeys.rotate(next.id, 0), { reason: 'validation', message: /replace it/ });

  for (let count = 0; count < 3; count += 1) await apiKeys.replaceTest(api.accountId);
  t.equal(await status(next.apiKey), 401, 'one that was replaced longer ago is nobody’s');
  t.strictSame(await store.checkIntegrity(), []);
});

t.test(
  'SPEC §9: an account from before test keys gets one on first use, also if two requests need it at once',
  async (t) => {
    const api = await openApi(t);
    const { store, apiKeys } = api.service;
    const account = await store.accounts.create({
      id: 'acc_old',
      email: 'old@example.com',
      plan: 'pro',
      subscriptionId: null,
      createdAt: api.clock.now(),
      trialEndsAt: null,
      allowance: 1_000,
      operator: false,
    });
    t.equal(await store.keys.findTest(account.id), undefined);
    const keys = await Promise.all([apiKeys.test(account.id), apiKeys.test(account.id)]);
    t.equal(keys[0].apiKey, keys[1].apiKey);
    t.match(keys[0].apiKey, /^jdm_test_/);
  },
);

t.test('SPEC §9: a deleted account’s test key is invalid; a malformed one is refused with a reason', async (t) => {
  const api = await openTestApi(t);
  const slip = `${api.testKey.slice(0, -1)}${api.testKey.endsWith('A') ? 'B' : 'A'}`;
  const mistyped = await api.test('ping', {}, undefined, { authorization: `Bearer ${slip}` });
  t.equal(mistyped.status, 401);
  t.match(mistyped.json.error, { code: -32000, message: /mistyped/ });
  await api.service.accounts.delete(api.accountId);
  const gone = await api.test('ping');
  t.equal(gone.status, 401);
  t.match(gone.json.error, { code: -32000, message: /not known here/ });
});

t.test('SPEC §9: test calls cost nothing, store nothing and send no request', async (t) => {
  // The fake internet fails every undefined address: here, all of them.
  const api = await openTestApi(t);
  const before = await tracesOf(api);
  const calls = [
    await api.test('ping'),
    await api.test('scrape_jobs', SEARCH),
    await api.test('scrape_jobs', { query: 'infirmier', country: 'FR', platforms: FR }),
    await api.test('get_reputation', { company_names: ['Alderfinch Software', 'Nobody & Daughters'] }),
    await api.test('get_reputation', { company_names: ['Datacanopée'], mode: 'deep', country: 'FR' }),
    await api.test('scrape_url', { urls: ['https://pages.example/article'] }),
  ];
  for (const answer of calls) {
    t.match(receiptOf(answer), { cost: 0, test: true, replayed: false, balance: 2000 }, answer.text.slice(0, 200));
    t.equal(answer.headers['x-credits-cost'], '0');
    t.equal(answer.headers['x-credits-remaining'], '2000');
  }
  t.match((await api.test('scrape_jobs', { query: 'test:upstream_failed', platforms: GB })).json.error, {
    data: { reason: 'upstream_failed' },
  });
  t.strictSame(api.internet.requests, [], 'no packet');
  t.strictSame(await tracesOf(api), before, 'nothing in the ledger, the usage or the balance');
  t.equal(
    api.logs.filter((line) => line['msg'] === 'call' && line['test'] === true).length,
    7,
    'a line each in the log',
  );
  const metrics = await api.service.app.inject({ url: '/metrics' });
  t.match(metrics.payload, /jobdata_test_calls_total\{tool="scrape_jobs",outcome="ok"\} 2/);
  t.notMatch(metrics.payload, /jobdata_tool_calls_total\{tool="scrape_jobs"/);
  t.notMatch(metrics.payload, /jobdata_platform_fetches_total\{/);
});

t.test('SPEC §9: the live caches are neither read nor written', async (t) => {
  const api = await openTestApi(t);
  await api.test('scrape_jobs', SEARCH);
  await api.test('get_reputation', { company_names: ['Alderfinch Software'], country: 'GB' });
  const live = await api.call('scrape_jobs', SEARCH);
  t.equal(live.json.error.data.reason, 'upstream_failed', 'the live search finds nothing in its cache');
  t.ok(api.internet.requests.length > 0);
  t.equal(receiptOf(await api.test('scrape_jobs', SEARCH)).cached, false, 'nor does the next test search');
  t.notOk(receiptOf(await api.call('ping')).test, 'a live receipt does not say test');
  t.notOk('test' in contentOf(await api.call('ping')));
});

t.test('SPEC §6: ping with a test key says so', async (t) => {
  const api = await openTestApi(t);
  const { test, ...rest } = contentOf(await api.test('ping'));
  t.equal(test, true);
  const { subscription_id: subscription, ...live } = contentOf(await api.call('ping'));
  t.ok(subscription);
  t.strictSame(rest, live, 'and else what it says to a live key, but for the name of the account');
});

t.test(
  'SPEC §9: the account’s state does not block test calls; the plan’s platforms and a key’s tools apply',
  async (t) => {
    const api = await openTestApi(t, { plan: 'free_trial' });
    api.clock.advance(20 * DAY_MS);
    t.equal((await api.call('scrape_jobs', SEARCH)).json.error.data.reason, 'trial_expired');
    t.match(receiptOf(await api.test('scrape_jobs', { ...SEARCH, platforms: ['reed'] })), { cost: 0, test: true });
    t.match((await api.test('scrape_jobs', { ...SEARCH, platforms: ['cv_library'] })).json.error, {
      message: /not part of the plan free_trial/,
      data: { reason: 'validation', allowed: ['reed', 'totaljobs', 'nhs_jobs', 'work_hub'] },
    });
    const { id } = await api.service.apiKeys.test(api.accountId);
    await api.service.apiKeys.limit(id, { allowedTools: ['scrape_url'], dailyCapCredits: null, expiresAt: null });
    t.match((await api.test('scrape_jobs', SEARCH)).json.error.data, {
      reason: 'tool_not_allowed',
      allowed: ['scrape_url'],
    });
    t.equal((await api.test('ping')).status, 200);
    const next = await api.service.apiKeys.replaceTest(api.accountId);
    t.strictSame(next.allowedTools, ['scrape_url'], 'its successor is limited alike');
  },
);

t.test('SPEC §9: test calls have a separate limit of 600 per minute, whatever the plan’s limit', async (t) => {
  for (const rpm of [3, 100_000]) {
    const plans = { free_trial: { monthly_credits: 1, rpm_limit: rpm } };
    const api = await openTestApi(t, { plan: 'free_trial', plans });
    const first = await api.test('ping');
    t.match(first.headers, { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' });
    for (let count = 1; count < 600; count += 1) {
      const { json } = await api.test('ping');
      if (!json.result) t.fail(`call ${count}: ${JSON.stringify(json)}`);
    }
    const refused = await api.test('ping');
    t.match(refused.json.error, {
      code: -32000,
      data: { reason: 'rate_limited' },
      message: /^The test key allows 600 tool calls per minute\. Try again in \d+ seconds\.$/,
    });
    t.match(refused.headers, {
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '0',
      'retry-after': String(refused.json.error.data.retry_after_seconds),
    });
    const live = await api.call('ping');
    t.ok(live.json.result, 'the live key is free to call');
    t.match(live.headers, { 'x-ratelimit-limit': String(rpm), 'x-ratelimit-remaining': String(rpm - 1) });
  }
});

t.test('SPEC §7: idempotency keys of test calls and live calls are separate', async (t) => {
  const api = await openTestApi(t);
  const meta = { 'io.jobdata/idempotency_key': 'one' };
  const first = await api.test('scrape_jobs', SEARCH, meta);
  const again = await api.test('scrape_jobs', SEARCH, meta);
  t.match(receiptOf(first), { replayed: false, test: true });
  t.match(receiptOf(again), { replayed: true, cost: 0, test: true });
  t.strictSame(contentOf(again), contentOf(first));
  t.match((await api.test('scrape_jobs', { ...SEARCH, limit: 3 }, meta)).json.error, {
    data: { reason: 'validation' },
    message: /used for other arguments/,
  });
  const live = await api.call('scrape_jobs', SEARCH, meta);
  t.equal(live.json.error.data.reason, 'upstream_failed', 'the live call is no repeat of it');
  const [one, other] = await Promise.all([
    api.test('scrape_jobs', SEARCH, { 'io.jobdata/idempotency_key': 'two' }),
    api.test('scrape_jobs', SEARCH, { 'io.jobdata/idempotency_key': 'two' }),
  ]);
  t.strictSame([receiptOf(one).replayed, receiptOf(other).replayed].sort(), [false, true], 'equal calls at once');
  api.clock.advance(DAY_MS + 1);
  t.match(receiptOf(await api.test('scrape_jobs', SEARCH, meta)), { replayed: false }, 'for a day');
  const free = await api.test('ping', {}, meta);
  t.match(receiptOf(free), { replayed: false });
  const failed = await api.test(
    'scrape_jobs',
    { query: 'test:rate_limited', platforms: GB },
    { 'io.jobdata/idempotency_key': 'three' },
  );
  t.equal(failed.json.error.data.reason, 'rate_limited');
  const repeat = await api.test('scrape_jobs', SEARCH, { 'io.jobdata/idempotency_key': 'three' });
  t.match(receiptOf(repeat), { replayed: false }, 'failures are not stored');
});

t.test('SPEC §2: batches, and both protocol generations', async (t) => {
  const api = await openTestApi(t);
  const authorization = `Bearer ${api.testKey}`;
  const call = (id: number, name: string, args: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const batch = await api.post([call(1, 'ping', {}), call(2, 'scrape_jobs', SEARCH), call(3, 'no_tool', {})], {
    authorization,
  });
  t.strictSame(
    batch.json.map((answer: any) => answer.result?._meta['io.jobdata/receipt'].test ?? answer.error.data.reason),
    [true, true, 'unknown_tool'],
  );
  const modern = await api.post(
    {
      jsonrpc: '2.0',
      id: 4,
      method: 'tools/call',
      params: {
        name: 'scrape_jobs',
        arguments: SEARCH,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'suite', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    { authorization, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'scrape_jobs' },
  );
  t.match(modern.json.result, { resultType: 'complete', _meta: { 'io.jobdata/receipt': { test: true } } });
  const list = { jsonrpc: '2.0', id: 5, method: 'tools/list', params: {} };
  t.strictSame((await api.post(list, { authorization })).json, (await api.post(list)).json, 'tools/list is the same');
});

t.test('SPEC §2: progress as the platforms of a slow search answer', async (t) => {
  const api = await openTestApi(t);
  const answer = await api.test(
    'scrape_jobs',
    { query: 'test:slow', platforms: GB },
    { progressToken: 'p' },
    { accept: 'application/json, text/event-stream' },
  );
  const messages = answer.text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)));
  const progress = messages.slice(0, -1);
  t.strictSame(
    progress.map(({ params }) => params.progress),
    [0, ...GB.map((_, index) => index + 1)],
  );
  t.ok(progress.every(({ method, params }) => method === 'notifications/progress' && params.progressToken === 'p'));
  t.match(messages.at(-1).result._meta['io.jobdata/receipt'], { test: true });
  t.strictSame(
    [...api.slept].sort((a, b) => a - b),
    GB.map((_, index) => (index + 1) * 500),
  );
});

t.test('SPEC §8: arguments are checked as with live keys', async (t) => {
  const api = await openTestApi(t);
  for (const [tool, args] of [
    ['scrape_jobs', { query: '', platforms: GB }],
    ['scrape_jobs', { query: 'nurse', platforms: ['monster'] }],
    ['scrape_jobs', { query: 'nurse', platforms: ['apec'] }],
    ['get_reputation', { company_names: Array(6).fill('Aviva'), mode: 'deep' }],
    ['scrape_url', { urls: ['no address'] }],
    ['scrape_url', { urls: ['https://pages.example/article'], geo: 'de' }],
    ['no_tool', {}],
  ] as const) {
    const [live, test] = [await api.call(tool, args), await api.test(tool, args)];
    const { request_id: _, ...data } = live.json.error.data;
    t.match(test.json.error, { code: live.json.error.code, message: live.json.error.message, data }, tool);
  }
});
