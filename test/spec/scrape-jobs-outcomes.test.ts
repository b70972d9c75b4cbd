import t from 'tap';
import { EgressError } from '../../src/egress/egress.ts';
import { nhsFeed, openApi } from '../support/api.ts';
import { BOTH, feed, KEYED, NHS, REED, reedAnswer, resultOf, rowOf } from '../support/job-answers.ts';

t.test('SPEC §3, §10: a failing platform gets a cooldown and says until when; robots.txt is no failure', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet
    .on(REED, { status: 500 })
    .on('https://www.jobs.service.gov.uk/', () => {
      throw new EgressError('robots', 'robots');
    })
    .on(NHS, { body: nhsFeed(1) });
  const ask = (query: string) => api.call('scrape_jobs', { query, platforms: ['reed', 'work_hub', 'nhs_jobs'] });
  for (const query of ['a', 'b', 'c']) t.match(rowOf(await ask(query), 'reed'), { reason: /HTTP 500/ });
  const rested = await ask('d');
  t.match(rowOf(rested, 'reed'), { status: 'error', reason: /paused after repeated failures until 2026-/ });
  t.match(rowOf(rested, 'work_hub'), { status: 'blocked', reason: 'robots' });
  t.match((await api.call('ping')).json.result.structuredContent, { resting: ['reed'] });
  api.clock.advance(5 * 60_000);
  api.internet.on(REED, reedAnswer([{ title: 'A' }]));
  t.match(rowOf(await ask('e'), 'reed'), { status: 'ok' }, 'asked again after its rest');
  t.match((await api.call('ping')).json.result.structuredContent, { resting: [] });
});

t.test('unusual searches of one caller start no cooldown for the others', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(NHS, { status: 404, body: 'no such page' }).on(REED, reedAnswer([{ title: 'A' }]));
  const ask = (query: string) => api.call('scrape_jobs', { query, platforms: ['nhs_jobs', 'reed'] });
  for (const query of ['zzqx', '%%%', '....', '????'])
    t.match(rowOf(await ask(query), 'nhs_jobs'), { status: 'changed' });
  api.internet.on(NHS, { body: nhsFeed(2) });
  t.match(rowOf(await ask('nurse'), 'nhs_jobs'), { status: 'ok', jobs: 2 });
});

t.test('SPEC §3: one failing platform never fails the call', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(REED, { status: 503 }).on(NHS, { body: nhsFeed(2) });
  const answer = await api.call('scrape_jobs', { query: 'x', platforms: BOTH });
  t.match(answer.json.result._meta['io.jobdata/receipt'], { cost: 2 });
  t.match(rowOf(answer, 'reed'), { status: 'error', jobs: 0, cached: false, reason: /HTTP 503/ });
  t.match(rowOf(answer, 'nhs_jobs'), { status: 'ok', jobs: 2 });
  const cached = await api.call('scrape_jobs', { query: 'x', platforms: BOTH });
  t.match(cached.json.result._meta['io.jobdata/receipt'], { cost: 0.5, cached: true }, 'all that delivered was cached');
  t.equal(resultOf(cached).source, 'cache');

  api.internet.on(REED, () => {
    throw new TypeError('a fault of ours');
  });
  const ours = await api.call('scrape_jobs', { query: 'y', platforms: BOTH });
  t.match(rowOf(ours, 'reed'), { status: 'error', reason: /our side/ });
  t.equal(resultOf(ours).total_jobs, 2);
  t.ok(api.logs.some(({ msg }) => msg === "a platform's answer was lost"));

  api.internet.on(REED, { status: 429, headers: { 'retry-after': '30' } }).on(NHS, { status: 500 });
  const none = await api.call('scrape_jobs', { query: 'z', platforms: BOTH });
  t.match(none.json.error, {
    code: -32000,
    data: { reason: 'upstream_failed' },
    message: /reed: rate_limited .*30 seconds.*nhs_jobs: error/,
  });
  t.equal(none.headers['x-credits-cost'], '0');
});

t.test('SPEC §3: an empty platform counts as delivered', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, feed([]));
  const answer = await api.call('scrape_jobs', { query: 'x', platforms: ['nhs_jobs'] });
  t.match(rowOf(answer, 'nhs_jobs'), { status: 'empty', jobs: 0 });
  t.match(resultOf(answer), { total_jobs: 0, total_found: 0, jobs: [] });
  t.equal(answer.headers['x-credits-cost'], '2');
});

t.test('SPEC §3: a later page that fails does not affect the earlier ones', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, ({ url }) =>
    Number(new URL(url).searchParams.get('page') ?? 1) > 1 ? { status: 500 } : { body: nhsFeed(20, { pages: 9 }) },
  );
  const answer = await api.call('scrape_jobs', { query: 'x', platforms: ['nhs_jobs'] });
  t.match(rowOf(answer, 'nhs_jobs'), { status: 'ok', jobs: 20, reason: /^page 2: .*HTTP 500/ });
});

t.test('SPEC §3: a block page is neither cached nor charged', async (t) => {
  const api = await openApi(t);
  const ask = () => api.call('scrape_jobs', { query: 'x', platforms: ['nhs_jobs'] });
  api.internet.on(NHS, {
    headers: { 'content-type': 'text/html' },
    body: '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x"></script>',
  });
  const walled = await ask();
  t.match(walled.json.error, { data: { reason: 'upstream_failed' }, message: /nhs_jobs: blocked/ });
  t.equal(walled.headers['x-credits-cost'], '0');
  api.internet.on(NHS, { body: nhsFeed(1) });
  t.match(resultOf(await ask()), { source: 'scrape', total_jobs: 1 }, 'asked anew');
});

t.test('SPEC §3: attribution if the terms of a platform require it', async (t) => {
  const api = await openApi(t, { env: { ADZUNA_APP_ID: 'i', ADZUNA_APP_KEY: 'k' } });
  const results = [
    { id: '1', title: 'A', company: { display_name: 'B' }, redirect_url: 'https://www.adzuna.co.uk/jobs/details/1' },
  ];
  api.internet
    .on('https://api.adzuna.com/', { body: JSON.stringify({ count: 1, results }) })
    .on(NHS, { body: nhsFeed(1) });
  const answer = await api.call('scrape_jobs', { query: 'x', platforms: ['adzuna_gb', 'nhs_jobs'] });
  t.match(rowOf(answer, 'adzuna_gb'), { status: 'ok', attribution: 'Jobs by Adzuna' });
  t.notOk('attribution' in rowOf(answer, 'nhs_jobs'));
});
