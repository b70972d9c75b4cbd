import t from 'tap';
import type { Job, ScrapeJobsResult } from '../../schemas/index.ts';
import { nhsFeed, openApi } from '../support/api.ts';
import { BOTH, feed, KEYED, NHS, REED, reedAnswer, resultOf, rowOf } from '../support/job-answers.ts';

t.test('SPEC §3: one merged list', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet
    .on(
      REED,
      reedAnswer([
        {
          title: '<strong>Staff Nurse</strong> (H/F) ***',
          company: 'Northtown NHS Trust',
          location: 'Leeds',
          min: 15,
          max: 16,
        },
        { title: 'Data &amp;amp; Insight Lead', company: 'Confidential', min: 40_000, max: 50_000, currency: 'USD' },
        { title: 'Analyst', company: '  Acme   Ltd ' },
      ]),
    )
    .on(NHS, feed([{ title: 'STAFF NURSE' }, { title: 'Porter', location: 'York, YO1 1AA' }]));
  const answer = await api.call('scrape_jobs', { query: ' nurse ', platforms: BOTH });
  const result = resultOf(answer);
  t.match(result, { query: 'nurse', country: 'GB', total_jobs: 4, total_found: 4, source: 'scrape' });
  t.strictSame(
    result.platforms.map(({ platform, status, jobs }) => [platform, status, jobs]),
    [
      ['reed', 'ok', 3],
      ['nhs_jobs', 'ok', 2],
    ],
    'jobs in also_on count for their platform',
  );
  const byTitle = new Map(result.jobs.map((job) => [job.title.toLowerCase(), job]));
  const nurse = byTitle.get('staff nurse (h/f)') ?? byTitle.get('staff nurse');
  t.match(nurse?.also_on, [{ url: /^https:/ }], 'the same job of two platforms');
  t.match(
    byTitle.get('data & insight lead'),
    { company: '', salary_unlisted: true, salary_min: null, salary_max: null },
    'another currency is unlisted, no company is ""',
  );
  t.match(byTitle.get('analyst'), { company: 'Acme Ltd', posted_date: '2026-11-10', work_mode: 'unknown' });
  const hashes = result.jobs.map((job) => job.dedup_hash);
  t.ok(hashes.every((hash) => /^[0-9a-f]{32}$/.test(hash)));
  const again = await api.call('scrape_jobs', { query: 'nurse', platforms: BOTH, dedup_hashes: hashes.slice(0, 3) });
  t.strictSame(
    resultOf(again).jobs.map((job) => job.dedup_hash),
    hashes.slice(3),
    'jobs seen before are left out',
  );
  t.equal(JSON.parse(again.json.result.content[0].text).total_jobs, 1);
});

t.test('SPEC §3: no returned job breaks a filter', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet
    .on(NHS, feed([]))
    .on(
      REED,
      reedAnswer([
        { title: 'Inside', min: 40_000, max: 60_000 },
        { title: 'Suburb', location: 'Horsforth', min: 50_000, max: 50_000 },
        { title: 'Too little', min: 20_000, max: 30_000 },
        { title: 'Up to it', max: 45_000 },
        { title: 'Says nothing' },
        { title: 'Elsewhere', location: 'Bristol', min: 60_000, max: 70_000 },
        { title: 'Unheard of', location: 'Narnia', min: 60_000, max: 70_000 },
        { title: 'Wider', location: 'West Yorkshire', min: 60_000, max: 70_000 },
        { title: 'Remote Analyst', location: 'Bristol', min: 60_000, max: 70_000 },
        { title: 'Anywhere', location: 'UK', min: 60_000, max: 70_000 },
        { title: 'Remote Consultant', location: 'Lisbon, Portugal', min: 60_000, max: 70_000 },
        { title: 'Dollars', min: 90_000, max: 99_000, currency: 'USD' },
      ]),
    );
  const titles = async (more: object): Promise<string[]> =>
    resultOf(await api.call('scrape_jobs', { query: 'x', platforms: BOTH, ...more }))
      .jobs.map((job: Job) => job.title)
      .sort();
  t.strictSame(await titles({ location: 'Leeds', min_salary: '45000' }), [
    'Anywhere',
    'Inside',
    'Remote Analyst',
    'Suburb',
    'Up to it',
  ]);
  t.strictSame(await titles({ location: 'West Yorkshire', min_salary: '60000.00' }), [
    'Anywhere',
    'Inside',
    'Remote Analyst',
    'Wider',
  ]);
  t.equal((await titles({ min_salary: '0' })).length, 11, 'country alone');
  t.equal((await titles({ location: '   ', min_salary: null })).length, 11, 'blank and null count as absent');
  t.notOk((await titles({})).includes('Remote Consultant'));
  t.strictSame(await titles({ location: 'Bristol', min_salary: '100000' }), []);
});

t.test('SPEC §3: an unknown place', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(REED, reedAnswer([{ title: 'A', location: 'Bristol' }])).on(NHS, feed([{ title: 'B' }]));
  const answer = await api.call('scrape_jobs', { query: 'x', platforms: BOTH, location: 'Trumpton-on-Sea' });
  t.equal(resultOf(answer).total_jobs, 2, 'it filters nothing');
  for (const code of BOTH) t.match(rowOf(answer, code).reason, /we do not know the place "Trumpton-on-Sea"/);
  t.ok(
    api.internet.requests.every(({ url }) => url.includes('Trumpton-on-Sea')),
    'it is passed on as typed',
  );
  api.internet.requests.length = 0;
  const known = await api.call('scrape_jobs', { query: 'x', platforms: BOTH, location: 'ls1 4ap' });
  t.equal(rowOf(known, 'reed').reason, undefined);
  t.ok(
    api.internet.requests.every(({ url }) => url.includes('Leeds')),
    'a known one in our form',
  );
});

t.test('SPEC §3: searches that differ by a sign are two searches', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(REED, ({ url }) =>
    reedAnswer([{ title: `${new URL(url).searchParams.get('keywords') ?? ''} developer` }]),
  );
  for (const query of ['C++', 'C#', 'c', '"c"'])
    t.match(resultOf(await api.call('scrape_jobs', { query, platforms: ['reed'] })), {
      source: 'scrape',
      jobs: [{ title: `${query} developer` }],
    });
  t.equal(resultOf(await api.call('scrape_jobs', { query: ' C# ', platforms: ['reed'] })).source, 'cache');
});

t.test('SPEC §3: two towns with the same name are two searches', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(
    REED,
    reedAnswer([
      { title: 'A', location: 'Newport, Isle of Wight' },
      { title: 'B', location: 'Newport' },
    ]),
  );
  const ask = (location: string) => api.call('scrape_jobs', { query: 'x', platforms: ['reed'], location });
  t.strictSame(
    resultOf(await ask('Newport')).jobs.map(({ title }) => title),
    ['B'],
  );
  const other = resultOf(await ask('Newport, Isle of Wight'));
  t.equal(other.source, 'scrape');
  t.strictSame(
    other.jobs.map(({ title }) => title),
    ['A'],
  );
});

t.test('SPEC §3: as many pages as the limit needs, at most five', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1);
    return { body: nhsFeed(20, { pages: 40, from: page * 100 }) };
  });
  const ask = async (limit: number | undefined): Promise<ScrapeJobsResult> =>
    resultOf(await api.call('scrape_jobs', { query: 'x', platforms: ['nhs_jobs'], ...(limit ? { limit } : {}) }));
  // The adverts' pages may be requested too, while there is time.
  const pagesAsked = (): number => api.internet.requests.filter(({ url }) => url.startsWith(`${NHS}api/`)).length;
  t.match(await ask(5), { total_jobs: 5, total_found: 20 });
  t.equal(pagesAsked(), 1);
  t.match(await ask(undefined), { total_jobs: 50, total_found: 60, source: 'scrape' });
  t.equal(pagesAsked(), 3, 'the first page came from the cache');
  t.match(await ask(500), { total_jobs: 100, total_found: 100 });
  t.equal(pagesAsked(), 5);
  t.match(await ask(500), { source: 'cache' });
});

t.test('SPEC §3: equal searches at the same time share one fetch', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return { body: nhsFeed(3) };
  });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      api.call('scrape_jobs', { query: index % 2 === 0 ? 'nurse' : ' Nurse ', platforms: ['nhs_jobs'] }),
    ),
  );
  t.equal(api.internet.requests.length, 1);
  const sources = answers.map(
    (answer) => `${resultOf(answer).source} ${answer.json.result._meta['io.jobdata/receipt'].cost}`,
  );
  // If reading the account takes a while, some calls arrive when the page is already there.
  t.strictSame(
    sources.filter((source) => source !== 'scrape 2' && !(api.at.url && source === 'cache 0.5')),
    [],
  );
  api.clock.advance(3_599_000);
  t.equal(resultOf(await api.call('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] })).source, 'cache');
  api.clock.advance(2_000);
  t.equal(resultOf(await api.call('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] })).source, 'scrape');
});

t.test('SPEC §3: the minimum salary is part of the search if the platform filters by it', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(REED, reedAnswer([{ title: 'A', min: 50_000, max: 50_000 }])).on(NHS, { body: nhsFeed(1) });
  const ask = async (more: object): Promise<Record<string, boolean>> => {
    const { platforms } = resultOf(await api.call('scrape_jobs', { query: 'x', platforms: BOTH, ...more }));
    return Object.fromEntries(platforms.map(({ platform, cached }) => [platform, cached]));
  };
  await ask({});
  t.strictSame(await ask({ min_salary: '30000' }), { reed: false, nhs_jobs: true });
  t.strictSame(await ask({ min_salary: '30000' }), { reed: true, nhs_jobs: true });
});

t.test('SPEC §2, §3: a progress line for each platform as it answers', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(REED, reedAnswer([{ title: 'A' }, { title: 'B' }])).on(NHS, { status: 500 });
  const answer = await api.call(
    'scrape_jobs',
    { query: 'x', platforms: BOTH },
    { progressToken: 'p1' },
    { accept: 'application/json, text/event-stream' },
  );
  t.match(answer.headers['content-type'], /^text\/event-stream/);
  const messages = answer.text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
  const progress = messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
  t.ok(progress.every(({ progressToken }) => progressToken === 'p1'));
  t.match(progress.at(-1), { progress: 2, total: 2 });
  const lines = progress.map(({ message }) => message).join('\n');
  t.match(lines, /reed: 2 jobs/);
  t.match(lines, /nhs_jobs: error/);
  t.strictSame(
    progress.map(({ progress: value }) => value),
    progress.map(({ progress: value }) => value).sort(),
    'never backwards',
  );
  t.ok(messages.at(-1).result, 'the answer ends the stream');
});

t.test('SPEC §10: platforms of another country, of another plan, or unknown', async (t) => {
  const api = await openApi(t);
  for (const [platforms, country, message] of [
    [['apec'], 'GB', /for country "FR": search it with country "FR"/],
    [['nope'], 'GB', /no platform "nope"/],
    [['__proto__'], 'GB', /no platform/],
  ] as const) {
    const answer = await api.call('scrape_jobs', { query: 'x', platforms, country });
    t.match(answer.json.error, { code: -32000, data: { reason: 'validation' }, message });
  }
  api.internet.on(NHS, { body: nhsFeed(1) });
  const twice = await api.call('scrape_jobs', { query: 'x', platforms: ['nhs_jobs', 'NHS_JOBS'] });
  t.equal(resultOf(twice).platforms.length, 1, 'one named twice is asked once');
});
