import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createSecret } from '../../src/accounts/key-format.ts';
import { createService, type Service } from '../../src/app/service.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openApi, type Api, type ApiOptions } from '../support/api.ts';
import { searxngOf } from '../support/fake-reputation.ts';
import { feed, NHS, resultOf, rowOf } from '../support/job-answers.ts';
import { NURSES, post, runOn } from '../support/playground-form.ts';
import { freshRedis, startRedis, withoutRedis } from '../support/redis-server.ts';
import { Visitor } from '../support/visitor.ts';

const skip = await withoutRedis();
const GB = { query: 'nurse', platforms: ['nhs_jobs'] };

interface Replicas extends Api {
  /** A second service with the same store, internet and server, but separate memory. */
  other: Service;
  ask(service: Service, tool: string, args?: object): Promise<{ status: number; json: any }>;
}

async function openReplicas(t: Test, redisUrl: string, options: ApiOptions = {}): Promise<Replicas> {
  const api = await openApi(t, {
    ...options,
    env: { DATABASE_URL: 'postgres://unused.invalid/unused', REDIS_URL: redisUrl, ...options.env },
  });
  const { service, internet, clock, apiKey } = api;
  const other = await createService(service.config, {
    clock,
    logger: service.logger,
    egress: internet,
    parser: inlineParser,
    reputationParser: inlineReputationParser,
    passwords: service.passwords,
    store: { ...service.store, close: async () => {} },
  });
  t.teardown(() => other.close());
  let id = 0;
  const ask: Replicas['ask'] = async ({ app }, name, args = {}) => {
    id += 1;
    const { statusCode, payload } = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }),
    });
    return { status: statusCode, json: JSON.parse(payload) };
  };
  return { ...api, other, ask };
}

t.test('SPEC §7: the limit of calls a minute holds for an account over all replicas', { skip }, async (t) => {
  const plans = { pro: { monthly_credits: 10, rpm_limit: 30 } };
  const { service, other, ask } = await openReplicas(t, await freshRedis(t), { plans });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => ask(index % 2 === 0 ? service : other, 'ping')),
  );
  t.equal(answers.filter(({ status, json }) => status === 200 && json.result !== undefined).length, 30);
  t.equal(answers.filter(({ json }) => json.error !== undefined).length, 30);
  const refused = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? service : other).app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${createSecret('jdm_live_')}`, 'content-type': 'application/json' },
        payload: '{}',
      }),
    ),
  );
  t.equal(refused.filter(({ statusCode }) => statusCode === 429).length, 30, 'guesses of one address, too');
});

t.test('SPEC §3: a page is fetched once and cached for all replicas', { skip }, async (t) => {
  const api = await openReplicas(t, await freshRedis(t));
  const { service, other, ask, internet } = api;
  internet.on(NHS, async () => {
    await delay(50);
    return feed([{ title: 'Nurse' }]);
  });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => ask(index % 2 === 0 ? service : other, 'scrape_jobs', GB)),
  );
  t.equal(internet.requests.length, 1, '60 equal searches are one fetch');
  for (const { json } of answers) t.equal(json.result.structuredContent.jobs[0].title, 'Nurse');
  for (const replica of [service, other]) {
    const { json } = await ask(replica, 'scrape_jobs', GB);
    t.match(json.result.structuredContent, { source: 'cache' });
  }
  t.equal(internet.requests.length, 1);
  // An answer made from a page that is gone is not returned again.
  await service.shared.pages?.purge(api.clock.now(), 0);
  internet.on(NHS, feed([{ title: 'Porter' }]));
  t.equal(resultOf(await api.call('scrape_jobs', GB)).jobs[0]?.title, 'Porter');
  const { json } = await ask(other, 'scrape_jobs', GB);
  t.match(json.result.structuredContent, { source: 'cache', jobs: [{ title: 'Porter' }] });
});

t.test('SPEC §3: a cooldown of a site holds for all replicas', { skip }, async (t) => {
  const api = await openReplicas(t, await freshRedis(t));
  const { service, other, ask, internet, clock } = api;
  internet.on(NHS, { status: 429 });
  await api.call('scrape_jobs', GB);
  t.equal(internet.requests.length, 1);
  const { json } = await ask(other, 'scrape_jobs', GB);
  t.match(json.error.data.platforms, [{ status: 'rate_limited', reason: /^paused until .* because the site asked/ }]);
  t.equal(internet.requests.length, 1, 'nobody knocks');
  for (const replica of [service, other])
    t.strictSame((await ask(replica, 'ping')).json.result.structuredContent.resting, ['nhs_jobs']);
  clock.advance(301_000);
  internet.on(NHS, { status: 429, headers: { 'retry-after': '60' } });
  await ask(other, 'scrape_jobs', GB);
  t.equal(internet.requests.length, 2);
  const again = await api.call('scrape_jobs', { ...GB, query: 'porter' });
  t.match(again.json.error.data.platforms, [{ reason: /try again in 60 seconds/ }]);
  t.equal(internet.requests.length, 2, 'no request while Retry-After lasts');
});

t.test('SPEC §4: an employer is looked up once, whichever replica gets the call', { skip }, async (t) => {
  const env = { SEARXNG_URL: 'http://127.0.0.1:8888' };
  const { service, other, ask, internet } = await openReplicas(t, await freshRedis(t), { env });
  const known = searxngOf([{ name: 'Tesco', indeed: [3.3, 12_000], glassdoor: [3.4, 9_000] }]);
  internet.on('http://127.0.0.1:8888', async (request) => {
    await delay(50);
    return known(request);
  });
  const query = { company_names: ['Tesco'], country: 'GB' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? service : other, 'get_reputation', query)),
  );
  t.equal(internet.requests.length, 2, 'one question a site');
  for (const { json } of answers) t.same(json.result.structuredContent, answers[0]?.json.result.structuredContent);
  t.match(answers[0]?.json.result.structuredContent, { Tesco: { review_count: 21_000 } });
});

t.test(
  'a result of the playground belongs to one replica; another replica says that it is gone',
  { skip },
  async (t) => {
    const api = await openReplicas(t, await freshRedis(t));
    const visitor = new Visitor(api.service.app);
    await visitor.register('play@example.com');
    const run = runOn(await post(visitor, NURSES));
    t.match(run, /^[0-9a-f]{32}$/);
    const elsewhere = new Visitor(api.other.app);
    for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value);
    const shown = await elsewhere.get(`/playground?tool=scrape_jobs&mode=sample&run=${run}`);
    t.equal(shown.status, 200);
    t.match(shown.shown, 'This answer has expired');
    t.equal((await elsewhere.get(`/playground/jobs.csv?run=${run}`)).status, 404);
  },
);

t.test('a shared server that hangs costs no call and is reported', { skip }, async (t) => {
  const server = await startRedis(t, { password: 'open-sesame' });
  const api = await openReplicas(t, server.url, { env: { METRICS_TOKEN: 'm'.repeat(32) } });
  const { service, ask, internet, logs } = api;
  internet.on(NHS, feed([{ title: 'Nurse' }]));
  const readyz = async (): Promise<unknown> => {
    const { statusCode, payload } = await service.app.inject('/readyz');
    return [statusCode, JSON.parse(payload)];
  };
  const up = async (): Promise<string | undefined> => {
    const headers = { authorization: `Bearer ${'m'.repeat(32)}` };
    const { payload } = await service.app.inject({ url: '/metrics', headers });
    return /^jobdata_shared_up (\d)$/m.exec(payload)?.[1];
  };
  t.strictSame(await readyz(), [200, { status: 'ok' }]);
  t.equal(await up(), '1');
  server.suspend();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? ask(service, 'ping') : ask(service, 'scrape_jobs', GB),
    ),
  );
  t.ok(answers.every(({ json }) => json.result !== undefined));
  t.strictSame(await readyz(), [200, { status: 'ok', degraded: ['redis'] }]);
  t.equal(await up(), '0');
  t.equal(rowOf(await api.call('scrape_jobs', GB), 'nhs_jobs').cached, true, 'pages come from memory');
  server.resume();
  while (service.shared.server?.fault() !== undefined) await delay(10);
  t.strictSame(await readyz(), [200, { status: 'ok' }]);
  t.equal(await up(), '1');
  const gone = logs.filter(({ msg }) => String(msg).includes('calls are served from memory'));
  t.ok(gone.length >= 1 && gone.length <= 2, 'a line of each service');
  for (const line of gone) t.match(line, { level: 40, msg: /^Redis at 127\.0\.0\.1:\d+ does not answer: / });
  t.notMatch(JSON.stringify(logs), /open-sesame/);
});
