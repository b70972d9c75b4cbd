import t, { type Test } from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { receiptOf } from '../support/answers.ts';
import { nhsFeed, openApi, type Api } from '../support/api.ts';
import { until } from '../support/until.ts';

const NHS = 'https://www.jobs.nhs.uk/';
const SEARCH = { query: 'nurse', platforms: ['nhs_jobs'] };

async function assertSound(t: Test, { service, clock }: Api): Promise<void> {
  t.strictSame(await service.store.ledger.audit(clock.now()), []);
  t.strictSame(await service.store.checkIntegrity(), []);
}

t.test('SPEC §7: the price of a search', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(3) });
  const fresh = await api.call('scrape_jobs', SEARCH);
  t.match(receiptOf(fresh), {
    tool: 'scrape_jobs',
    cost: 2,
    cached: false,
    replayed: false,
    balance: 1998,
    resets_at: '2026-12-20T10:00:00.000Z',
  });
  t.equal(fresh.headers['x-credits-cost'], '2');
  t.equal(fresh.headers['x-credits-remaining'], '1998');
  t.match(fresh.headers['x-request-id'], /^req_/);
  const cached = await api.call('scrape_jobs', SEARCH);
  t.match(receiptOf(cached), { cost: 0.5, cached: true, balance: 1997.5 });
  t.equal(cached.json.result.structuredContent.source, 'cache');
  t.match(
    receiptOf(await api.call('scrape_jobs', SEARCH)),
    { cost: 0.5, balance: 1997 },
    'the remembered answer costs the same',
  );
  api.clock.advance(3_601_000);
  t.match(receiptOf(await api.call('scrape_jobs', SEARCH)), { cost: 2 }, 'the cache keeps an hour');
  api.internet.on(NHS, { status: 500 });
  const failed = await api.call('scrape_jobs', { ...SEARCH, query: 'other' });
  t.match(failed.json.error, { code: -32000, data: { reason: 'upstream_failed', retryable: true } });
  t.equal(failed.headers['x-credits-cost'], '0');
  t.equal(receiptOf(await api.call('ping')).balance, 1995);
  await assertSound(t, api);
});

t.test('SPEC §7: calls beyond the allowance', async (t) => {
  const api = await openApi(t, { plan: 'tight' });
  api.internet.on(NHS, { body: nhsFeed(1) });
  const search = (query: string) => api.call('scrape_jobs', { ...SEARCH, query });
  await search('a');
  await search('b');
  const refused = await search('c');
  t.match(refused, {
    status: 200,
    json: {
      error: {
        code: -32000,
        message: /monthly quota is exceeded/i,
        data: {
          reason: 'quota_exceeded',
          credits_required: 2,
          credits_remaining: 1,
          resets_at: '2026-12-20T10:00:00.000Z',
        },
      },
    },
  });
  await api.service.accounts.setOverage(api.accountId, 3);
  t.match(receiptOf(await search('c')), { cost: 2, balance: 0 });
  t.equal((await api.service.accounts.require(api.accountId)).overageUsed, 1000);
  t.match(receiptOf(await search('d')), { cost: 2, balance: 0 });
  t.match((await search('e')).json.error.data.reason, 'quota_exceeded', "the owner's limit holds");
  t.equal((await api.call('ping')).json.result.structuredContent.credits_remaining, 0);
  await assertSound(t, api);
  api.clock.set('2026-12-20T10:00:00Z');
  t.match(receiptOf(await search('f')), { cost: 2, balance: 3, resets_at: '2027-01-20T10:00:00.000Z' }, 'a new month');
  t.equal((await api.service.accounts.require(api.accountId)).overageUsed, 0);
  await assertSound(t, api);
});

t.test('SPEC §7: months and plans', async (t) => {
  const api = await openApi(t, { plan: 'tight' });
  api.clock.set('2027-01-31T12:00:00Z');
  await api.service.accounts.changePlan(api.accountId, 'pro');
  const resetsAt = async () => (await api.call('ping')).json.result.structuredContent.resets_at;
  t.equal(await resetsAt(), '2027-02-28T12:00:00.000Z', 'the last day of a short month');
  api.clock.set('2027-02-28T12:00:00Z');
  t.equal(await resetsAt(), '2027-03-31T12:00:00.000Z');
  api.clock.set('2027-09-01T00:00:00Z');
  t.equal(await resetsAt(), '2027-09-30T12:00:00.000Z');
  api.internet.on(NHS, { body: nhsFeed(1) });
  await api.call('scrape_jobs', SEARCH);
  await api.service.accounts.changePlan(api.accountId, 'starter');
  t.match((await api.call('ping')).json.result.structuredContent, {
    plan: 'starter',
    monthly_credits: 500,
    credits_remaining: 500,
  });
  await assertSound(t, api);
});

t.test('SPEC §7: idempotency', async (t) => {
  const api = await openApi(t);
  let asked = 0;
  api.internet.on(NHS, async () => {
    asked += 1;
    return { body: nhsFeed(2) };
  });
  const key = { 'io.jobdata/idempotency_key': 'order-1' };
  const [first, second] = await Promise.all([
    api.call('scrape_jobs', SEARCH, key),
    api.call('scrape_jobs', SEARCH, key),
  ]);
  t.strictSame([receiptOf(first).cost, receiptOf(second).cost].sort(), [0, 2], 'one that runs is waited for');
  const replay = await api.call('scrape_jobs', { platforms: ['nhs_jobs'], query: 'nurse' }, undefined, {
    'idempotency-key': 'order-1',
  });
  t.match(receiptOf(replay), { cost: 0, replayed: true, balance: 1998 });
  t.strictSame(replay.json.result.structuredContent, first.json.result.structuredContent);
  t.equal(asked, 1);
  const other = await api.call('scrape_jobs', { ...SEARCH, query: 'other' }, key);
  t.match(other.json.error, { code: -32000, data: { reason: 'validation' } });
  const both = await api.call(
    'scrape_jobs',
    { ...SEARCH, query: 'both' },
    { 'io.jobdata/idempotency_key': 'order-2' },
    { 'idempotency-key': 'order-1' },
  );
  t.equal(receiptOf(both).cost, 2, '_meta wins over the header');

  api.internet.on(NHS, { status: 503 });
  const failing = { 'io.jobdata/idempotency_key': 'order-3' };
  t.equal(
    (await api.call('scrape_jobs', { ...SEARCH, query: 'fails' }, failing)).json.error.data.reason,
    'upstream_failed',
  );
  api.internet.on(NHS, { body: nhsFeed(1) });
  t.match(
    receiptOf(await api.call('scrape_jobs', { ...SEARCH, query: 'fails' }, failing)),
    { cost: 2, replayed: false },
    'failures are not stored',
  );
  api.clock.advance(DAY_MS + 1);
  t.match(receiptOf(await api.call('scrape_jobs', SEARCH, key)), { cost: 2, replayed: false }, 'for 24 hours');
  for (const bad of ['x'.repeat(256), 5]) {
    t.equal((await api.call('ping', {}, { 'io.jobdata/idempotency_key': bad })).json.error.data.reason, 'validation');
  }
  await assertSound(t, api);
});

t.test('an empty idempotency key counts as absent', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(3) });
  const search = (query: string, meta?: Record<string, unknown>, headers?: Record<string, string>) =>
    api.call('scrape_jobs', { ...SEARCH, query }, meta, headers);
  for (const [index, empty] of ['', '  ', null].entries()) {
    const meta = { 'io.jobdata/idempotency_key': empty };
    t.equal(receiptOf(await search(`a${index}`, meta)).cost, 2);
    t.match(receiptOf(await search(`a${index}`, meta)), { cost: 0.5, replayed: false });
    t.match(receiptOf(await search(`b${index}`, meta)), { cost: 2 }, 'and stands for no other arguments');
  }
  t.equal(receiptOf(await search('c', undefined, { 'idempotency-key': '' })).cost, 2);
  t.match(receiptOf(await search('c', undefined, { 'idempotency-key': '' })), { cost: 0.5, replayed: false });
  const header = { 'idempotency-key': 'k' };
  t.equal(receiptOf(await search('d', { 'io.jobdata/idempotency_key': '' }, header)).cost, 2);
  t.equal(receiptOf(await search('d', undefined, header)).replayed, true, 'the header holds beside an empty member');
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  t.equal((await api.post([list], { 'idempotency-key': '' })).status, 200, 'on a batch too');
});

t.test('ping stores no replay', async (t) => {
  const api = await openApi(t);
  const key = { 'io.jobdata/idempotency_key': 'p' };
  for (let index = 0; index < 2; index += 1) {
    t.match(receiptOf(await api.call('ping', {}, key)), { tool: 'ping', cost: 0, replayed: false });
  }
  t.equal(await api.service.store.replays.find(api.accountId, 'p', api.clock.now()), undefined);
});

t.test('equal failing calls under one key at once ask the source once', async (t) => {
  const api = await openApi(t);
  let asked = 0;
  api.internet.on(NHS, async () => {
    asked += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return { status: 503 };
  });
  await api.call('scrape_jobs', { ...SEARCH, query: 'alone' });
  const once = asked;
  asked = 0;
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => api.call('scrape_jobs', SEARCH, { 'io.jobdata/idempotency_key': 'f' })),
  );
  t.equal(asked, once);
  for (const { json } of answers) t.equal(json.error.data.reason, 'upstream_failed');
  t.equal(new Set(answers.map(({ json }) => json.error.data.request_id)).size, 12, 'each under its own request id');
  api.internet.on(NHS, { body: nhsFeed(1) });
  t.match(
    receiptOf(await api.call('scrape_jobs', SEARCH, { 'io.jobdata/idempotency_key': 'f' })),
    { cost: 2, replayed: false },
    'a later repeat is run',
  );
  await assertSound(t, api);
});

t.test('errors of tool calls say how many credits are left', async (t) => {
  const api = await openApi(t, { plan: 'tight' });
  api.internet.on(NHS, { body: nhsFeed(1) });
  await api.call('scrape_jobs', SEARCH);
  api.internet.on(NHS, { status: 500 });
  const wrong: [tool: unknown, args: unknown, reason: string][] = [
    ['scrape_jobs', { ...SEARCH, query: 'other' }, 'upstream_failed'],
    ['scrape_jobs', { query: 5 }, 'invalid_params'],
    ['scrape_jobs', { ...SEARCH, platforms: ['nowhere'] }, 'validation'],
    ['nothing', {}, 'unknown_tool'],
    [5, {}, 'invalid_params'],
  ];
  for (const [tool, args, reason] of wrong) {
    const { json, headers } = await api.call(tool as string, args);
    t.equal(json.error.data.reason, reason);
    t.equal(headers['x-credits-cost'], '0', reason);
    t.equal(headers['x-credits-remaining'], '3', reason);
  }
  const list = await api.post({ jsonrpc: '2.0', id: 1, method: 'nothing' });
  t.equal(list.headers['x-credits-remaining'], undefined, 'of tool calls alone');
});

t.test('SPEC §7: 240 calls of mixed outcomes at once', async (t) => {
  const api = await openApi(t, {
    plan: 'tight',
    plans: { tight: { monthly_credits: 150, overage_rate: 0.02, rpm_limit: 100_000 } },
  });
  await api.service.accounts.setOverage(api.accountId, 31);
  api.internet.on(NHS, async ({ url }) => {
    const query = new URL(url).searchParams.get('keyword') ?? '';
    await new Promise((resolve) => setImmediate(resolve));
    if (query.startsWith('fail')) return { status: 500 };
    if (query.startsWith('wall')) return { status: 403 };
    return { body: nhsFeed(1) };
  });
  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, index) => {
      const kind = ['fresh', 'same', 'fail', 'wall', 'bad', 'fresh'][index % 6] as string;
      if (kind === 'bad') return api.call('scrape_jobs', { query: 5 });
      return api.call(
        'scrape_jobs',
        { ...SEARCH, query: kind === 'same' ? 'same' : `${kind}${index}` },
        index % 7 === 0 ? { 'io.jobdata/idempotency_key': `k${index}` } : undefined,
      );
    }),
  );
  const charged = answers
    .filter(({ json }) => json.result)
    .reduce((sum, answer) => sum + Math.round(receiptOf(answer).cost * 1000), 0);
  const account = await api.service.accounts.require(api.accountId);
  const entries = await api.service.store.ledger.list(api.accountId, api.clock.now());
  const ledger = entries.reduce((sum, { amount }) => sum + amount, 0);
  t.equal(ledger, charged, 'receipts and ledger agree');
  t.equal(ledger, account.allowance - account.balance + account.overageUsed);
  t.ok(account.balance >= 0 && account.overageUsed <= 31_000);
  t.ok(answers.some(({ json }) => json.error?.data.reason === 'upstream_failed'));
  t.equal(entries.filter(({ state }) => state === 'reserved').length, 0);
  await assertSound(t, api);
});

t.test('facts MCP §2: a client of the newer protocol revision that disconnects is not charged', async (t) => {
  const api = await openApi(t);
  const address = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  let asked: (value?: unknown) => void = () => {};
  const wasAsked = new Promise((resolve) => (asked = resolve));
  api.internet.on(NHS, async ({ signal }) => {
    asked();
    await new Promise((resolve) => setTimeout(resolve, 5_000).unref() && signal?.addEventListener('abort', resolve));
    return { body: nhsFeed(1) };
  });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'scrape_jobs', arguments: SEARCH, _meta: meta },
  });
  const headers = {
    authorization: `Bearer ${api.apiKey}`,
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'scrape_jobs',
  };
  const hangUp = new AbortController();
  const call = fetch(`${address}/mcp`, { method: 'POST', headers, body, signal: hangUp.signal }).catch(() => undefined);
  await wasAsked;
  hangUp.abort();
  await call;
  const list = () => api.service.store.ledger.list(api.accountId, api.clock.now());
  await until(async () => (await list()).some(({ state }) => state === 'released'));
  t.match(await list(), [{ outcome: 'abandoned', amount: 0 }]);
  t.equal(receiptOf(await api.call('ping')).balance, 2000);
  await assertSound(t, api);
});
